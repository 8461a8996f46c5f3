import Foundation
import Testing

extension SystemTests {
  @Suite("Review: listening")
  struct ReviewTests {
    @Test("A year without activity has null sections")
    func nothing() throws {
      let stack = try Stack()
      let chronicle = try Chronicle(stack)
      let review = try chronicle.review(2024)
      #expect(review.number("year") == 2024)
      for name in ["listening", "reading", "rucks", "busiestDay", "busiestHour"] {
        #expect(review[name] is NSNull, "\(name)")
      }
      #expect(review["milestonesUnlocked"] as? [String] == [] && review["achievementsUnlocked"] as? [String] == [])
      #expect(review.list("goals").map { $0.text("type") } == ["annualReading", "culturalDiversity"])
      #expect(review.count == 9)
      for year in [1, 9_999] { #expect(try chronicle.review(year).number("year") == Double(year)) }
      for year in ["abc", "0", "10000", "-1", "2024.5", "%20"] {
        let response = try chronicle.client.get("/api/v1/review/\(year)")
        #expect(response.status == 400, "\(year): \(response.text)")
        #expect(response.object.text("detail")?.hasPrefix("year must be") == true)
      }
      let tagged = try chronicle.client.get("/api/v1/review/2024")
      let tag = try #require(tagged.headers["etag"])
      #expect(try chronicle.client.get("/api/v1/review/2024", headers: ["If-None-Match": tag]).status == 304)
      #expect(try HTTPClient(port: stack.port).get("/api/v1/review/abc").status == 401)
    }

    @Test("A session over New Year counts its seconds proportionally, and its play for the year of its start")
    func seconds() throws {
      let chronicle = try Chronicle(Stack())
      try chronicle.story("a")
      // 10 minutes in the old year, 30 in the new one, and 5 more in March.
      try chronicle.listen("a", "2023-12-31T23:50:00Z", "2024-01-01T00:30:00Z")
      #expect(try chronicle.listening(2023).number("seconds") == 600)
      #expect(try chronicle.listening(2024).number("seconds") == 1_800)
      #expect(try chronicle.listening(2024).number("plays") == 0)
      try chronicle.listen("a", "2024-03-01T10:00:00Z", "2024-03-01T10:05:00Z")
      #expect(try chronicle.listening(2023).number("plays") == 1)
      #expect(try chronicle.listening(2024).number("seconds") == 2_100)
      #expect(try chronicle.listening(2024).number("plays") == 1)
      #expect(try chronicle.isNull("listening", 2022) && chronicle.isNull("listening", 2025))
    }

    @Test("Returns the most played story, and the next one after a session or the story is deleted")
    func topStory() throws {
      let chronicle = try Chronicle(Stack())
      for id in ["a", "b", "c"] { try chronicle.story(id) }
      // In 2024: a twice, b twice and longer, c once; in 2023 c three times.
      try chronicle.listen("a", "2024-02-01T10:00:00Z", "2024-02-01T10:10:00Z")
      try chronicle.listen("a", "2024-02-02T10:00:00Z", "2024-02-02T10:10:00Z")
      let last = try chronicle.listen("b", "2024-02-03T10:00:00Z", "2024-02-03T10:20:00Z")
      try chronicle.listen("b", "2024-02-04T10:00:00Z", "2024-02-04T10:10:00Z")
      try chronicle.listen("c", "2024-02-05T10:00:00Z", "2024-02-05T12:00:00Z")
      for day in 1...3 { try chronicle.listen("c", "2023-02-0\(day)T10:00:00Z", "2023-02-0\(day)T10:10:00Z") }
      func top() throws -> [String] {
        let top = try chronicle.listening(2024).object("topStory")
        return [top.text("id") ?? "", top.text("title") ?? "", "\(top.number("playCount") ?? -1)"]
      }
      // Both have two plays; b has more seconds.
      #expect(try top() == ["b", "Story b", "2.0"])
      #expect(try chronicle.client.delete("/api/v1/analytics/sessions/\(last)").status == 204)
      #expect(try top() == ["a", "Story a", "2.0"])
      #expect(try chronicle.client.delete("/api/v1/stories/a").status == 204)
      // One play each; c was played longer.
      #expect(try top() == ["c", "Story c", "1.0"])
      #expect(try chronicle.listening(2023).object("topStory").number("playCount") == 3)
      // The sessions of the deleted story still count.
      #expect(try chronicle.listening(2024).number("plays") == 4)
    }

    @Test("Returns the hero with the most seconds, by the current stories")
    func topHero() throws {
      let chronicle = try Chronicle(Stack())
      try chronicle.hero("h1", name: "Zoë")
      try chronicle.hero("h2", name: "Ada")
      try chronicle.story("a", hero: "h1")
      try chronicle.story("b", hero: "h2")
      try chronicle.story("c")
      try chronicle.listen("c", "2024-05-01T10:00:00Z", "2024-05-01T12:00:00Z")
      #expect(try chronicle.listening(2024)["topHero"] is NSNull)
      try chronicle.listen("a", "2024-05-02T10:00:00Z", "2024-05-02T10:10:00Z")
      try chronicle.listen("b", "2024-05-03T10:00:00Z", "2024-05-03T10:10:00Z")
      func top() throws -> [String] {
        let top = try chronicle.listening(2024).object("topHero")
        return [top.text("heroId") ?? "", top.text("heroName") ?? "", "\(top.number("seconds") ?? -1)"]
      }
      // 600 seconds each: Ada comes first by name.
      #expect(try top() == ["h2", "Ada", "600.0"])
      try chronicle.story("c", hero: "h1")
      // 600 + 7,200.
      #expect(try top() == ["h1", "Zoë", "7800.0"])
      #expect(try chronicle.client.delete("/api/v1/heroes/h1").status == 204)
      #expect(try top() == ["h2", "Ada", "600.0"])
    }

    @Test("Returns the longest streak within the year, with rest days")
    func streak() throws {
      let chronicle = try Chronicle(Stack())
      try chronicle.story("a")
      for day in ["2023-12-30", "2023-12-31", "2024-01-01", "2024-01-02", "2024-01-03", "2024-01-05"] {
        try chronicle.listen("a", "\(day)T10:00:00Z", "\(day)T10:10:00Z")
      }
      // Five consecutive days over New Year: two in the old year, three in the new one.
      #expect(try chronicle.listening(2023).number("longestStreak") == 2)
      #expect(try chronicle.listening(2024).number("longestStreak") == 3)
      // With a rest day the fourth of January may be missed.
      try chronicle.live(#"{"restDaysPerWeek": 1}"#)
      #expect(try chronicle.listening(2024).number("longestStreak") == 4)
    }

    @Test("A new time zone or day start moves a session to another year")
    func zones() throws {
      let stack = try Stack()
      let chronicle = try Chronicle(stack)
      try chronicle.story("a")
      try chronicle.listen("a", "2024-12-31T23:30:00Z", "2024-12-31T23:40:00Z")
      #expect(try chronicle.listening(2024).number("seconds") == 600)
      // 00:30 on New Year's Day in Berlin.
      try chronicle.live(#"{"timezone": "Europe/Berlin"}"#)
      #expect(try chronicle.isNull("listening", 2024))
      #expect(try chronicle.listening(2025).number("plays") == 1)
      #expect(try chronicle.review(2025).number("busiestHour") == 0)
      #expect(try chronicle.review(2025).object("busiestDay").text("date") == "2025-01-01")
      // With a day start of 4, this belongs to the old year.
      try chronicle.live(#"{"dayStart": 4}"#)
      #expect(try chronicle.isNull("listening", 2025))
      #expect(try chronicle.review(2024).object("busiestDay").text("date") == "2024-12-31")
      // No other user sees any of it.
      let bea = try Chronicle(stack, user: "bea")
      #expect(try bea.isNull("listening", 2024) && bea.review(2024)["busiestDay"] is NSNull)
    }

    @Test("Returns the milestones unlocked in the year, in their order")
    func milestones() throws {
      let chronicle = try Chronicle(Stack())
      try chronicle.story("a", created: "2023-06-01T00:00:00Z")
      #expect(try chronicle.review(2023).list("milestonesUnlocked").map { $0.text("id") } == ["stories-1"])
      // 30 minutes on each of seven days from 28 December: one hour on the second day, seven days on 3 January.
      for day in ["2023-12-28", "2023-12-29", "2023-12-30", "2023-12-31", "2024-01-01", "2024-01-02", "2024-01-03"] {
        try chronicle.listen("a", "\(day)T10:00:00Z", "\(day)T10:30:00Z")
      }
      let (old, new) = (try chronicle.review(2023), try chronicle.review(2024))
      #expect(old.list("milestonesUnlocked").map { $0.text("id") } == ["stories-1", "listening-1h"])
      #expect(old.list("milestonesUnlocked").last?.text("unlockedAt") == "2023-12-29T10:30:00Z")
      #expect(new.list("milestonesUnlocked").map { $0.text("id") } == ["streak-7"])
      let all = try chronicle.client.get("/api/v1/analytics/milestones").object.list("milestones")
      let streak = try #require(all.first { $0.text("id") == "streak-7" })
      let unlocked = try #require(new.list("milestonesUnlocked").first)
      #expect(unlocked.keys.sorted() == ["icon", "id", "title", "unlockedAt"])
      for (name, value) in unlocked { #expect(value as? String == streak.text(name), "\(name)") }
    }
  }
}
