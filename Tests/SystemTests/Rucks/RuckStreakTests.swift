import Foundation
import Testing

extension SystemTests {
  @Suite("Rucks: streaks")
  struct RuckStreakTests {
    private func walker(_ stack: Stack) throws -> Walker { Walker(client: try stack.client(user: "ada")) }

    /// The current streak, the longest, and the rucks that are missing this week.
    private func streak(_ walker: Walker) throws -> [Double?] {
      let streak = try walker.read("streak")
      #expect(streak.number("weeklyGoal") == 2)
      let week = streak.object("thisWeek")
      #expect((week["meetsGoal"] as? Bool) == (week.number("remaining") == 0))
      return [streak.number("current"), streak.number("longest"), week.number("remaining")]
    }

    /// Rucks on the Monday and the Sunday of a week.
    private func twice(_ walker: Walker, weeksAgo: Int) throws {
      try walker.walk(Walker.daysAgo(weeks: weeksAgo), minutes: 60, km: 5)
      try walker.walk(Walker.daysAgo(weeks: weeksAgo, weekday: 6), "23:59", minutes: 60, km: 5)
    }

    @Test("Only streaks of 4, 8, 12, 26 and 52 weeks are celebrated")
    func celebrations() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      try walker.walk(Walker.sinceMonday, minutes: 60, km: 5)
      try walker.walk(Walker.sinceMonday, "00:01", minutes: 60, km: 5)
      var celebrated: [Double] = []
      for weeks in 1...53 {
        if weeks > 1 { try twice(walker, weeksAgo: weeks - 1) }
        let streak = try walker.read("streak")
        #expect(streak.number("current") == Double(weeks) && streak.number("longest") == Double(weeks))
        if let shown = streak["celebration"] as? [String: Any] { celebrated.append(shown.number("weeks") ?? 0) }
      }
      #expect(celebrated == [4, 8, 12, 26, 52])
      #expect(try walker.read("analytics").number("trainingStreak") == 53)
    }

    @Test("The current week does not end a streak, and counts once it has met the goal")
    func runningWeek() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      #expect(try streak(walker) == [0, 0, 2])
      for week in 1...4 { try twice(walker, weeksAgo: week) }
      #expect(try streak(walker) == [4, 4, 2])
      #expect(try walker.read("streak")["celebration"] is NSNull)
      try walker.walk(Walker.sinceMonday, minutes: 60, km: 5)
      #expect(try streak(walker) == [4, 4, 1])
      let second = try walker.walk(0, "00:02", minutes: 60, km: 5)
      #expect(try streak(walker) == [5, 5, 0])
      #expect(try walker.read("streak")["celebration"] is NSNull)
      // A third ruck changes nothing. Without today's two, the week has not met the goal again.
      let third = try walker.walk(0, "00:03", minutes: 60, km: 5)
      #expect(try streak(walker) == [5, 5, 0])
      for id in [second, third] { try walker.delete(id) }
      #expect(try streak(walker) == [4, 4, 1])
    }

    @Test("A week with one ruck ends a streak; a late upload joins it, a deletion splits it")
    func gap() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      for week in [1, 2, 4, 5, 6, 7, 8] { try twice(walker, weeksAgo: week) }
      try walker.walk(Walker.daysAgo(weeks: 3), minutes: 60, km: 5)
      // 1 and 2, and 4 to 8 weeks ago.
      #expect(try streak(walker) == [2, 5, 2])
      let late = try walker.walk(Walker.daysAgo(weeks: 3, weekday: 2), minutes: 60, km: 5)
      #expect(try streak(walker) == [8, 8, 2])
      #expect(try walker.read("analytics?period=allTime").number("trainingStreak") == 8)
      try walker.delete(late)
      #expect(try streak(walker) == [2, 5, 2])
    }

    @Test("A streak that ended the week before last is over but remains the longest")
    func over() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      for week in 2...4 { try twice(walker, weeksAgo: week) }
      #expect(try streak(walker) == [0, 3, 2])
      try walker.walk(Walker.sinceMonday, minutes: 60, km: 5)
      try walker.walk(0, "00:01", minutes: 60, km: 5)
      #expect(try streak(walker) == [1, 3, 0])
    }

    @Test("Two rucks on one day meet the goal, and rest days of the profile have no effect")
    func restDays() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      try walker.walk(Walker.daysAgo(weeks: 1), "06:00", minutes: 60, km: 5)
      try walker.walk(Walker.daysAgo(weeks: 1), "18:00", minutes: 60, km: 5)
      #expect(try streak(walker) == [1, 1, 2])
      try walker.setProfile(#"{"restDaysPerWeek": 3}"#)
      #expect(try streak(walker) == [1, 1, 2])
    }

    @Test("Averages cover all requested weeks, including empty ones")
    func weekly() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      try walker.walk(Walker.daysAgo(weeks: 2), minutes: 60, km: 5, kg: 10)
      try walker.walk(Walker.daysAgo(weeks: 2, weekday: 6), "23:59", minutes: 66, km: 4, kg: 20)
      try walker.walk(Walker.sinceMonday, minutes: 30, km: 0, kg: 20)
      // The minute before the three weeks.
      try walker.walk(Walker.daysAgo(weeks: 2) + 1, "23:59", minutes: 1, km: 100, kg: 100)
      let weekly = try walker.read("weekly?weeks=3")
      let weeks = weekly.list("weeks")
      #expect(weeks.map { $0.text("weekStart") } == [2, 1, 0].map { Listener.day(Walker.daysAgo(weeks: $0)) })
      #expect(weeks.map { $0.number("sessions") } == [2, 0, 1])
      #expect(weeks.map { $0.number("distance") } == [9_000, 0, 0])
      // 10 × 5,000 + 20 × 4,000.
      #expect(weeks.map { $0.number("weightMoved") } == [130_000, 0, 0])
      // 126 minutes on 9 km; the other weeks have no distance.
      #expect(weeks[0].number("averagePace") == 14)
      #expect(weeks[1]["averagePace"] is NSNull && weeks[2]["averagePace"] is NSNull)
      #expect(weeks.map { $0["meetsGoal"] as? Bool } == [true, false, false])
      #expect(weekly.number("averageSessionsPerWeek") == 1 && weekly.number("averageDistancePerWeek") == 3_000)
      #expect(try walker.read("weekly?weeks=1").list("weeks").map { $0.number("sessions") } == [1])
      #expect(try walker.read("weekly?weeks=260").list("weeks").count == 260)
    }
  }
}
