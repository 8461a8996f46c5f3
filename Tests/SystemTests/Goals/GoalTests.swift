import Foundation
import Testing

extension SystemTests {
  /// Tests every field of a goal.
  @Suite("Reading goals")
  struct GoalTests {
    private static var calendar: Calendar {
      var calendar = Calendar(identifier: .iso8601)
      calendar.timeZone = TimeZone(secondsFromGMT: 0)!
      return calendar
    }
    private static var year: Int { calendar.component(.year, from: Date()) }
    private static var startOfYear: String { "\(year)-01-01T00:00:00Z" }

    /// The number of days since 1 January, including today.
    private static var dayOfYear: Int { calendar.ordinality(of: .day, in: .year, for: Date())! }

    @Test("Returns the default goals in order, with every field")
    func defaults() throws {
      let shelf = try Bookshelf(try Stack())
      let goals = try shelf.goals()
      #expect(goals.map { $0.text("type") } == ["annualReading", "culturalDiversity", "readingStreak", "weeklyRucks"])
      #expect(goals.map { $0.number("target") } == [12, 5, 7, 2])
      #expect(goals.map { $0.number("remaining") } == [12, 5, 7, 2])
      #expect(
        goals.map { $0.text("subtitle") } == [
          "12 books remaining", "5 cultures remaining", "7 days remaining", "2 rucks remaining",
        ])
      for goal in goals {
        #expect(goal.number("current") == 0 && goal.number("progress") == 0 && goal["onTrack"] as? Bool == false)
        #expect(goal["projectedDate"] is NSNull && goal.count == 8)
      }
    }

    @Test("annualReading counts books finished this year; editing a finish moves a book between years")
    func annualReading() throws {
      let shelf = try Bookshelf(try Stack())
      try shelf.finish(1...3)
      try shelf.finish("old", at: "\(Self.year - 1)-12-31T23:59:59Z")
      #expect(try shelf.goal("annualReading").number("current") == 3)
      try shelf.finish("old", at: Self.startOfYear)
      var goal = try shelf.goal("annualReading")
      // 4 / 12, unrounded.
      #expect(goal.number("current") == 4 && goal.number("remaining") == 8 && goal.number("progress") == 4.0 / 12)
      #expect(goal.text("subtitle") == "8 books remaining")
      try shelf.finish("old", at: "\(Self.year - 1)-06-01T12:00:00Z")
      try shelf.delete("works/b1")
      goal = try shelf.goal("annualReading")
      #expect(goal.number("current") == 2 && goal.text("subtitle") == "10 books remaining")
      // Kiritimati is at UTC+14 and Niue at UTC−11. Use the one that has the same year now, on any day.
      let isAhead = Self.dayOfYear < 180
      try shelf.finish("eve", at: isAhead ? "\(Self.year - 1)-12-31T12:00:00Z" : "\(Self.year)-01-01T06:00:00Z")
      #expect(try shelf.goal("annualReading").number("current") == (isAhead ? 2 : 3))
      let zone = isAhead ? "Pacific/Kiritimati" : "Pacific/Niue"
      #expect(try shelf.client.put("/api/v1/profile", #"{"timezone": "\#(zone)"}"#).status == 200)
      #expect(try shelf.goal("annualReading").number("current") == (isAhead ? 3 : 2))
    }

    @Test("culturalDiversity counts the different cultures of this year's books")
    func culturalDiversity() throws {
      let shelf = try Bookshelf(try Stack())
      try shelf.explore(1...4)
      try shelf.finish("again", culture: "African")
      try shelf.finish("old", at: "\(Self.year - 1)-03-01T12:00:00Z", culture: "Other")
      var goal = try shelf.goal("culturalDiversity")
      #expect(goal.number("current") == 4 && goal.number("progress") == 0.8)
      #expect(goal.text("subtitle") == "1 culture remaining")
      try shelf.delete("diversity/works/c4/culturalOrigin")
      #expect(try shelf.goal("culturalDiversity").text("subtitle") == "2 cultures remaining")
      try shelf.explore(4...6)
      goal = try shelf.goal("culturalDiversity")
      #expect(goal.number("current") == 6 && goal.number("remaining") == 0 && goal.number("progress") == 1)
      #expect(goal.text("subtitle") == "Goal reached" && goal["onTrack"] as? Bool == true)
    }

    @Test("readingStreak is the current streak, on track while it runs, projected without missed days")
    func readingStreak() throws {
      let shelf = try Bookshelf(try Stack())
      for day in 2...4 { try shelf.read(daysAgo: day) }
      // The last day was the day before yesterday, so no streak runs.
      #expect(try shelf.goal("readingStreak").number("current") == 0)
      #expect(try shelf.goal("readingStreak")["onTrack"] as? Bool == false)
      try shelf.read(daysAgo: 1)
      var goal = try shelf.goal("readingStreak")
      #expect(goal.number("current") == 4 && goal.number("remaining") == 3 && goal["onTrack"] as? Bool == true)
      #expect(goal.text("subtitle") == "3 days remaining")
      // Three days after yesterday.
      #expect(goal.text("projectedDate") == Listener.day(-2))
      try shelf.read(daysAgo: 0)
      #expect(try shelf.goal("readingStreak").text("projectedDate") == Listener.day(-2))
      try shelf.aim(at: "6", "readingStreak")
      goal = try shelf.goal("readingStreak")
      #expect(goal.text("subtitle") == "1 day remaining" && goal.text("projectedDate") == Listener.day(-1))
      try shelf.aim(at: "5", "readingStreak")
      #expect(try shelf.goal("readingStreak").text("projectedDate") == Listener.day(0))
    }

    @Test("projectedDate is today when the target is reached, and twice the days at half of it")
    func pace() throws {
      let shelf = try Bookshelf(try Stack())
      try shelf.finish(1...2, at: Self.startOfYear)
      try shelf.aim(at: "2", "annualReading")
      var goal = try shelf.goal("annualReading")
      #expect(goal["onTrack"] as? Bool == true && goal.text("projectedDate") == Listener.day(0))
      try shelf.aim(at: "4", "annualReading")
      goal = try shelf.goal("annualReading")
      // ⌈4 × day / 2⌉ days from 1 January: as many days from today as have passed.
      #expect(goal.text("projectedDate") == Listener.day(-Self.dayOfYear))
      #expect(goal["onTrack"] as? Bool == (2 * Self.dayOfYear <= (Self.year % 4 == 0 ? 366 : 365)))
      #expect(try shelf.aim(at: "10001", "annualReading").status == 422)
      try shelf.aim(at: "10000", "annualReading")
      goal = try shelf.goal("annualReading")
      #expect(goal["onTrack"] as? Bool == false && goal.text("subtitle") == "9998 books remaining")
    }

    @Test("Setting and clearing a target takes effect at once, and only for its user")
    func targets() throws {
      let stack = try Stack()
      let shelf = try Bookshelf(stack)
      let other = try Bookshelf(stack, user: "bea")
      try shelf.finish(1...6)
      for target in ["24", "24.0", "24"] {
        let response = try shelf.aim(at: target, "annualReading")
        #expect(response.status == 200, "\(response.text)")
        #expect(response.object.text("type") == "annualReading" && response.object.number("target") == 24)
        #expect(response.object.number("current") == 6 && response.object.number("progress") == 0.25)
        #expect(NSDictionary(dictionary: response.object) == NSDictionary(dictionary: try shelf.goal("annualReading")))
      }
      #expect(try other.goal("annualReading").number("target") == 12)
      #expect(try other.goal("annualReading").number("current") == 0)
      for _ in 0..<2 { try shelf.delete("goals/annualReading") }
      #expect(try shelf.goal("annualReading").number("target") == 12)
      try shelf.delete("goals/readingStreak")
    }

    @Test(
      "Rejects a target that is not a whole number from 1",
      arguments: ["0", "-1", "1.5", "null", #""12""#, "1000000001", "1e30", "[]"])
    func rejections(target: String) throws {
      let shelf = try Bookshelf(try Stack())
      let response = try shelf.aim(at: target, "annualReading")
      #expect(response.status == 422, "\(response.text)")
      #expect(response.object.list("errors").map { $0.text("field") } == ["target"])
      #expect(try shelf.goal("annualReading").number("target") == 12)
    }

    @Test("A weekly goal that counts always recounts all weeks, and is at most 14")
    func weeklyRucks() throws {
      let shelf = try Bookshelf(try Stack())
      let monday = Reader.start(of: .weekOfYear)
      for days in [-7, -6, -5, 0] {
        let start = Reader.text(monday + Double(days) * 86_400)
        let end = Reader.text(monday + Double(days) * 86_400 + 60)
        let body =
          #"{"startedAt": "\#(start)", "endedAt": "\#(end)", "distance": 1000, "loadWeight": 10}"#
        #expect(try shelf.client.post("/api/v1/rucks", body).status == 201)
      }
      func streak() throws -> [String: Any] { try shelf.client.get("/api/v1/rucks/streak").object }
      #expect(try streak().number("weeklyGoal") == 2 && streak().number("current") == 1)
      #expect(try shelf.goal("weeklyRucks").number("current") == 1)
      #expect(try shelf.aim(at: "1", "weeklyRucks").object.text("subtitle") == "Goal reached")
      #expect(try streak().number("current") == 2 && streak().object("thisWeek").number("remaining") == 0)
      #expect(try shelf.aim(at: "4", "weeklyRucks").status == 200)
      #expect(try streak().number("longest") == 0 && streak().object("thisWeek").number("remaining") == 3)
      let weeks = try shelf.client.get("/api/v1/rucks/weekly?weeks=2").object.list("weeks")
      #expect(weeks.map { $0["meetsGoal"] as? Bool } == [false, false])
      #expect(try shelf.aim(at: "15", "weeklyRucks").status == 422)
      #expect(try shelf.aim(at: "14", "weeklyRucks").status == 200)
      try shelf.delete("goals/weeklyRucks")
      #expect(try streak().number("weeklyGoal") == 2)
    }

    @Test("Rejects an unknown goal, a missing target, an unsupported method, and a read token")
    func wrongCalls() throws {
      let stack = try Stack()
      let shelf = try Bookshelf(stack)
      let missing = try shelf.client.put("/api/v1/goals/annualReading", "{}")
      #expect(missing.status == 422 && missing.object.list("errors").map { $0.text("field") } == ["target"])
      #expect(try shelf.client.put("/api/v1/goals/annualReading", "[]").status == 422)
      #expect(try shelf.aim(at: "1e400", "annualReading").status == 400)
      #expect(try shelf.aim(at: "3", "weeklyReading").status == 404)
      #expect(try shelf.client.delete("/api/v1/goals/weeklyReading").status == 404)
      #expect(try shelf.client.delete("/api/v1/goals/a%20b").status == 422)
      #expect(try shelf.client.get("/api/v1/goals/annualReading").status == 405)
      #expect(try shelf.client.post("/api/v1/achievements", "{}").status == 405)
      let reader = try stack.client(user: "ada", scope: "read")
      #expect(try reader.put("/api/v1/goals/annualReading", #"{"target": 3}"#).status == 403)
      #expect(try reader.delete("/api/v1/goals/annualReading").status == 403)
      #expect(try reader.get("/api/v1/goals").status == 200)
    }

    @Test("Responses have an ETag, which a new target changes", arguments: ["goals", "achievements"])
    func tags(path: String) throws {
      let shelf = try Bookshelf(try Stack())
      let first = try shelf.client.get("/api/v1/\(path)")
      let tag = try #require(first.headers["etag"])
      #expect(first.headers["cache-control"] == "private, max-age=300")
      #expect(first.headers["vary"] == "Authorization")
      #expect(try shelf.client.get("/api/v1/\(path)", headers: ["If-None-Match": tag]).status == 304)
      try shelf.aim(at: "3", "annualReading")
      try shelf.finish("a")
      let second = try shelf.client.get("/api/v1/\(path)", headers: ["If-None-Match": tag])
      #expect(second.status == 200 && second.headers["etag"] != tag)
    }
  }
}
