import Foundation
import Testing

extension SystemTests {
  @Suite("Reading timer and sessions")
  struct ReadingTests {
    @Test("A timer starts at the current page, only for works with the status reading")
    func start() throws {
      let stack = try Stack()
      let book = try Book(try stack.client(user: "ada"))
      let timer = try book.start()
      #expect(timer.status == 201)
      #expect(timer.object.number("startPage") == 12)
      #expect(timer.object.text("workId") == "kindred")
      #expect(timer.object.number("elapsedSeconds") == 0)
      #expect(try book.client.delete("/api/v1/reading/timer").status == 204)
      #expect(try book.client.delete("/api/v1/reading/timer").status == 204)
      _ = try book.client.put("/api/v1/library/kindred", #"{"status": "wantToRead"}"#)
      #expect(try book.start().status == 422)
      #expect(try book.client.post("/api/v1/reading/timer", #"{"workId": "unknown"}"#).status == 422)
      #expect(try book.stop(at: 20).status == 409)
    }

    @Test(
      "Rejects a time before the year 1 and stores nothing",
      arguments: ["0000-12-31T23:59:59Z", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00"])
    func yearZero(moment: String) throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      let book = try Book(client)
      for field in ["startedAt", "finishedAt"] {
        let entry = try client.put("/api/v1/library/kindred", #"{"status": "finished", "\#(field)": "\#(moment)"}"#)
        #expect(entry.status == 422, "\(entry.text)")
        #expect(entry.object.list("errors").map { $0.text("field") } == [field])
      }
      let story = try client.put(
        "/api/v1/stories/s", #"{"title": "S", "estimatedDuration": 60, "createdAt": "\#(moment)"}"#)
      #expect(story.status == 422 && story.object.list("errors").map { $0.text("field") } == ["createdAt"])
      #expect(try book.entry().text("status") == "reading")
      for path in ["insights", "goals", "analytics/summary", "analytics/milestones", "diversity/stats"] {
        #expect(try client.get("/api/v1/\(path)").status == 200)
      }
    }

    @Test("Allows one timer at a time, even with concurrent starts, and names the running one")
    func oneTimer() throws {
      let stack = try Stack()
      let book = try Book(try stack.client(user: "ada"))
      let responses = try concurrently(12) { _ in try book.start() }
      #expect(responses.filter { $0.status == 201 }.count == 1)
      let rejected = responses.filter { $0.status == 409 }
      #expect(rejected.count == 11)
      let started = try #require(responses.first { $0.status == 201 }?.object.text("sessionId"))
      for response in rejected {
        #expect((response.object["active"] as? [String: Any])?.text("sessionId") == started)
      }
    }

    @Test("The timer continues while every process is killed and restarted")
    func timerSurvives() throws {
      let folder = try TemporaryFolder()
      var stack = try Stack(folder: folder)
      let book = try Book(try stack.client(user: "ada"))
      let id = try #require(try book.start().object.text("sessionId"))
      for name in Stack.names.reversed() { try stack.kill9(name) }
      try eventually("the timer is back") {
        let active = try book.client.get("/api/v1/reading/timer").object["active"] as? [String: Any]
        return active?.text("sessionId") == id
      }
      #expect(stack.stop() == 0)
      stack = try Stack(folder: folder)
      let again = HTTPClient(port: stack.port, token: book.client.token)
      let stopped = try again.post("/api/v1/reading/timer/stop", #"{"endPage": 30}"#)
      #expect(stopped.status == 200, "\(stopped.text)")
      #expect((stopped.object["session"] as? [String: Any])?.text("id") == id)
      #expect(try again.get("/api/v1/reading/timer").object["active"] is NSNull)
    }

    @Test("Stopping computes pages, minutes and pace, and updates the page of the entry")
    func stop() throws {
      let stack = try Stack()
      let book = try Book(try stack.client(user: "ada"))
      let (session, prompt) = try book.read(to: 40)
      #expect(session.number("startPage") == 12 && session.number("endPage") == 40)
      #expect(session.number("pagesRead") == 28)
      #expect(session.number("durationMinutes") == 0)
      #expect(session["readingPace"] is NSNull)
      #expect(session["enrichmentPromptShown"] as? Bool == true)
      #expect(prompt?.text("id") == session.text("id"))
      #expect(try book.entry().number("currentPage") == 40)
      _ = try book.start()
      #expect(try book.stop(at: 265).status == 422)
      #expect(try book.stop(at: 264).object.number("updatedBooks") == 1)
    }

    @Test("The history of a book is newest first, and its entry has the totals")
    func history() throws {
      let stack = try Stack()
      let book = try Book(try stack.client(user: "ada"))
      #expect(try book.client.get("/api/v1/reading/sessions?workId=kindred").items.isEmpty)
      #expect(try book.log(day: 3, minutes: 30, from: 12, to: 32).status == 201)
      #expect(try book.log(day: 5, minutes: 30, from: 32, to: 30).status == 201)
      let second = try book.log(day: 4, minutes: 20, from: 32, to: 50)
      #expect(second.object.number("readingPace") == 54)
      let listed = try book.client.get("/api/v1/reading/sessions?workId=kindred").items
      #expect(listed.map { $0.text("date") } == ["2026-03-05", "2026-03-04", "2026-03-03"])
      #expect(listed[0].number("pagesRead") == 0)
      let entry = try book.entry()
      #expect(entry.number("currentPage") == 30)
      #expect(entry.number("totalReadingMinutes") == 80)
      #expect(entry.number("averageReadingPace") == 28.5)
      #expect(entry.number("sessionCount") == 3)
      let id = try #require(listed[0].text("id"))
      #expect(try book.client.delete("/api/v1/reading/sessions/\(id)").status == 204)
      #expect(try book.entry().number("currentPage") == 50)
      #expect(try book.client.put("/api/v1/library/kindred", #"{"status": "reading", "currentPage": 7}"#).status == 200)
      #expect(try book.entry().number("currentPage") == 7)
      let other = try #require(listed[1].text("id"))
      #expect(try book.client.patch("/api/v1/reading/sessions/\(other)", #"{"endPage": 60}"#).status == 200)
      #expect(try book.entry().number("currentPage") == 60)
    }

    @Test("Reports with the same work and start are one session; a later end extends it")
    func sameSession() throws {
      let stack = try Stack()
      let book = try Book(try stack.client(user: "ada"))
      let first = try book.log(day: 3, minutes: 30, from: 12, to: 32)
      let shorter = try book.log(day: 3, minutes: 20, from: 12, to: 20)
      #expect(shorter.status == 200 && shorter.object.number("endPage") == 32)
      let longer = try book.log(day: 3, minutes: 40, from: 12, to: 44)
      #expect(longer.status == 200 && longer.object.number("durationMinutes") == 40)
      #expect(longer.object.text("id") == first.object.text("id"))
      #expect(try book.entry().number("totalReadingMinutes") == 40)
      #expect(try book.entry().number("sessionCount") == 1)
    }

    @Test("Activity, exports and reading days include what was read")
    func activityAndExport() throws {
      let stack = try Stack()
      let book = try Book(try stack.client(user: "ada"))
      _ = try book.client.put("/api/v1/works/formula", #"{"title": "=HYPERLINK(\"x\")", "authors": ["A, B", "C"]}"#)
      _ = try book.log(day: 3, minutes: 30, from: 12, to: 32)
      let activity = try book.client.get("/api/v1/analytics/activity?kind=reading&from=2026-03-02&to=2026-03-04")
      let points = activity.object["dataPoints"] as? [[String: Any]] ?? []
      #expect(points.map { $0.number("minutes") } == [0, 30, 0])
      let csv = try book.client.get("/api/v1/export?kind=works&format=csv")
      #expect(csv.headers["content-type"]?.hasPrefix("text/csv") == true)
      let lines = csv.text.components(separatedBy: "\r\n")
      #expect(lines[0].hasPrefix("id,title,authors,"))
      #expect(lines[1].hasPrefix(#"formula,"'=HYPERLINK(""x"")","A, B; C","#))
      #expect(lines[2].hasPrefix("kindred,Kindred,"))
      let json = try book.client.get("/api/v1/export?kind=reading&format=json")
      let rows = try JSONSerialization.jsonObject(with: json.body) as? [[String: Any]]
      #expect(rows?.count == 1 && rows?[0].number("pagesRead") == 20)
      #expect(try book.client.get("/api/v1/export").status == 400)
    }

    @Test("An export of many pages is complete and in order")
    func longExport() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      let title = String(repeating: "long ", count: 99)
      for number in 0..<400 {
        let work = #"{"title": "\#(title)\#(number)", "authors": ["\#(title)"]}"#
        #expect(try client.put("/api/v1/works/w\(1_000 + number)", work).status == 201)
      }
      let csv = try client.get("/api/v1/export?kind=works")
      #expect(csv.headers["transfer-encoding"] == "chunked")
      let lines = String(decoding: try Self.dechunked(csv.body), as: UTF8.self).components(separatedBy: "\r\n")
      #expect(lines.count == 402 && lines.last == "")
      #expect(lines.dropFirst().dropLast().map { $0.prefix(5) } == (0..<400).map { "w\(1_000 + $0)"[...] })
      let json = try client.get("/api/v1/export?kind=works&format=json")
      let rows = try JSONSerialization.jsonObject(with: Self.dechunked(json.body)) as? [[String: Any]]
      #expect(rows?.count == 400 && rows?.last?.text("title") == "\(title)399")
      #expect(try client.send("HEAD", "/api/v1/export?kind=works").body.isEmpty)
    }

    private static func dechunked(_ body: Data) throws -> Data {
      var rest = body[...]
      var whole = Data()
      while true {
        let end = try #require(rest.range(of: Data("\r\n".utf8)))
        let count = try #require(Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16))
        rest = rest[end.upperBound...]
        guard count > 0 else { return whole }
        whole += rest.prefix(count)
        rest = rest.dropFirst(count + 2)
      }
    }
  }
}
