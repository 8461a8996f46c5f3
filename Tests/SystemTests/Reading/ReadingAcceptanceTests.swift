import Foundation
import Testing

extension SystemTests {
  /// One test per requirement of diversity and reading sessions. `ReadingTests` and `DiversityTests` test the edge
  /// cases.
  @Suite("Reading: requirements")
  struct ReadingAcceptanceTests {
    private func book() throws -> (stack: Stack, book: Book) {
      let stack = try Stack()
      return (stack, try Book(try stack.client(user: "ada")))
    }

    private func axes(_ book: Book, _ query: String = "") throws -> [[String: Any]] {
      try #require(try book.client.get("/api/v1/diversity/radar\(query)").object["axes"] as? [[String: Any]])
    }

    private func set(_ dimension: String, _ value: String, _ book: Book) throws -> Response {
      try book.client.put("/api/v1/diversity/works/\(book.id)/\(dimension)", #"{"value": "\#(value)"}"#)
    }

    @Test("The radar has five to seven labelled dimensions")
    func dimensions() throws {
      let (stack, book) = try book()
      defer { stack.stop() }
      let labels = try axes(book).compactMap { $0.text("label") }
      #expect(
        labels == [
          "Cultural Origin", "Gender", "Translation", "Own Voices", "Accessibility", "Time Period", "Geography",
        ])
      #expect(try axes(book, "?axes=culturalOrigin,gender,translation,ownVoices,accessibility").count == 5)
    }

    @Test("The radar distinguishes complete and missing data, and counts missing values")
    func ghosts() throws {
      let (stack, book) = try book()
      defer { stack.stop() }
      #expect(try set("gender", "Female", book).status == 200)
      let all = try axes(book)
      // The book is from 1979, from which the time period is derived.
      #expect(all.map { $0["isGhost"] as? Bool } == [true, false, true, true, true, false, true])
      #expect(all.map { $0.number("missingBooks") } == [1, 0, 1, 1, 1, 0, 1])
    }

    @Test("Returns the completion as a percentage, overall and by dimension")
    func completion() throws {
      let (stack, book) = try book()
      defer { stack.stop() }
      #expect(try set("culturalOrigin", "African", book).status == 200)
      let completion = try book.completion()
      // One of five core fields of one book.
      #expect(completion.number("overall") == 20)
      let dimensions = try #require(completion["dimensions"] as? [[String: Any]])
      #expect(dimensions.map { $0.number("completion") } == [100, 0, 0, 0, 0])
      #expect(completion.number("missingFields") == 4)
    }

    @Test("Returns the missing dimensions of a work")
    func missing() throws {
      let (stack, book) = try book()
      defer { stack.stop() }
      let path = "/api/v1/diversity/works/kindred"
      let core = ["culturalOrigin", "gender", "translation", "ownVoices", "accessibility"]
      #expect(try book.client.get(path).object["missing"] as? [String] == core)
      #expect(try set("translation", "Original Language", book).status == 200)
      #expect(
        try book.client.get(path).object["missing"] as? [String] == core.filter { $0 != "translation" })
    }

    @Test("A reading session is followed by a prompt with one question and several answers")
    func prompt() throws {
      let (stack, book) = try book()
      defer { stack.stop() }
      let (session, prompt) = try book.read(to: 40)
      let asked = try #require(prompt)
      #expect(session["enrichmentPromptShown"] as? Bool == true)
      #expect(asked.text("sessionId") == session.text("id"))
      #expect(asked.text("question")?.hasSuffix("?") == true)
      let options = try #require(asked["options"] as? [[String: Any]])
      #expect(options.count > 1)
      #expect(options.allSatisfy { $0.text("label")?.isEmpty == false && $0.text("icon")?.isEmpty == false })
      #expect(try book.client.get("/api/v1/diversity/prompts").items.count == 1)
    }

    @Test("Skipping a prompt saves no data")
    func skip() throws {
      let (stack, book) = try book()
      defer { stack.stop() }
      let id = try #require(try book.read(to: 40).prompt?.text("id"))
      #expect(try book.client.send("POST", "/api/v1/diversity/prompts/\(id)/skip").status == 204)
      #expect(try book.completion().number("overall") == 0)
      #expect(try book.completion().number("curatorPoints") == 0)
      #expect(try book.client.get("/api/v1/diversity/works/kindred").object["values"] as? [String: String] == [:])
    }

    @Test("An answer updates the radar, and returns the completion before and after and the points")
    func answer() throws {
      let (stack, book) = try book()
      defer { stack.stop() }
      let id = try #require(try book.read(to: 40).prompt?.text("id"))
      let answer = try book.answer(id, "African")
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.object.number("completionBefore") == 0)
      #expect(answer.object.number("completionAfter") == 20)
      #expect(answer.object.number("pointsAwarded") == 5)
      let inAnswer = try #require((answer.object["radar"] as? [String: Any])?["axes"] as? [[String: Any]])
      let inNextRead = try axes(book)
      #expect(inAnswer.first?["breakdown"] as? [String: Int] == ["African": 1])
      #expect(inNextRead.first?["breakdown"] as? [String: Int] == ["African": 1])
      #expect(inNextRead.first?["isGhost"] as? Bool == false)
    }

    @Test("Five curator points are awarded for each completed field")
    func points() throws {
      let (stack, book) = try book()
      defer { stack.stop() }
      for (count, (dimension, value)) in [("gender", "Female"), ("ownVoices", "Own Voices")].enumerated() {
        let answer = try set(dimension, value, book).object
        #expect(answer.number("pointsAwarded") == 5)
        #expect(answer.number("curatorPoints") == Double(5 * (count + 1)))
      }
      #expect(try set("gender", "Male", book).object.number("pointsAwarded") == 0)
      #expect(try book.completion().number("curatorPoints") == 10)
    }

    @Test("Each axis has a description for screen readers")
    func spoken() throws {
      let (stack, book) = try book()
      defer { stack.stop() }
      let second = try Book(book.client, "dawn")
      _ = try set("gender", "Female", book)
      _ = try set("gender", "Male", second)
      #expect(try axes(book)[1].text("description") == "Gender: 100% complete. Female: 1 book, Male: 1 book.")
      #expect(try axes(book)[0].text("description") == "Cultural Origin: 0% complete.")
    }

    @Test("Starting records the time and the current page, and only one session is active at a time")
    func start() throws {
      let (stack, book) = try book()
      defer { stack.stop() }
      let timer = try book.start().object
      #expect(timer.number("startPage") == 12)
      #expect(timer.text("startedAt")?.hasSuffix("Z") == true)
      #expect(try book.start().status == 409)
      let active = try book.client.get("/api/v1/reading/timer").object["active"] as? [String: Any]
      #expect(active?.text("sessionId") == timer.text("sessionId"))
    }

    @Test("Stopping saves pages, minutes and pace, and updates the page of one book")
    func stop() throws {
      let (stack, book) = try book()
      defer { stack.stop() }
      #expect(try book.start().status == 201)
      let stopped = try book.stop(at: 42).object
      #expect(stopped.number("updatedBooks") == 1)
      let session = try #require(stopped["session"] as? [String: Any])
      #expect(session.number("pagesRead") == 30)
      #expect(session.number("durationMinutes") == 0)
      // A session without minutes has no pace.
      #expect(session["readingPace"] is NSNull)
      #expect(try book.entry().number("currentPage") == 42)
      let saved = try book.client.get("/api/v1/reading/sessions/\(session.text("id") ?? "")")
      #expect(saved.object.number("endPage") == 42)
    }

    @Test("The history lists date, duration, pages and pace, newest first, and is empty at first")
    func history() throws {
      let (stack, book) = try book()
      defer { stack.stop() }
      #expect(try book.client.get("/api/v1/reading/sessions?workId=kindred").items.isEmpty)
      #expect(try book.log(day: 2, minutes: 30, from: 0, to: 20).status == 201)
      #expect(try book.log(day: 5, minutes: 40, from: 20, to: 60).status == 201)
      let items = try book.client.get("/api/v1/reading/sessions?workId=kindred").items
      #expect(items.map { $0.text("date") } == ["2026-03-05", "2026-03-02"])
      #expect(items.map { $0.number("durationMinutes") } == [40, 30])
      #expect(items.map { $0.number("pagesRead") } == [40, 20])
      // 40 pages in 40 minutes and 20 in 30 are 60 and 40 per hour.
      #expect(items.map { $0.number("readingPace") } == [60, 40])
    }

    @Test("The library entry sums all sessions of a book")
    func severalSessions() throws {
      let (stack, book) = try book()
      defer { stack.stop() }
      #expect(try book.log(day: 2, minutes: 30, from: 0, to: 20).status == 201)
      #expect(try book.log(day: 5, minutes: 40, from: 20, to: 60).status == 201)
      let entry = try book.entry()
      #expect(entry.number("sessionCount") == 2)
      #expect(entry.number("totalReadingMinutes") == 70)
      #expect(entry.number("currentPage") == 60)
      // 60 pages in 70 minutes.
      #expect(abs((entry.number("averageReadingPace") ?? 0) - 60.0 / 70 * 60) < 1e-9)
    }
  }
}
