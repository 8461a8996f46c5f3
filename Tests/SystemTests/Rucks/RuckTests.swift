import Foundation
import Testing

extension SystemTests {
  @Suite("Rucks: recording, editing, deleting")
  struct RuckTests {
    private static let start = "2026-03-02T08:00:00Z"

    private static func body(end: String = "2026-03-02T10:00:00Z", more: String = "") -> String {
      #"{"startedAt": "\#(start)", "endedAt": "\#(end)", "distance": 10000, "loadWeight": 20\#(more)}"#
    }

    @Test("Returns a ruck with its pace and weight moved, and null for missing members")
    func record() throws {
      let stack = try Stack()
      let walker = Walker(client: try stack.client(user: "ada"))
      let response = try walker.post(Self.body())
      #expect(response.status == 201, "\(response.text)")
      // Two hours over 10 km; 20 kg over 10,000 m.
      #expect(response.object.number("pace") == 12)
      #expect(response.object.number("weightMoved") == 200_000)
      for name in ["calories", "elevationGain", "movingTime", "terrain", "weather"] {
        #expect(response.object[name] is NSNull, "\(name)")
      }
      let id = try #require(response.object.text("id"))
      let read = try walker.client.get("/api/v1/rucks/\(id)")
      #expect(read.body == response.body)
      #expect(read.headers["cache-control"] == "private, max-age=300" && read.headers["etag"] != nil)
      let again = try walker.client.get("/api/v1/rucks", headers: ["If-None-Match": read.headers["etag"] ?? ""])
      #expect(again.status == 200 && again.items.count == 1)
      #expect(try Walker(client: try stack.client(user: "bea")).client.get("/api/v1/rucks/\(id)").status == 404)
      let still = try walker.post(
        #"{"startedAt": "2026-03-03T08:00:00Z", "endedAt": "2026-03-03T09:00:00Z", "distance": 0, "loadWeight": 9}"#)
      #expect(still.object["pace"] is NSNull)
    }

    @Test("Reports with the same start are one ruck: a later end replaces it, an earlier one does not")
    func sameStart() throws {
      let stack = try Stack()
      let walker = Walker(client: try stack.client(user: "ada"))
      let first = try walker.post(Self.body(more: #", "id": "hill", "calories": 700"#))
      let same = try walker.post(Self.body(more: #", "calories": 1"#))
      #expect(first.status == 201 && same.status == 200 && same.body == first.body)
      let later = try walker.post(Self.body(end: "2026-03-02T11:00:00Z"))
      #expect(later.status == 200 && later.object.text("id") == "hill")
      #expect(later.object["calories"] is NSNull)
      #expect(later.object.number("pace") == 18)
      let other = #"{"id": "hill", "startedAt": "2026-03-04T08:00:00Z", "endedAt": "2026-03-04T09:00:00Z","#
      #expect(try walker.post(other + #" "distance": 1, "loadWeight": 1}"#).status == 409)
      #expect(try walker.read("records").object("longestDistance").text("date") == "2026-03-02")
    }

    @Test("Rejects values out of range and an unknown terrain with 422 and the field")
    func rejected() throws {
      let stack = try Stack()
      let walker = Walker(client: try stack.client(user: "ada"))
      func field(_ body: String) throws -> String? {
        let response = try walker.post(body)
        #expect(response.status == 422, "\(response.text)")
        return response.object.list("errors").first?.text("field")
      }
      #expect(try field(Self.body(end: "2026-03-02T07:59:59Z")) == "endedAt")
      #expect(try field(Self.body(end: "2026-03-09T08:00:01Z")) == "endedAt")
      #expect(try field(Self.body(more: #", "calories": -1"#)) == "calories")
      #expect(try field(Self.body(more: #", "terrain": [{"type": "moon", "distance": 1}]"#)) == "terrain[0].type")
      #expect(try field(Self.body(more: #", "weather": {"temperature": 3}"#)) == "weather.condition")
      #expect(try field(Self.body(more: #", "id": "a/b""#)) == "id")
      #expect(
        try field(#"{"startedAt": "\#(Self.start)", "endedAt": "\#(Self.start)", "distance": 1}"#) == "loadWeight")
      let far = Self.body().replacingOccurrences(of: "10000", with: "500000.5")
      #expect(try field(far) == "distance")
    }

    @Test("An edit changes the given members, null clears optional ones, and a deletion is final")
    func edit() throws {
      let stack = try Stack()
      let walker = Walker(client: try stack.client(user: "ada"))
      let weather = #", "weather": {"temperature": 3, "condition": "rain"}"#
      _ = try walker.post(Self.body(more: #", "id": "hill", "calories": 700\#(weather)"#))
      let path = "/api/v1/rucks/hill"
      let edited = try walker.client.patch(
        path,
        #"{"distance": 8000, "calories": null, "weather": {"temperature": 5}, "startedAt": "2020-01-01T00:00:00Z"}"#)
      #expect(edited.status == 200, "\(edited.text)")
      #expect(edited.object.number("pace") == 15 && edited.object["calories"] is NSNull)
      #expect(edited.object.object("weather").text("condition") == "rain")
      #expect(edited.object.object("weather").number("temperature") == 5)
      #expect(edited.object.text("startedAt") == Self.start)
      #expect(try walker.client.patch(path, #"{"distance": null}"#).status == 422)
      #expect(try walker.client.patch("/api/v1/rucks/none", "{}").status == 404)
      #expect(try walker.read("records").object("longestDistance").number("value") == 8_000)
      #expect(try walker.client.delete(path).status == 204)
      #expect(try walker.client.delete(path).status == 404)
      #expect(try walker.read("records")["longestDistance"] is NSNull)
    }

    @Test("Lists rucks in pages, newest first; activity and exports include them, and verify succeeds")
    func listsAndExports() throws {
      let stack = try Stack()
      let walker = try Walker.threeRucks(try stack.client(user: "ada"))
      let first = try walker.client.get("/api/v1/rucks?limit=2")
      #expect(first.items.map { $0.text("id") } == ["c", "b"])
      let cursor = try #require(first.object.text("nextCursor"))
      #expect(try walker.client.get("/api/v1/rucks?limit=2&cursor=\(cursor)").items.map { $0.text("id") } == ["a"])
      #expect(try walker.client.get("/api/v1/rucks?cursor=x").status == 400)
      let monday = Walker.daysAgo(weeks: 1)
      let range = "from=\(Listener.day(monday))&to=\(Listener.day(monday - 3))"
      let activity = try walker.client.get("/api/v1/analytics/activity?kind=rucks&\(range)")
      #expect(activity.object.list("dataPoints").map { $0.number("minutes") } == [100, 60, 112, 0])
      let csv = try walker.client.get("/api/v1/export?kind=rucks&format=csv").text.components(separatedBy: "\r\n")
      #expect(csv.count == 5 && csv[0].hasPrefix("id,startedAt,") && csv[1].hasPrefix("a,"))
      let json = try walker.client.get("/api/v1/export?kind=rucks&format=json")
      let rows = try JSONSerialization.jsonObject(with: json.body) as? [[String: Any]]
      #expect(rows?.map { $0.number("pace") } == [10, 12, 14])
      let before = try walker.client.get("/api/v1/rucks/breakdown?period=allTime").body
      #expect(try stack.command("rebuild", "stats").code == 0)
      #expect(try walker.client.get("/api/v1/rucks/breakdown?period=allTime").body == before)
      let verified = try stack.command("verify")
      #expect(verified.code == 0, "\(verified.output) \(verified.errors)")
    }
  }
}
