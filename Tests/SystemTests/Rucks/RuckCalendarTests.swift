import Foundation
import Testing

extension SystemTests {
  @Suite("Rucks, day by day")
  struct RuckCalendarTests {
    private func walker(_ stack: Stack) throws -> Walker { Walker(client: try stack.client(user: "ada")) }

    @Test("Activity spreads a ruck over midnight by elapsed time, in moving minutes where they are given")
    func midnight() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      // Four hours with three of moving: 90 minutes for each half.
      try walker.walk(from: "2026-03-02T22:00:00Z", to: "2026-03-03T02:00:00Z", minutes: 180)
      #expect(try walker.minutes(from: "2026-03-01", to: "2026-03-04") == [0, 90, 90, 0])
      // Up to midnight is not over it; and what ends where it began belongs to the day of its start.
      try walker.walk(from: "2026-03-04T23:00:00Z", to: "2026-03-05T00:00:00Z")
      try walker.walk(from: "2026-03-06T00:00:00Z", to: "2026-03-06T00:00:00Z", minutes: 12.34)
      #expect(try walker.minutes(from: "2026-03-04", to: "2026-03-06") == [60, 0, 12.34])
      // All else is of the day it started on: no session and no distance on the 3rd.
      let records = try walker.read("records")
      #expect(records.object("longestDistance").text("date") == "2026-03-02")
      // Days that begin at 1: three hours before it, one behind.
      try walker.setProfile(#"{"dayStart": 1}"#)
      #expect(try walker.minutes(from: "2026-03-02", to: "2026-03-06") == [135, 45, 60, 12.34, 0])
      let kind = try walker.client.get("/api/v1/analytics/activity?kind=rucks&range=week")
      #expect(kind.object.list("dataPoints").count == 7 && kind.object.text("range") == "week")
    }

    @Test("A ruck of seven days gives each day its share, and a day of 23 hours less")
    func clockChange() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      try walker.setProfile(#"{"timezone": "Europe/Berlin"}"#)
      // From 28 March 2025, 23:00 in Berlin, to midnight of the 30th, a day with 23 hours: 1 + 23.
      let id = try walker.walk(from: "2025-03-28T22:00:00Z", to: "2025-03-30T22:00:00Z")
      #expect(try walker.minutes(from: "2025-03-27", to: "2025-03-31") == [0, 60, 1_440, 1_380, 0])
      try walker.patch(id, #"{"endedAt": "2025-04-04T22:00:00Z", "movingTime": 100800}"#)
      // A sixth of the time is moving: 10 minutes an hour; the last day has 24 of them.
      #expect(try walker.minutes(from: "2025-03-28", to: "2025-03-31") == [10, 240, 230, 240])
      #expect(try walker.minutes(from: "2025-04-04", to: "2025-04-05") == [240, 0])
    }

    @Test("Weeks begin on Monday where the user is: a second decides, also where the clocks change that night")
    func mondays() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      try walker.setProfile(#"{"timezone": "Europe/Berlin"}"#)
      // Monday 31 March 2025 begins at 22:00 in UTC, since summer time began on Sunday.
      try walker.walk(from: "2025-03-30T21:59:59Z", to: "2025-03-30T22:59:59Z", kg: 10)
      try walker.walk(from: "2025-03-30T22:00:00Z", to: "2025-03-30T23:00:00Z", kg: 30)
      func loads() throws -> [String] {
        try walker.read("breakdown?period=allTime").list("loadProgression").map {
          "\($0.text("weekStart") ?? "") \($0.number("averageLoad") ?? -1)"
        }
      }
      #expect(try loads() == ["2025-03-24 10.0", "2025-03-31 30.0"])
      #expect(try walker.read("streak").number("longest") == 0)
      #expect(try walker.read("analytics?period=allTime").text("from") == "2025-03-30")
      // With days that begin at 1 both are of Sunday; further east both are of Monday.
      try walker.setProfile(#"{"dayStart": 1}"#)
      #expect(try loads() == ["2025-03-24 20.0"])
      #expect(try walker.read("streak").number("longest") == 1)
      try walker.setProfile(#"{"timezone": "Asia/Kolkata", "dayStart": 0}"#)
      #expect(try loads() == ["2025-03-31 20.0"])
    }

    @Test("A change of zone or of the day's beginning moves rucks between weeks, records' days and streaks at once")
    func moves() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      let (monday, before) = (Listener.day(Walker.daysAgo(weeks: 2)), Listener.day(Walker.daysAgo(weeks: 3)))
      // Half past midnight of a Monday, and the noon of its Tuesday; one ruck in the week before.
      try walker.walk(Walker.daysAgo(weeks: 2), "00:30", minutes: 60, km: 12)
      try walker.walk(Walker.daysAgo(weeks: 2, weekday: 1), "12:00", minutes: 60, km: 5)
      try walker.walk(Walker.daysAgo(weeks: 3), "12:00", minutes: 60, km: 5)
      let asSent: [String: Double] = [monday: 2, before: 1]
      #expect(try walker.weeks() == asSent)
      #expect(try walker.read("records").object("longestDistance").text("date") == monday)
      // In New York it is still Sunday evening then, and so it is in UTC with days that begin at 4.
      for profile in [#"{"timezone": "America/New_York"}"#, #"{"timezone": "UTC", "dayStart": 4}"#] {
        try walker.setProfile(profile)
        #expect(try walker.weeks() == [before: 2, monday: 1], "\(profile)")
        let sunday = Listener.day(Walker.daysAgo(weeks: 3, weekday: 6))
        #expect(try walker.read("records").object("longestDistance").text("date") == sunday, "\(profile)")
        #expect(try walker.read("streak").number("longest") == 1)
      }
      try walker.setProfile(#"{"dayStart": 0}"#)
      #expect(try walker.weeks() == asSent)
    }

    @Test("What was uploaded late counts as if it had come in time, in whatever order")
    func lateUpload() throws {
      let stack = try Stack()
      let days = [30, 29, 16, 15, 9, 8, 2, 1]
      var bodies: [[Data]] = []
      for (user, order) in [("ada", days), ("bea", days.reversed()), ("cyd", [9, 30, 1, 16, 29, 2, 15, 8])] {
        let walker = Walker(client: try stack.client(user: user))
        for day in order {
          try walker.walk(
            day, "07:00", minutes: Double(50 + day), km: Double(day % 5) + 0.1, kg: Double(day) + 0.3,
            more: #", "weather": {"temperature": \#(Double(day) / 3), "condition": "sun"}"#)
        }
        let paths = ["records", "streak", "weekly", "analytics?period=allTime", "breakdown?period=allTime"]
        bodies.append(try paths.map { try walker.client.get("/api/v1/rucks/\($0)").body })
      }
      #expect(bodies[1] == bodies[0] && bodies[2] == bodies[0])
    }
  }
}
