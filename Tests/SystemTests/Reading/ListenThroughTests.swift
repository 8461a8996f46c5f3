import Foundation
import Testing

extension SystemTests {
  /// Listening to a work that a person also reads.
  @Suite("Listen-throughs next to reads")
  struct ListenThroughTests {
    private static let reads = "/api/v1/library/dune/reads"

    private func prepare(_ client: HTTPClient) throws {
      _ = try client.put("/api/v1/works/dune", #"{"title": "Dune"}"#)
      let story = #"{"title": "Dune", "estimatedDuration": 7200, "workId": "dune"}"#
      #expect(try client.put("/api/v1/stories/audio", story).status == 201)
    }

    /// Listens for half an hour.
    private func listen(_ client: HTTPClient, _ day: String, completed: Bool = false) throws {
      let times = #""startedAt": "\#(day)T10:00:00Z", "endedAt": "\#(day)T10:30:00Z""#
      let session = "{\"storyId\": \"audio\", \(times), \"completed\": \(completed)}"
      #expect(try client.post("/api/v1/analytics/sessions", session).status == 201)
    }

    private func read(_ client: HTTPClient, _ started: String?, _ finished: String) throws {
      let start = started.map { #", "startedOn": "\#($0)""# } ?? ""
      let body = #"{"status": "finished", "finishedOn": "\#(finished)"\#(start)}"#
      #expect(try client.post(Self.reads, body).status == 201)
    }

    private func heard(_ client: HTTPClient) throws -> [Double?] {
      try client.get(Self.reads).object.list("items").map { $0.number("listenedSeconds") }
    }

    @Test("A listen-through belongs to the first read that it overlaps, and otherwise is a separate read")
    func overlaps() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      try prepare(client)
      try read(client, "2024-01", "2024-02")
      try read(client, "2024-02-20", "2024-04")
      try listen(client, "2024-02-10")
      try listen(client, "2024-03-01", completed: true)
      #expect(try heard(client) == [3_600, 0])
      // A read without a start begins at its finish: May is over before this listening begins.
      try listen(client, "2024-06-01", completed: true)
      try read(client, nil, "2024-05")
      #expect(try heard(client) == [3_600, 0, 0, 1_800])
      let items = try client.get(Self.reads).object.list("items")
      #expect(items.map { $0.text("source") } == ["manual", "manual", "manual", "listening"])
      #expect(items[3].text("startedAt") == "2024-06-01T10:00:00Z")
      #expect(try client.get("/api/v1/library/dune").object.number("readCount") == 4)
      #expect(try stack.command("verify").code == 0)
    }

    @Test("Unfinished listening has a progress of at most 1, and adds no pages, no minutes of reading and no streak")
    func unfinished() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      try prepare(client)
      try listen(client, "2024-06-01")
      var listening = try client.get("/api/v1/library/dune").object.object("listening")
      #expect(listening.text("startedAt") == "2024-06-01T10:00:00Z" && listening.number("progress") == 0.25)
      for day in 2...5 { try listen(client, "2024-06-0\(day)") }
      listening = try client.get("/api/v1/library/dune").object.object("listening")
      #expect(listening.number("listenedSeconds") == 9_000 && listening.number("progress") == 1)
      try listen(client, "2024-06-06", completed: true)
      let entry = try client.get("/api/v1/library/dune").object
      #expect(entry["listening"] is NSNull && entry.number("readCount") == 1 && entry.number("sessionCount") == 0)
      #expect(entry.number("totalReadingMinutes") == 0 && entry["averageReadingPace"] is NSNull)
      let insights = try client.get("/api/v1/insights").object
      #expect(["booksRead", "pagesRead", "minutesRead"].map { insights.number($0) } == [1, 0, 0])
      #expect(insights.object("streak").number("longest") == 0)
      #expect(try client.get("/api/v1/analytics/summary").object.number("totalListeningTime") == 10_800)
    }

    @Test("A work has at most 20 stories, and null clears what a story says about its book")
    func stories() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      try prepare(client)
      for number in 2...21 {
        let story = #"{"title": "Part", "estimatedDuration": 60, "workId": "dune"}"#
        let response = try client.put("/api/v1/stories/part\(number)", story)
        #expect(response.status == (number == 21 ? 422 : 201), "\(number)")
        if number == 21 { #expect(response.object.list("errors").map { $0.text("field") } == ["workId"]) }
      }
      let one = "/api/v1/stories/audio"
      let base = #""title": "Dune", "estimatedDuration": 7200"#
      let known = #""authors": ["Frank Herbert"], "isbn": "0-441-17271-7", "asin": "B00B7NPRY8""#
      let full = try client.put(one, "{\(base), \(known)}").object
      #expect(full["authors"] as? [String] == ["Frank Herbert"] && full.text("isbn") == "9780441172719")
      #expect(try client.put(one, "{\(base)}").object as NSDictionary == full as NSDictionary)
      let cleared = try client.put(one, #"{\#(base), "authors": null, "isbn": null, "asin": null}"#).object
      #expect(cleared["authors"] as? [String] == [] && cleared["isbn"] is NSNull && cleared["asin"] is NSNull)
      #expect(cleared.text("workId") == "dune")
    }
  }
}
