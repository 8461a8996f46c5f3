import Foundation
import Testing

extension SystemTests {
  @Suite("Batches")
  struct BatchTests {
    @Test("Validates reading sessions of a batch separately and in order, and a key returns the first response")
    func readings() throws {
      let stack = try Stack()
      let book = try Book(try stack.client(user: "ada"))
      func session(_ day: Int, _ end: String, _ pages: Int, work: String = "kindred") -> String {
        """
        {"workId": "\(work)", "startedAt": "2026-03-0\(day)T20:00:00Z", "endedAt": "2026-03-0\(day)T\(end):00Z", \
        "startPage": 0, "endPage": \(pages)}
        """
      }
      let items = [
        session(1, "20:30", 10), session(1, "20:30", 11), session(1, "20:40", 20), session(2, "19:59", 1),
        session(3, "21:00", 30, work: "unknown"), "7", "{}", session(4, "20:10", 40),
      ]
      let body = #"{"sessions": [\#(items.joined(separator: ", "))]}"#
      let key = ["Idempotency-Key": "one"]
      let response = try book.client.post("/api/v1/reading/sessions/batch", body, headers: key)
      #expect(response.status == 200, "\(response.text)")
      let results = response.object.list("results")
      #expect(results.map { $0.number("status") } == [201, 200, 200, 422, 422, 422, 422, 201])
      for result in results {
        let isRejected = result.number("status") == 422
        #expect(result["session"] is NSNull == isRejected && result["error"] is NSNull == !isRejected)
      }
      #expect(results[1].object("session").number("endPage") == 10)
      #expect(results[2].object("session").number("endPage") == 20)
      #expect(results[4].object("error").list("errors").map { $0.text("field") } == ["workId"])
      #expect(try book.client.get("/api/v1/reading/sessions").items.count == 2)
      let entry = try book.entry()
      #expect(entry.number("currentPage") == 40 && entry.number("sessionCount") == 2)
      let again = try book.client.post("/api/v1/reading/sessions/batch", body, headers: key)
      #expect(again.body == response.body && again.headers["idempotency-replayed"] == "true")
      let other = try book.client.post("/api/v1/reading/sessions/batch", #"{"sessions": []}"#, headers: key)
      #expect(other.status == 422)
    }

    @Test("Validates rucks of a batch separately, and a used id is a conflict of that item only")
    func rucks() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      func ruck(_ day: Int, _ more: String = "") -> String {
        """
        {"startedAt": "2026-03-0\(day)T06:00:00Z", "endedAt": "2026-03-0\(day)T07:00:00Z", "distance": 5000, \
        "loadWeight": 10\(more)}
        """
      }
      let items = [ruck(1, #", "id": "a""#), ruck(2, #", "id": "a""#), ruck(3), ruck(3), ruck(4, #", "calories": -1"#)]
      let response = try client.post("/api/v1/rucks/batch", #"{"rucks": [\#(items.joined(separator: ", "))]}"#)
      #expect(response.status == 200, "\(response.text)")
      let results = response.object.list("results")
      #expect(results.map { $0.number("status") } == [201, 409, 201, 200, 422])
      #expect(results[0].object("ruck").text("id") == "a" && results[0]["error"] is NSNull)
      #expect(results[1].object("error").text("title") == "Conflict" && results[1]["ruck"] is NSNull)
      #expect(results[4].object("error").list("errors").map { $0.text("field") } == ["calories"])
      #expect(try client.get("/api/v1/rucks").items.count == 2)
    }

    @Test("Accepts 500 items; 501 items and a value that is not a list are 422", arguments: ["reading", "rucks"])
    func size(kind: String) throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      let (path, name) = kind == "rucks" ? ("rucks/batch", "rucks") : ("reading/sessions/batch", "sessions")
      func post(_ count: Int) throws -> Response {
        let items = [String](repeating: "{}", count: count).joined(separator: ",")
        return try client.post("/api/v1/\(path)", #"{"\#(name)": [\#(items)]}"#)
      }
      #expect(try post(500).object.list("results").count == 500)
      let rejected = try post(501)
      #expect(rejected.status == 422 && rejected.object.list("errors").map { $0.text("field") } == [name])
      let mistyped = try client.post("/api/v1/\(path)", #"{"\#(name)": 5}"#)
      #expect(mistyped.status == 422 && mistyped.object.list("errors").map { $0.text("field") } == [name])
      #expect(try post(0).object.list("results").isEmpty)
    }

    @Test("PATCH of a library entry changes only the sent members")
    func patchEntry() throws {
      let stack = try Stack()
      let book = try Book(try stack.client(user: "ada"))
      let rated = try book.client.patch("/api/v1/library/kindred", #"{"rating": 4.5}"#)
      #expect(rated.status == 200, "\(rated.text)")
      #expect(rated.object.number("rating") == 4.5 && rated.object.number("currentPage") == 12)
      let finished = try book.client.patch("/api/v1/library/kindred", #"{"status": "finished", "rating": null}"#)
      #expect(finished.object["rating"] is NSNull && finished.object.text("finishedAt") != nil)
      #expect(try book.client.get("/api/v1/insights").object.number("booksRead") == 1)
      let rejected = try book.client.patch("/api/v1/library/kindred", #"{"status": null, "currentPage": 265}"#)
      #expect(rejected.object.list("errors").map { $0.text("field") } == ["status", "currentPage"])
      #expect(try book.client.patch("/api/v1/library/unknown", "{}").status == 404)
    }

    @Test("Names every missing, mistyped and out-of-range member, not only the first")
    func everyMember() throws {
      let stack = try Stack()
      let book = try Book(try stack.client(user: "ada"))
      func errors(_ verb: String, _ path: String, _ body: String) throws -> Set<String> {
        let response = try book.client.send(verb, "/api/v1/" + path, body)
        #expect(response.status == 422, "\(response.text)")
        return Set(response.object.list("errors").compactMap { $0.text("field") })
      }
      let ruck = #"""
        {"startedAt": "yesterday", "endedAt": "2026-03-01T07:00:00Z", "loadWeight": 201, "calories": "many",
        "terrain": [{"type": "trail", "distance": -1}, {"type": "moon", "distance": 5}], "weather": {"condition": ""}}
        """#
      #expect(
        try errors("POST", "rucks", ruck) == [
          "startedAt", "distance", "loadWeight", "calories", "terrain[0].distance", "terrain[1].type",
          "weather.temperature", "weather.condition",
        ])
      #expect(try errors("POST", "rucks", "{}") == ["startedAt", "endedAt", "distance", "loadWeight"])
      #expect(
        try errors("PUT", "works/w", #"{"title": 5, "authors": ["", 7], "pageCount": 0}"#)
          == ["title", "authors[0]", "authors[1]", "pageCount"])
      #expect(
        try errors("PUT", "profile", #"{"timezone": "Mars", "dayStart": 7, "restDaysPerWeek": "2"}"#)
          == ["timezone", "dayStart", "restDaysPerWeek"])
      #expect(try errors("PUT", "profile", #"{"displayName": ""}"#) == ["displayName"])
      #expect(
        try errors("PATCH", "library/kindred", #"{"status": "lost", "rating": 9, "currentPage": null}"#)
          == ["status", "rating", "currentPage"])
      #expect(
        try errors("POST", "analytics/sessions", #"{"storyId": 1, "startTime": "1999-01-01T00:00:00Z"}"#)
          == ["storyId", "startTime", "endedAt", "completed"])
      let batch = #"{"sessions": [{"workId": 1, "startPage": -1, "endPage": "x"}]}"#
      let result = try book.client.post("/api/v1/reading/sessions/batch", batch).object.list("results")[0]
      #expect(
        Set(result.object("error").list("errors").compactMap { $0.text("field") })
          == ["workId", "startedAt", "endedAt", "startPage", "endPage"])
    }

    @Test("PUT of a story sets isFavorite, and keeps it if it is omitted")
    func favorite() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      func save(_ more: String = "") throws -> Any? {
        try client.put("/api/v1/stories/s", #"{"title": "S", "estimatedDuration": 60\#(more)}"#).object["isFavorite"]
      }
      #expect(try save() as? Bool == false)
      #expect(try save(#", "isFavorite": true"#) as? Bool == true)
      #expect(try save() as? Bool == true)
      #expect(try client.get("/api/v1/analytics/summary").object.number("favoriteCount") == 1)
      #expect(try save(#", "isFavorite": false"#) as? Bool == false)
      #expect(try client.get("/api/v1/analytics/summary").object.number("favoriteCount") == 0)
    }
  }
}
