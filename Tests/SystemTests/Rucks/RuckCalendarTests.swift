import Foundation
import Testing

extension SystemTests {
  @Suite("Rucks: calendar")
  struct RuckCalendarTests {
    private func walker(_ stack: Stack) throws -> Walker { Walker(client: try stack.client(user: "ada")) }

    @Test("Activity splits a ruck at midnight by elapsed time, in moving minutes if reported")
    func midnight() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      // Four hours with three of moving time: 90 minutes for each half.
      try walker.walk(from: "2026-03-02T22:00:00Z", to: "2026-03-03T02:00:00Z", minutes: 180)
      #expect(try walker.minutes(from: "2026-03-01", to: "2026-03-04") == [0, 90, 90, 0])
      // A ruck that ends at midnight is not over it. An empty span belongs to the day of its start.
      try walker.walk(from: "2026-03-04T23:00:00Z", to: "2026-03-05T00:00:00Z")
      try walker.walk(from: "2026-03-06T00:00:00Z", to: "2026-03-06T00:00:00Z", minutes: 12.34)
      #expect(try walker.minutes(from: "2026-03-04", to: "2026-03-06") == [60, 0, 12.34])
      // Everything else belongs to the day of the start: no session and no distance on the 3rd.
      let records = try walker.read("records")
      #expect(records.object("longestDistance").text("date") == "2026-03-02")
      // With a day start of 1: three hours before it, one after.
      try walker.setProfile(#"{"dayStart": 1}"#)
      #expect(try walker.minutes(from: "2026-03-02", to: "2026-03-06") == [135, 45, 60, 12.34, 0])
      let kind = try walker.client.get("/api/v1/analytics/activity?kind=rucks&range=week")
      #expect(kind.object.list("dataPoints").count == 7 && kind.object.text("range") == "week")
    }

    @Test("A ruck of seven days counts proportionally for each day, less for a day of 23 hours")
    func clockChange() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      try walker.setProfile(#"{"timezone": "Europe/Berlin"}"#)
      // From 28 March 2025, 23:00 in Berlin, to midnight of the 30th, a day with 23 hours: 1 + 23.
      let id = try walker.walk(from: "2025-03-28T22:00:00Z", to: "2025-03-30T22:00:00Z")
      #expect(try walker.minutes(from: "2025-03-27", to: "2025-03-31") == [0, 60, 1_440, 1_380, 0])
      try walker.patch(id, #"{"endedAt": "2025-04-04T22:00:00Z", "movingTime": 100800}"#)
      // A sixth of the time is moving time: 10 minutes per hour; the last day has 24 hours.
      #expect(try walker.minutes(from: "2025-03-28", to: "2025-03-31") == [10, 240, 230, 240])
      #expect(try walker.minutes(from: "2025-04-04", to: "2025-04-05") == [240, 0])
    }

    @Test("Weeks start on Monday in the user's time zone, to the second, even when clocks change")
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
      // With a day start of 1, both are on Sunday. Further east, both are on Monday.
      try walker.setProfile(#"{"dayStart": 1}"#)
      #expect(try loads() == ["2025-03-24 20.0"])
      #expect(try walker.read("streak").number("longest") == 1)
      try walker.setProfile(#"{"timezone": "Asia/Kolkata", "dayStart": 0}"#)
      #expect(try loads() == ["2025-03-31 20.0"])
    }

    @Test("A new time zone or day start moves rucks between weeks, record days and streaks")
    func moves() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      let (monday, before) = (Listener.day(Walker.daysAgo(weeks: 2)), Listener.day(Walker.daysAgo(weeks: 3)))
      // 00:30 on a Monday and noon on its Tuesday; one ruck in the week before.
      try walker.walk(Walker.daysAgo(weeks: 2), "00:30", minutes: 60, km: 12)
      try walker.walk(Walker.daysAgo(weeks: 2, weekday: 1), "12:00", minutes: 60, km: 5)
      try walker.walk(Walker.daysAgo(weeks: 3), "12:00", minutes: 60, km: 5)
      let asSent: [String: Double] = [monday: 2, before: 1]
      #expect(try walker.weeks() == asSent)
      #expect(try walker.read("records").object("longestDistance").text("date") == monday)
      // In New York, and in UTC with a day start of 4, it is still Sunday.
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

    @Test("Late uploads count as if they had been on time, in any order")
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
