import Foundation
import Testing

extension SystemTests {
  /// Stories that are the audio form of a work: listening to the end means having read it.
  @Suite("Linked stories")
  struct LinkedStoriesTests {
    private static let paths = [
      "/api/v1/library", "/api/v1/library/dune", "/api/v1/library/dune/reads", "/api/v1/reads", "/api/v1/insights",
      "/api/v1/insights/timeline?months=36", "/api/v1/review/2025", "/api/v1/achievements", "/api/v1/goals",
      "/api/v1/analytics/summary", "/api/v1/diversity/stats", "/api/v1/stories",
      "/api/v1/export?kind=reads",
    ]

    private func story(_ client: HTTPClient, _ id: String, _ members: String = "") throws -> Response {
      try client.put("/api/v1/stories/\(id)", #"{"title": "Dune", "estimatedDuration": 7200\#(members)}"#)
    }

    /// An hour of listening from 10:00 of a day.
    @discardableResult
    private func listen(
      _ client: HTTPClient, _ id: String, _ day: String, completed: Bool = false
    ) throws -> Response {
      let body = """
        {"storyId": "\(id)", "startedAt": "\(day)T10:00:00Z", "endedAt": "\(day)T11:00:00Z", "completed": \(completed)}
        """
      let response = try client.post("/api/v1/analytics/sessions", body)
      #expect(response.status == 201)
      return response
    }

    private func reads(_ client: HTTPClient, _ work: String = "dune") throws -> [[String: Any]] {
      try client.get("/api/v1/library/\(work)/reads").object.list("items")
    }

    private func bodies(_ client: HTTPClient) throws -> [Data] { try Self.paths.map { try client.get($0).body } }

    @Test("Forty audiobooks are forty books, and one that is half heard and half read is one")
    func forty() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      for number in 1...40 {
        _ = try client.put("/api/v1/works/w\(number)", #"{"title": "Book \#(number)"}"#)
        _ = try story(client, "s\(number)", #", "workId": "w\#(number)""#)
        try listen(
          client, "s\(number)", String(format: "2025-%02d-%02d", 1 + number / 28, 1 + number % 28), completed: true)
      }
      let insights = try client.get("/api/v1/insights").object
      #expect(["booksRead", "works", "rereads", "undated"].map { insights.number($0) } == [40, 40, 0, 0])
      #expect(insights.object("byFormat").number("audio") == 40)
      #expect(["pagesRead", "minutesRead"].map { insights.number($0) } == [0, 0])
      let review = try client.get("/api/v1/review/2025").object.object("reading")
      #expect(review.number("books") == 40 && review.object("byFormat").number("audio") == 40)
      #expect(try client.get("/api/v1/library?status=finished&limit=200").object.list("items").count == 40)
      #expect(try client.get("/api/v1/library?status=wantToRead").object.list("items").isEmpty)

      // Read from 1 May, heard from 5 to 10 May, read on until 20 May.
      _ = try client.put("/api/v1/works/dune", #"{"title": "Dune", "pageCount": 600}"#)
      _ = try client.put("/api/v1/library/dune", #"{"status": "reading", "startedAt": "2025-05-01T00:00:00Z"}"#)
      _ = try story(client, "dune-audio", #", "workId": "dune""#)
      try listen(client, "dune-audio", "2025-05-05")
      let open = try client.get("/api/v1/library/dune").object
      #expect(open.object("listening").number("listenedSeconds") == 3_600)
      #expect(open.object("listening").number("progress") == 0.5 && open.text("status") == "reading")
      #expect(try reads(client).map { $0.number("listenedSeconds") } == [3_600])
      try listen(client, "dune-audio", "2025-05-10", completed: true)
      #expect(try client.get("/api/v1/library/dune").object.text("status") == "reading")
      let end = #"{"status": "finished", "finishedAt": "2025-05-20T12:00:00Z"}"#
      let entry = try client.patch("/api/v1/library/dune", end).object
      #expect(entry.number("readCount") == 1 && entry["listening"] is NSNull)
      let all = try reads(client)
      #expect(all.count == 1 && all[0].text("source") == "manual" && all[0].number("listenedSeconds") == 7_200)
      #expect(try client.get("/api/v1/review/2025").object.object("reading").number("books") == 41)
      #expect(try stack.command("verify").code == 0)
    }

    @Test("Link, unlink and link again give the same bytes, and so does undoing an edit of a session")
    func again() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      _ = try client.put("/api/v1/works/dune", #"{"title": "Dune", "authors": ["Frank Herbert"]}"#)
      _ = try story(client, "audio")
      for (day, completed) in [
        ("2025-03-01", false), ("2025-03-09", true), ("2025-04-02", true), ("2025-05-03", false),
      ] {
        try listen(client, "audio", day, completed: completed)
      }
      let unlinked = try bodies(client)
      #expect(try story(client, "audio", #", "workId": "dune""#).object.text("workId") == "dune")
      let found = try reads(client)
      #expect(found.map { $0.text("source") } == ["listening", "listening"])
      #expect(found.map { $0.text("format") } == ["audio", "audio"])
      #expect(found.map { $0.number("listenedSeconds") } == [7_200, 3_600])
      #expect(found.map { $0.text("startedAt") } == ["2025-03-01T10:00:00Z", "2025-04-02T10:00:00Z"])
      #expect(found.map { $0.text("finishedAt") } == ["2025-03-09T11:00:00Z", "2025-04-02T11:00:00Z"])
      let id = try #require(found[0].text("id"))
      #expect(id.hasPrefix("l-"))
      let path = "/api/v1/library/dune/reads/\(id)"
      #expect(try client.patch(path, #"{"rating": 4.75, "note": "Again!"}"#).object.number("rating") == 4.75)
      for body in [#"{"status": "abandoned"}"#, #"{"finishedOn": "2025"}"#, #"{"format": "print", "rating": 1}"#] {
        #expect(try client.patch(path, body).status == 409, "\(body)")
      }
      #expect(try client.delete(path).status == 409)
      let linked = try bodies(client)
      #expect(linked != unlinked)

      #expect(try story(client, "audio", #", "workId": null"#).object["workId"] is NSNull)
      #expect(try client.get("/api/v1/library/dune").status == 404)
      // Unlocked achievements stay unlocked, and the review lists them.
      let unlocked = ["/api/v1/achievements", "/api/v1/review/2025"]
      for (path, (body, before)) in zip(Self.paths, zip(try bodies(client), unlinked)) where !unlocked.contains(path) {
        #expect(body == before, "\(path)")
      }
      _ = try story(client, "audio", #", "workId": "dune""#)
      #expect(try bodies(client) == linked)

      let sessions = try client.get("/api/v1/analytics/sessions?storyId=audio").object.list("items")
      let completing = try #require(sessions.first { $0.text("startedAt") == "2025-03-09T10:00:00Z" }?.text("id"))
      #expect(try client.patch("/api/v1/analytics/sessions/\(completing)", #"{"completed": false}"#).status == 200)
      let merged = try reads(client)
      #expect(merged.map { $0.number("listenedSeconds") } == [10_800] && merged[0]["rating"] is NSNull)
      #expect(try client.patch("/api/v1/analytics/sessions/\(completing)", #"{"completed": true}"#).status == 200)
      #expect(try bodies(client) == linked)
      #expect(try client.delete("/api/v1/analytics/sessions/\(completing)").status == 204)
      #expect(try reads(client).map { $0.number("listenedSeconds") } == [7_200])
      try listen(client, "audio", "2025-03-09", completed: true)
      #expect(try bodies(client) == linked)

      // A restart and an account that moves lead to the same reads.
      let document = stack.folder.path + "/ada.json"
      #expect(try stack.command("export", "--user", "ada", "--output", document).code == 0)
      #expect(try stack.command("import", "waymark", document, "--user", "kim").code == 0)
      let kim = try stack.client(user: "kim")
      #expect(try Self.paths.map { try kim.get($0).body } == linked)
      #expect(try stack.command("verify").code == 0)
    }

    @Test("Proposals are listed, accepted and dismissed, and nothing is linked without a person")
    func matches() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      _ = try client.put(
        "/api/v1/works/dune",
        #"{"title": "Dune", "authors": ["Frank Herbert"], "identifiers": {"isbn": ["0441172717"]}}"#)
      _ = try story(client, "a", #", "authors": ["Frank Herbert"]"#)
      _ = try story(client, "b", #", "isbn": "0-441-17271-7""#)
      _ = try story(client, "c")
      _ = try client.put(
        "/api/v1/stories/d", #"{"title": "Emma", "estimatedDuration": 60, "authors": ["Jane Austen"]}"#)
      _ = try client.put("/api/v1/stories/e", #"{"title": "Rain", "estimatedDuration": 60}"#)
      let listed = try client.get("/api/v1/matches").object.list("items")
      #expect(listed.map { $0.text("storyId") } == ["a", "b", "c", "d"])
      #expect(listed.map { $0.text("reason") } == ["titleAndAuthor", "isbn", "title", "create"])
      #expect(listed.map { $0.text("workId") } == ["dune", "dune", "dune", nil] && listed[3]["work"] is NSNull)
      #expect(listed[0].object("work").text("title") == "Dune")
      let first = try client.get("/api/v1/matches?limit=1").object
      #expect(first.list("items").count == 1)
      let next = try client.get("/api/v1/matches?limit=3&cursor=\(first.text("nextCursor") ?? "")").object
      #expect(next.list("items").map { $0.text("storyId") } == ["b", "c", "d"] && next["nextCursor"] is NSNull)
      #expect(try client.get("/api/v1/library").object.list("items").isEmpty)

      for body in ["{}", #"{"create": false}"#, #"{"workId": "dune", "create": true}"#, #"{"workId": "none"}"#] {
        #expect(try client.post("/api/v1/matches/a", body).status == 422, "\(body)")
      }
      #expect(try client.post("/api/v1/matches/none", #"{"create": true}"#).status == 404)
      let linked = try client.post("/api/v1/matches/a", #"{"workId": "dune"}"#)
      #expect(linked.status == 200 && linked.object.text("workId") == "dune")
      let made = try client.post("/api/v1/matches/d", #"{"create": true}"#)
      #expect(made.object.text("workId") == "d")
      #expect(try client.post("/api/v1/matches/d", #"{"create": true}"#).body == made.body)
      #expect(try client.get("/api/v1/works/d").object["authors"] as? [String] == ["Jane Austen"])
      for _ in 1...2 { #expect(try client.delete("/api/v1/matches/c").status == 204) }
      #expect(try client.delete("/api/v1/matches/none").status == 404)
      #expect(try client.get("/api/v1/matches").object.list("items").map { $0.text("storyId") } == ["b"])
      #expect(try client.get("/api/v1/stories?workId=dune").object.list("items").map { $0.text("id") } == ["a"])

      // An app that does not know the links keeps them.
      #expect(try story(client, "a").object.text("workId") == "dune")
      #expect(try story(client, "a").object["authors"] as? [String] == ["Frank Herbert"])
      #expect(try story(client, "a", #", "workId": "none""#).status == 422)
      #expect(try story(client, "a", #", "isbn": "123""#).status == 422)
      #expect(try story(client, "b").object.text("isbn") == "9780441172719")

      // Deleting the entry or the work removes the links.
      #expect(try client.delete("/api/v1/library/dune").status == 204)
      #expect(try client.get("/api/v1/stories/a").object["workId"] is NSNull)
      #expect(try client.delete("/api/v1/works/d").status == 204)
      #expect(try client.get("/api/v1/stories/d").object["workId"] is NSNull)
      #expect(try stack.command("verify").code == 0)
    }

    @Test("Listening that finishes after a work was wanted gives the entry its status")
    func wanted() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      _ = try client.put("/api/v1/works/dune", #"{"title": "Dune"}"#)
      _ = try story(client, "audio")
      try listen(client, "audio", "2025-03-09", completed: true)
      #expect(try client.put("/api/v1/library/dune", #"{"status": "wantToRead"}"#).status == 201)
      _ = try story(client, "audio", #", "workId": "dune""#)
      let entry = try client.get("/api/v1/library/dune").object
      #expect(entry.text("status") == "wantToRead" && entry.number("readCount") == 1)
      #expect(entry.text("finishedAt") == "2025-03-09T11:00:00Z")
      // A story is created by the clock that has noted the wish, and a session may end some minutes after now.
      let made = try client.put("/api/v1/stories/later", #"{"title": "Later", "estimatedDuration": 60}"#).object
      let wished = try #require(ISO8601DateFormatter().date(from: made.text("createdAt") ?? ""))
      let times = [-7_200, 120].map { wished.addingTimeInterval($0).ISO8601Format() }
      let body = """
        {"storyId": "audio", "startedAt": "\(times[0])", "endedAt": "\(times[1])", "completed": true}
        """
      #expect(try client.post("/api/v1/analytics/sessions", body).status == 201)
      #expect(try client.get("/api/v1/library/dune").object.text("status") == "finished")
      #expect(try client.get("/api/v1/library?status=finished").object.list("items").count == 1)
      _ = try story(client, "audio", #", "workId": null"#)
      #expect(try client.get("/api/v1/library/dune").object.text("status") == "wantToRead")
    }
  }
}
