import Foundation
import Testing

extension SystemTests {
  @Suite("Rucks: guarantees of writes and reads")
  struct RuckPromiseTests {
    private static let start = "2026-03-02T08:00:00Z"
    private static let end = "2026-03-02T10:00:00Z"

    private static func body(
      from: String = start, to: String = end, distance: String = "10000", load: String = "20", more: String = ""
    ) -> String {
      #"{"startedAt": "\#(from)", "endedAt": "\#(to)", "distance": \#(distance), "loadWeight": \#(load)\#(more)}"#
    }

    private func walker(_ stack: Stack) throws -> Walker { Walker(client: try stack.client(user: "ada")) }

    @Test("Returns every member as it was sent, with the pace over moving time")
    func members() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      let more = """
        , "id": "hill", "calories": 800.5, "elevationGain": 120, "movingTime": 5400, "unknown": [1], \
        "terrain": [{"type": "trail", "distance": 6000}, {"type": "gravel", "distance": 4000.5}], \
        "weather": {"temperature": -3.5, "condition": "雪"}
        """
      let response = try walker.post(
        Self.body(from: "2026-03-02t09:00:00.999+01:00", to: "2026-03-02T10:00:00.5z", more: more))
      #expect(response.status == 201, "\(response.text)")
      // 90 minutes on 10 km; 20 × 10,000.
      #expect(
        response.text == """
          {"id":"hill","startedAt":"2026-03-02T08:00:00Z","endedAt":"2026-03-02T10:00:00Z","distance":10000,\
          "loadWeight":20,"calories":800.5,"elevationGain":120,"movingTime":5400,"terrain":[{"type":"trail",\
          "distance":6000},{"type":"gravel","distance":4000.5}],"weather":{"temperature":-3.5,"condition":"雪"},\
          "name":null,"note":null,"pace":9,"weightMoved":200000,"hasTrack":false}
          """)
      #expect(try walker.client.get("/api/v1/rucks/hill").text == response.text)
      #expect(try walker.client.get("/api/v1/rucks").text == #"{"items":[\#(response.text)],"nextCursor":null}"#)
      let table = try walker.client.get("/api/v1/export?kind=rucks&format=csv").text
      #expect(table.contains(",trail 6000; gravel 4000.5,,,false\r\n"))
    }

    @Test("Accepts each limit and rejects one more with 422 and the field")
    func limits() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      func field(_ body: String) throws -> String? {
        let response = try walker.post(body)
        #expect(
          response.status == 422 && response.headers["content-type"] == "application/problem+json", "\(response.text)")
        return response.object.list("errors").first?.text("field")
      }
      func ways(_ count: Int) -> String {
        let way = Array(repeating: #"{"type": "road", "distance": 1}"#, count: count).joined(separator: ",")
        return #", "terrain": [\#(way)]"#
      }
      func weather(_ temperature: String, _ condition: String) -> String {
        #", "weather": {"temperature": \#(temperature), "condition": \#(condition)}"#
      }
      let long = String(repeating: "é", count: 500)
      for (number, fine) in [
        Self.body(to: "2026-03-09T08:00:00Z", distance: "500000", load: "200"),
        Self.body(from: "2000-01-01T00:00:00Z", to: "2000-01-01T00:00:00Z", distance: "0", load: "0"),
        Self.body(from: Self.end, to: Self.end, more: ways(50)),
        Self.body(from: "2026-03-03T08:00:00Z", to: "2026-03-03T08:00:00Z", more: weather("-60", "\"\(long)\"")),
        Self.body(from: Listener.instant(0, "00:00"), to: Self.instant(inSeconds: 290)),
      ].enumerated() {
        #expect(try walker.post(fine).status == 201, "\(number)")
      }
      let rejected = [
        (Self.body(distance: "500000.5"), "distance"), (Self.body(distance: "-1"), "distance"),
        (Self.body(load: "200.5"), "loadWeight"), (Self.body(load: "-0.1"), "loadWeight"),
        (Self.body(to: "2026-03-09T08:00:01Z"), "endedAt"), (Self.body(to: "2026-03-02T07:59:59Z"), "endedAt"),
        (Self.body(to: Self.instant(inSeconds: 310)), "endedAt"),
        (Self.body(from: "1999-12-31T23:59:59Z", to: "2000-01-01T01:00:00Z"), "startedAt"),
        (Self.body(from: "2026-03-02T08:00:00"), "startedAt"),
        (Self.body(more: #", "calories": -1"#), "calories"),
        (Self.body(more: #", "elevationGain": -1"#), "elevationGain"),
        (Self.body(more: #", "movingTime": -1"#), "movingTime"), (Self.body(more: ways(51)), "terrain"),
        (Self.body(more: #", "terrain": [{"type": "moon", "distance": 1}]"#), "terrain[0].type"),
        (Self.body(more: #", "terrain": [{"type": "road", "distance": -1}]"#), "terrain[0].distance"),
        (Self.body(more: #", "terrain": [{"type": "road"}]"#), "terrain[0].distance"),
        (Self.body(more: weather("\"hot\"", "\"sun\"")), "weather.temperature"),
        (Self.body(more: #", "weather": {"condition": "sun"}"#), "weather.temperature"),
        (Self.body(more: weather("1", "\"\(long)é\"")), "weather.condition"),
        (Self.body(more: #", "id": "..""#), "id"), (Self.body(more: #", "calories": "1""#), "calories"),
        (Self.body(load: "null"), "loadWeight"), (#"{"endedAt": "\#(Self.end)"}"#, "startedAt"),
      ]
      for (body, name) in rejected { #expect(try field(body) == name, "\(body.prefix(300))") }
      for (body, status) in [
        ("[]", 422), ("{", 400), (Self.body(distance: "1e400"), 400), (#"{"id":"a","id":"b"}"#, 400),
      ] {
        #expect(try walker.post(body).status == status, "\(body)")
      }
      #expect(try walker.client.get("/api/v1/rucks").items.count == 5)
    }

    private static func instant(inSeconds seconds: Double) -> String {
      ISO8601DateFormatter().string(from: Date().addingTimeInterval(seconds))
    }

    @Test("An edit has the limits of a report, and may set an earlier end")
    func edits() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      #expect(try walker.post(Self.body(more: #", "id": "hill""#)).status == 201)
      let path = "/api/v1/rucks/hill"
      for edit in [
        #"{"distance": 500001}"#, #"{"loadWeight": 201}"#, #"{"endedAt": "2026-03-02T07:00:00Z"}"#,
        #"{"endedAt": "2026-03-10T07:00:00Z"}"#, #"{"movingTime": -1}"#, #"{"weather": {"temperature": 1}}"#,
        #"{"endedAt": null}"#, #"{"loadWeight": null}"#, #"{"terrain": [{"type": "mud", "distance": 1}]}"#,
      ] { #expect(try walker.client.patch(path, edit).status == 422, "\(edit)") }
      let edited = try walker.client.patch(
        path,
        #"{"endedAt": "2026-03-02T09:00:00Z", "id": "x", "weather": {"temperature": 1, "condition": "a"}}"#
      )
      // An hour on 10 km.
      #expect(edited.object.number("pace") == 6 && edited.object.text("id") == "hill", "\(edited.text)")
      #expect(try walker.client.patch(path, #"{"weather": null, "terrain": null}"#).object["weather"] is NSNull)
      #expect(try walker.client.get("/api/v1/rucks/a%20b").status == 422)
      #expect(try walker.client.get("/api/v1/rucks/none").status == 404)
      #expect(try walker.client.put(path, "{}").headers["allow"]?.contains("PATCH") == true)
    }

    @Test("A retry with its key returns the first response byte for byte, and 422 with another body")
    func keys() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      let key = ["Idempotency-Key": "morning-1"]
      let first = try walker.post(Self.body(), headers: key)
      let edit = try walker.client.patch("/api/v1/rucks/\(first.object.text("id") ?? "")", #"{"distance": 1}"#)
      #expect(first.status == 201 && first.headers["idempotency-replayed"] == nil && edit.status == 200)
      let again = try walker.post(Self.body(), headers: key)
      #expect(again.status == 201 && again.headers["idempotency-replayed"] == "true" && again.body == first.body)
      #expect(try walker.post(Self.body(distance: "9"), headers: key).status == 422)
      // Rejections are not stored, so the key can be used again.
      let other = ["Idempotency-Key": "morning-2"]
      let monday = "2026-03-09T08:00:00Z"
      #expect(try walker.post(Self.body(from: monday, to: monday, distance: "-1"), headers: other).status == 422)
      #expect(try walker.post(Self.body(from: monday, to: monday, distance: "2"), headers: other).status == 201)
      #expect(try walker.read("analytics?period=allTime").number("totalDistance") == 3)
    }

    @Test("Rejects an id that has another start with 409, in either order")
    func sameStart() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      let first = try walker.post(Self.body(more: #", "id": "hill""#))
      #expect(try walker.post(Self.body(to: "2026-03-02T09:00:00Z", distance: "1")).body == first.body)
      let later = try walker.post(Self.body(to: "2026-03-02T11:00:00Z", distance: "5000", more: #", "id": "lake""#))
      // Three hours on 5 km; the ruck keeps its first id.
      #expect(later.status == 200 && later.object.text("id") == "hill" && later.object.number("pace") == 36)
      let tuesday = "2026-03-03T08:00:00Z"
      #expect(try walker.post(Self.body(from: tuesday, to: tuesday, more: #", "id": "hill""#)).status == 409)
      // A derived id is treated like any other.
      let made = try #require(try walker.post(Self.body(from: tuesday, to: tuesday)).object.text("id"))
      #expect(try walker.post(Self.body(from: Self.end, to: Self.end, more: #", "id": "\#(made)""#)).status == 409)
      #expect(try walker.client.get("/api/v1/rucks").items.map { $0.text("id") } == [made, "hill"])
      // After a deletion, the id and the start are free.
      try walker.delete("hill")
      #expect(try walker.post(Self.body(from: Self.end, to: Self.end, more: #", "id": "hill""#)).status == 201)
      #expect(try walker.post(Self.body()).status == 201)
    }

    @Test("Every read has an ETag, returns 304 while unchanged, and changes with the next write")
    func tags() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      #expect(try walker.post(Self.body(more: #", "id": "hill""#)).status == 201)
      let paths = [
        "", "/hill", "/analytics?period=allTime", "/records", "/weekly?weeks=260", "/breakdown?period=allTime",
        "/streak",
      ]
      var tags: [String: String] = [:]
      for path in paths {
        let response = try walker.client.get("/api/v1/rucks\(path)")
        #expect(response.headers["cache-control"] == "private, max-age=300", "\(path)")
        #expect(response.headers["vary"]?.contains("Authorization") == true, "\(path)")
        let tag = try #require(response.headers["etag"])
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
        let same = try walker.client.get("/api/v1/rucks\(path)", headers: ["If-None-Match": tag])
        #expect(same.status == 304 && same.body.isEmpty, "\(path)")
        let head = try walker.client.send("HEAD", "/api/v1/rucks\(path)")
        #expect(head.status == 200 && head.headers["etag"] == tag, "\(path)")
        tags[path] = tag
      }
      #expect(try walker.client.patch("/api/v1/rucks/hill", #"{"distance": 9000}"#).status == 200)
      for path in paths where path != "/streak" {
        let response = try walker.client.get("/api/v1/rucks\(path)", headers: ["If-None-Match": tags[path] ?? ""])
        #expect(response.status == 200, "\(path)")
      }
    }

    @Test("Users cannot access each other's rucks, and a read token cannot write")
    func owners() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      #expect(try walker.post(Self.body(more: #", "id": "hill""#)).status == 201)
      let other = Walker(client: try stack.client(user: "bea"))
      let path = "/api/v1/rucks/hill"
      for status in [
        try other.client.get(path).status, try other.client.patch(path, #"{"distance": 1}"#).status,
        try other.client.delete(path).status,
      ] { #expect(status == 404) }
      #expect(try other.client.get("/api/v1/rucks").items.isEmpty)
      #expect(try other.post(Self.body(more: #", "id": "hill""#)).status == 201)
      let reader = try stack.client(user: "ada", scope: "read")
      #expect(try reader.get(path).status == 200 && reader.post("/api/v1/rucks", Self.body()).status == 403)
      #expect(try HTTPClient(port: stack.port).get(path).status == 401)
    }

    @Test("Exports every ruck, oldest first, as CSV and JSON")
    func exports() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      let more =
        #", "terrain": [{"type": "road", "distance": 600}], "weather": {"temperature": 3, "condition": "=1+1"}"#
      #expect(try walker.post(Self.body(from: Self.end, to: Self.end, distance: "0")).status == 201)
      #expect(try walker.post(Self.body(more: #", "id": "hill", "calories": 7"# + more)).status == 201)
      let csv = try walker.client.get("/api/v1/export?kind=rucks&format=csv")
      #expect(csv.headers["content-type"]?.hasPrefix("text/csv") == true)
      #expect(
        csv.text == """
          id,startedAt,endedAt,distance,loadWeight,calories,elevationGain,movingTime,pace,weightMoved,temperature,\
          condition,terrain,name,note,hasTrack\r
          hill,2026-03-02T08:00:00Z,2026-03-02T10:00:00Z,10000,20,7,,,12,200000,3,'=1+1,road 600,,,false\r
          ruck-1772445600,2026-03-02T10:00:00Z,2026-03-02T10:00:00Z,0,20,,,,,0,,,,,,false\r

          """)
      let json = try walker.client.get("/api/v1/export?kind=rucks&format=json")
      let rows = try #require(try JSONSerialization.jsonObject(with: json.body) as? [[String: Any]])
      #expect(rows.map { $0.text("id") } == ["hill", "ruck-1772445600"])
      #expect(rows[0].number("pace") == 12 && rows[1]["pace"] is NSNull)
    }
  }
}
