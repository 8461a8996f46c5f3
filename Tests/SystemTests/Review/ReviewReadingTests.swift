import Foundation
import Testing

extension SystemTests {
  @Suite("Review: reading, rucks, and all kinds")
  struct ReviewReadingTests {
    @Test("Counts books by their finish, and pages and minutes by the start of the session")
    func sums() throws {
      let chronicle = try Chronicle(Stack())
      try chronicle.book("a", finished: "2024-01-01T00:00:00Z")
      try chronicle.book("b", finished: "2023-12-31T23:59:59Z")
      try chronicle.book("c", finished: nil)
      // An hour over New Year counts 60 minutes for the old year; 100 seconds are one whole minute.
      try chronicle.read("c", "2023-12-31T23:30:00Z", "2024-01-01T00:30:00Z", pages: 20)
      try chronicle.read("c", "2024-02-01T10:00:00Z", "2024-02-01T10:01:40Z", pages: 5)
      try chronicle.read("a", "2024-02-02T10:00:00Z", "2024-02-02T10:45:00Z", pages: 31)
      let (old, new) = (try chronicle.reading(2023), try chronicle.reading(2024))
      #expect(old.number("books") == 1 && old.number("pages") == 20 && old.number("minutes") == 60)
      // 5 + 31 pages in 1 + 45 minutes.
      #expect(new.number("books") == 1 && new.number("pages") == 36 && new.number("minutes") == 46)
      // 1 January (from the session of the year before), and 1 and 2 February.
      #expect(new.number("longestStreak") == 2 && old.number("longestStreak") == 1)
      #expect(try chronicle.isNull("reading", 2025) && chronicle.isNull("reading", 2022))
    }

    @Test("Returns the five most frequent genres, ties by name")
    func topGenres() throws {
      let chronicle = try Chronicle(Stack())
      try chronicle.book("a", finished: "2024-03-01T10:00:00Z", genres: ["SF", "Essay", "Poetry"])
      try chronicle.book("b", finished: "2024-03-02T10:00:00Z", genres: ["SF", "Travel", "Zen"])
      try chronicle.book("c", finished: "2024-03-03T10:00:00Z", genres: ["Poetry", "SF", "Art"])
      try chronicle.book("d", finished: "2023-03-03T10:00:00Z", genres: ["Travel"])
      func top() throws -> [String] {
        try chronicle.reading(2024).list("topGenres").map { "\($0.text("genre") ?? "") \($0.number("books") ?? 0)" }
      }
      #expect(try top() == ["SF 3.0", "Poetry 2.0", "Art 1.0", "Essay 1.0", "Travel 1.0"])
      #expect(try chronicle.client.delete("/api/v1/library/c").status == 204)
      #expect(try top() == ["SF 2.0", "Essay 1.0", "Poetry 1.0", "Travel 1.0", "Zen 1.0"])
    }

    @Test("Counts the different cultures of the year's books")
    func cultures() throws {
      let chronicle = try Chronicle(Stack())
      try chronicle.book("a", finished: "2024-03-01T10:00:00Z", culture: "African")
      try chronicle.book("b", finished: "2024-03-02T10:00:00Z", culture: "African")
      try chronicle.book("c", finished: "2024-03-03T10:00:00Z", culture: "Asian")
      try chronicle.book("d", finished: "2023-03-03T10:00:00Z", culture: "European")
      try chronicle.book("e", finished: "2024-03-03T10:00:00Z")
      #expect(try chronicle.reading(2024).number("culturesExplored") == 2)
      #expect(try chronicle.reading(2023).number("culturesExplored") == 1)
    }

    @Test("Returns the fastest book, and the next one after it is deleted")
    func fastestBook() throws {
      let chronicle = try Chronicle(Stack())
      try chronicle.book("a", finished: "2024-03-11T08:00:00Z")
      try chronicle.book("b", finished: "2024-03-20T22:00:00Z")
      try chronicle.book("c", finished: "2024-03-21T22:00:00Z")
      #expect(try chronicle.reading(2024)["fastestBook"] is NSNull)
      // 1 to 11 March are ten days, 18 to 20 March two; from morning to evening is one.
      try chronicle.read("a", "2024-03-01T10:00:00Z", "2024-03-01T10:30:00Z")
      try chronicle.read("a", "2024-03-10T10:00:00Z", "2024-03-10T10:30:00Z")
      try chronicle.read("b", "2024-03-18T23:00:00Z", "2024-03-18T23:30:00Z")
      func fastest() throws -> [String] {
        let book = try chronicle.reading(2024).object("fastestBook")
        return [book.text("id") ?? "", book.text("title") ?? "", "\(book.number("days") ?? -1)"]
      }
      #expect(try fastest() == ["b", "Book b", "2.0"])
      try chronicle.read("c", "2024-03-21T07:00:00Z", "2024-03-21T07:30:00Z")
      #expect(try fastest() == ["c", "Book c", "1.0"])
      #expect(try chronicle.client.delete("/api/v1/works/c").status == 204)
      #expect(try chronicle.client.delete("/api/v1/works/b").status == 204)
      #expect(try fastest() == ["a", "Book a", "10.0"])
    }

    @Test("Returns the book with the most pages, and the next one after it is deleted")
    func longestBook() throws {
      let chronicle = try Chronicle(Stack())
      try chronicle.book("a", finished: "2024-03-01T10:00:00Z", pages: 300)
      try chronicle.book("b", finished: "2024-02-01T10:00:00Z", pages: 300)
      try chronicle.book("c", finished: "2024-04-01T10:00:00Z", pages: 800)
      try chronicle.book("d", finished: "2024-05-01T10:00:00Z")
      try chronicle.book("e", finished: "2023-05-01T10:00:00Z")
      func longest() throws -> [String] {
        let book = try chronicle.reading(2024).object("longestBook")
        return [book.text("id") ?? "", book.text("title") ?? "", "\(book.number("pageCount") ?? -1)"]
      }
      #expect(try longest() == ["c", "Book c", "800.0"])
      #expect(try chronicle.client.delete("/api/v1/works/c").status == 204)
      // Both have 300 pages; the one that was finished earlier wins.
      #expect(try longest() == ["b", "Book b", "300.0"])
      #expect(try chronicle.reading(2023)["longestBook"] is NSNull)
    }

    @Test("Returns the achievements unlocked in the year, in their order")
    func achievements() throws {
      let chronicle = try Chronicle(Stack())
      try chronicle.book("a", finished: "2024-03-01T10:00:00Z", culture: "African")
      func unlocked(_ year: Int) throws -> [[String: Any]] { try chronicle.review(year).list("achievementsUnlocked") }
      #expect(try unlocked(2024).map { $0.text("id") } == ["first-steps", "global-perspective"])
      // The seventh day of reading is 3 January.
      for day in ["2024-12-28", "2024-12-29", "2024-12-30", "2024-12-31", "2025-01-01", "2025-01-02", "2025-01-03"] {
        try chronicle.read("a", "\(day)T10:00:00Z", "\(day)T10:30:00Z")
      }
      #expect(try unlocked(2024).map { $0.text("id") } == ["first-steps", "global-perspective"])
      #expect(try unlocked(2025).map { $0.text("id") } == ["consistent-reader"])
      let all = try chronicle.client.get("/api/v1/achievements").object.list("achievements")
      let consistent = try #require(all.first { $0.text("id") == "consistent-reader" })
      let found = try #require(try unlocked(2025).first)
      #expect(found.keys.sorted() == ["icon", "id", "title", "unlockedAt"])
      for (name, value) in found { #expect(value as? String == consistent.text(name), "\(name)") }
      #expect(try unlocked(2023).isEmpty && unlocked(2026).isEmpty)
    }

    @Test("Returns rucks, distance, weight moved, and the records of the year")
    func rucks() throws {
      let chronicle = try Chronicle(Stack())
      try chronicle.ruck("a", "2024-01-01T08:00:00Z", "2024-01-01T09:40:00Z", km: 10, kg: 20, calories: 700)
      try chronicle.ruck("b", "2024-06-01T08:00:00Z", "2024-06-01T08:40:00Z", km: 5, kg: 30)
      try chronicle.ruck("c", "2023-12-31T23:00:00Z", "2024-01-01T03:00:00Z", km: 30, kg: 40)
      let rucks = try chronicle.rucks(2024)
      // 10 + 5 km; 20 × 10,000 + 30 × 5,000 kg·m. The ruck over New Year belongs to the old year.
      #expect(rucks.number("sessions") == 2 && rucks.number("distance") == 15_000)
      #expect(rucks.number("weightMoved") == 350_000)
      func record(_ name: String) throws -> String {
        let record = try chronicle.rucks(2024).object("records").object(name)
        return "\(record.text("ruckId") ?? "") \(record.number("value") ?? -1) \(record.text("date") ?? "")"
      }
      #expect(try record("longestDistance") == "a 10000.0 2024-01-01")
      // 40 minutes for 5 km.
      #expect(try record("fastestPace") == "b 8.0 2024-06-01")
      #expect(try record("heaviestLoad") == "b 30.0 2024-06-01")
      #expect(try record("highestCalorieBurn") == "a 700.0 2024-01-01")
      #expect(try record("mostWeightMoved") == "a 200000.0 2024-01-01")
      #expect(try chronicle.client.delete("/api/v1/rucks/b").status == 204)
      #expect(try record("fastestPace") == "a 10.0 2024-01-01")
      #expect(try chronicle.client.delete("/api/v1/rucks/a").status == 204)
      #expect(try chronicle.isNull("rucks", 2024))
      // Its hours after New Year still count for the busiest day of 2024: 3 of 4 hours.
      #expect(try chronicle.review(2024).object("busiestDay").number("minutes") == 180)
      #expect(try chronicle.review(2024)["busiestHour"] is NSNull)
    }

    @Test("The busiest day and hour cover listening, reading and rucks")
    func busiest() throws {
      let chronicle = try Chronicle(Stack())
      try chronicle.story("s")
      try chronicle.book("w", finished: nil)
      try chronicle.listen("s", "2024-04-01T07:00:00Z", "2024-04-01T07:40:00Z")
      let day = { try chronicle.review(2024).object("busiestDay") }
      #expect(try day().text("date") == "2024-04-01" && day().number("minutes") == 40)
      // 20 minutes of listening, 15 of reading and 10:30 of a ruck on the next day are 45.5.
      try chronicle.listen("s", "2024-04-02T09:00:00Z", "2024-04-02T09:20:00Z")
      try chronicle.read("w", "2024-04-02T07:10:00Z", "2024-04-02T07:25:00Z")
      try chronicle.ruck("r", "2024-04-02T09:30:00Z", "2024-04-02T09:40:30Z", km: 1, kg: 5)
      #expect(try day().text("date") == "2024-04-02" && day().number("minutes") == 45.5)
      // Two starts after seven, two after nine: the earlier hour wins.
      #expect(try chronicle.review(2024).number("busiestHour") == 7)
      try chronicle.read("w", "2024-04-03T09:59:59Z", "2024-04-03T10:45:29Z")
      #expect(try chronicle.review(2024).number("busiestHour") == 9)
      // 45.5 minutes on the third too: the earlier day wins.
      #expect(try day().text("date") == "2024-04-02")
    }
  }
}
