import Foundation
import Testing

extension SystemTests {
  /// What people were promised of diversity and reading sessions, one test a promise, in its words. How the rules
  /// behave at their edges stands in `ReadingTests` and `DiversityTests`.
  @Suite("What readers were promised")
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

    @Test("Completed and missing data are told apart, and each missing data point is counted")
    func ghosts() throws {
      let (stack, book) = try book()
      defer { stack.stop() }
      #expect(try set("gender", "Female", book).status == 200)
      let all = try axes(book)
      // The book is of 1979, which fills the time period by itself.
      #expect(all.map { $0["isGhost"] as? Bool } == [true, false, true, true, true, false, true])
      #expect(all.map { $0.number("missingBooks") } == [1, 0, 1, 1, 1, 0, 1])
    }

    @Test("The overall completion is there as a percentage, and broken down by dimension")
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

    @Test("Missing dimensions of a work are detected")
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

    @Test("A prompt appears after a reading session, and asks one question with several answers to choose from")
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

    @Test("A prompt can be skipped, and no data is saved")
    func skip() throws {
      let (stack, book) = try book()
      defer { stack.stop() }
      let id = try #require(try book.read(to: 40).prompt?.text("id"))
      #expect(try book.client.send("POST", "/api/v1/diversity/prompts/\(id)/skip").status == 204)
      #expect(try book.completion().number("overall") == 0)
      #expect(try book.completion().number("curatorPoints") == 0)
      #expect(try book.client.get("/api/v1/diversity/works/kindred").object["values"] as? [String: String] == [:])
    }

    @Test("An answer updates the radar at once, and says the completion before and after and the points")
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

    @Test("Each axis has a sentence to be read aloud")
    func spoken() throws {
      let (stack, book) = try book()
      defer { stack.stop() }
      let second = try Book(book.client, "dawn")
      _ = try set("gender", "Female", book)
      _ = try set("gender", "Male", second)
      #expect(try axes(book)[1].text("description") == "Gender: 100% complete. Female: 1 book, Male: 1 book.")
      #expect(try axes(book)[0].text("description") == "Cultural Origin: 0% complete.")
    }

    @Test("Starting records the start and takes the current page as the first; one session is active at a time")
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

    @Test("Stopping saves the session with its pages, minutes and pace, updates one book, and turns its page")
    func stop() throws {
      let (stack, book) = try book()
      defer { stack.stop() }
      #expect(try book.start().status == 201)
      let stopped = try book.stop(at: 42).object
      #expect(stopped.number("updatedBooks") == 1)
      let session = try #require(stopped["session"] as? [String: Any])
      #expect(session.number("pagesRead") == 30)
      #expect(session.number("durationMinutes") == 0)
      // There is no pace in no minutes.
      #expect(session["readingPace"] is NSNull)
      #expect(try book.entry().number("currentPage") == 42)
      let saved = try book.client.get("/api/v1/reading/sessions/\(session.text("id") ?? "")")
      #expect(saved.object.number("endPage") == 42)
    }

    @Test("The history shows date, duration, pages and pace of each session, newest first, and is empty at first")
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
      // 40 pages in 40 minutes and 20 in 30: 60 and 40 an hour.
      #expect(items.map { $0.number("readingPace") } == [60, 40])
    }

    @Test("Several sessions of the same book add up in its entry")
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
