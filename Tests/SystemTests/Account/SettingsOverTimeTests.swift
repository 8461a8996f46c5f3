import Foundation
import Testing

extension SystemTests {
  /// A change of settings does not change past years, unless the user says that it was always so.
  @Suite("Settings over time")
  struct SettingsOverTimeTests {
    private static func day(_ number: Int) -> String { "2025-12-\(number < 10 ? "0" : "")\(number)" }

    @Test("Moving to Tokyo keeps the streak, the year and the ETag; always recalculates them")
    func moving() throws {
      let chronicle = try Chronicle(Stack())
      let client = chronicle.client
      #expect(try client.put("/api/v1/profile", #"{"timezone": "Europe/Berlin"}"#).status == 200)
      try chronicle.story("a")
      // Thirty evenings in Berlin. In Tokyo they are mornings, and one of them is on the same day as the one before.
      for number in 2...31 {
        let time = number == 20 ? "07:00" : "21:30"
        let end = number == 20 ? "07:10" : "21:40"
        try chronicle.listen("a", "\(Self.day(number))T\(time):00Z", "\(Self.day(number))T\(end):00Z")
      }
      try chronicle.book("eve", finished: "2025-12-31T22:00:00Z")
      let before = try client.get("/api/v1/review/2025")
      #expect(before.object.object("listening").number("longestStreak") == 30)
      #expect(before.object.object("reading").number("books") == 1)
      #expect(before.object.number("busiestHour") == 22)

      #expect(try client.put("/api/v1/profile", #"{"timezone": "Asia/Tokyo"}"#).status == 200)
      let after = try client.get("/api/v1/review/2025")
      #expect(after.body == before.body && after.headers["etag"] == before.headers["etag"])
      #expect(try client.get("/api/v1/analytics/summary").object.number("longestStreak") == 30)
      let kept = try client.get("/api/v1/analytics/sessions?from=2025-12-31&to=2025-12-31").object.list("items")
      #expect(kept.count == 1)

      let always = try client.put("/api/v1/profile", #"{"timezone": "Asia/Tokyo", "since": "always"}"#)
      #expect(always.object.object("history").list("timezone").map { $0.text("value") } == ["Asia/Tokyo"])
      let recalculated = try client.get("/api/v1/review/2025").object
      #expect(recalculated.number("busiestHour") == 6)
      #expect(recalculated["reading"] is NSNull && recalculated.object("listening").number("longestStreak") != 30)
      #expect(try client.get("/api/v1/review/2026").object.object("reading").number("books") == 1)
    }

    @Test("The profile lists its settings over time, with the first since null")
    func history() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      let first = try client.get("/api/v1/profile").object
      #expect(first.object("history").list("timezone").map { $0.text("value") } == ["UTC"])
      #expect(first.object("history").list("dayStart").first?["since"] is NSNull)
      _ = try client.put("/api/v1/profile", #"{"timezone": "Europe/Berlin", "dayStart": 4, "since": "2024-06-01"}"#)
      let profile = try client.put("/api/v1/profile", #"{"timezone": "Asia/Tokyo", "since": "2024-07-01"}"#).object
      let zones = profile.object("history").list("timezone")
      #expect(zones.map { $0.text("value") } == ["UTC", "Europe/Berlin", "Asia/Tokyo"])
      #expect(zones[0]["since"] is NSNull)
      #expect(zones.dropFirst().map { $0.text("since") } == ["2024-06-01T02:00:00Z", "2024-06-30T19:00:00Z"])
      #expect(profile.object("history").list("restDaysPerWeek").count == 1)
      for since in ["", "tomorrow", "2999-01-01", "1969-12-31", "2024-06-01T00:00:00Z"] {
        let response = try client.put("/api/v1/profile", #"{"dayStart": 5, "since": "\#(since)"}"#)
        #expect(
          response.status == 422 && response.object.list("errors").map { $0.text("field") } == ["since"], "\(since)")
      }
      #expect(try client.put("/api/v1/profile", #"{"dayStart": 5, "since": 3}"#).status == 422)
      // A backup and a check of the data agree with it.
      #expect(try stack.command("verify").code == 0)
    }

    @Test("Raising the weekly goal keeps a streak of 26 weeks")
    func weeklyGoal() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      let monday = Reader.start(of: .weekOfYear)
      for week in 1...26 {
        for day in [0, 2] {
          let start = monday + Double(day - 7 * week) * 86_400 + 36_000
          let times = #""startedAt": "\#(Reader.text(start))", "endedAt": "\#(Reader.text(start + 3_600))""#
          let body = #"{\#(times), "distance": 5000, "loadWeight": 10}"#
          #expect(try client.post("/api/v1/rucks", body).status == 201)
        }
      }
      #expect(try client.get("/api/v1/rucks/streak").object.number("current") == 26)
      #expect(try client.put("/api/v1/goals/weeklyRucks", #"{"target": 3}"#).status == 200)
      let streak = try client.get("/api/v1/rucks/streak").object
      #expect(streak.number("current") == 26 && streak.number("longest") == 26 && streak.number("weeklyGoal") == 3)
      let weeks = try client.get("/api/v1/rucks/weekly?weeks=2").object.list("weeks")
      #expect(weeks.map { $0.number("goal") } == [2, 3] && weeks.map { $0["meetsGoal"] as? Bool } == [true, false])
      #expect(try client.put("/api/v1/goals/weeklyRucks", #"{"target": 3, "since": "always"}"#).status == 200)
      #expect(try client.get("/api/v1/rucks/streak").object.number("longest") == 0)
    }

    @Test("Each year has the last target that was set before it ended")
    func yearlyGoals() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      func aim(_ target: Int, _ since: String) throws {
        let body = #"{"target": \#(target), "since": "\#(since)"}"#
        #expect(try client.put("/api/v1/goals/annualReading", body).status == 200)
      }
      try aim(20, "2023-05-05")
      try aim(30, "2024-12-31")
      func target(_ year: Int) throws -> Double? {
        let response = try client.get("/api/v1/goals?year=\(year)").object
        #expect(response.number("year") == Double(year))
        let goals = response.list("goals")
        #expect(goals.map { $0.text("type") } == ["annualReading", "culturalDiversity"])
        let members = ["current", "progress", "reached", "target", "type"]
        for goal in goals { #expect(goal.keys.sorted() == members) }
        return goals[0].number("target")
      }
      #expect(try [2022, 2023, 2024, 2025].map(target) == [12, 20, 30, 30])
      let review = try client.get("/api/v1/review/2023").object.list("goals")
      #expect(review.map { $0.number("target") } == [20, 5] && review[0]["reached"] as? Bool == false)
      #expect(try client.delete("/api/v1/goals/annualReading").status == 204)
      #expect(try [2024, 2025].map(target) == [30, 30])
      let now = try client.get("/api/v1/goals").object
      #expect(now.keys.sorted() == ["goals"] && now.list("goals")[0].number("target") == 12)
      #expect(try client.get("/api/v1/goals?year=0").status == 400)
      #expect(try client.put("/api/v1/goals/annualReading", #"{"target": 3, "since": "2999-01-01"}"#).status == 422)
    }
  }
}
