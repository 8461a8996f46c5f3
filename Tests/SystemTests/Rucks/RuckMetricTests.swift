import Foundation
import Testing

extension SystemTests {
  @Suite("Rucks: metrics")
  struct RuckMetricTests {
    @Test("Distance totals, total weight moved, average pace and load of all time")
    func totals() throws {
      let stack = try Stack()
      let analytics = try Walker.threeRucks(try stack.client(user: "ada")).read("analytics?period=allTime")
      #expect(analytics.text("timePeriod") == "allTime")
      #expect(analytics.text("from") == Listener.day(Walker.daysAgo(weeks: 1)))
      #expect(analytics.text("to") == Listener.day(0))
      #expect(analytics.number("totalSessions") == 3)
      // 10 + 5 + 8 km in 100 + 60 + 112 minutes.
      #expect(analytics.number("totalDistance") == 23_000)
      #expect(analytics.number("totalDuration") == 16_320)
      // 20 × 10,000 + 10 × 5,000 + 30 × 8,000.
      #expect(analytics.number("totalWeightMoved") == 490_000)
      #expect(isNear(analytics.number("averagePace"), 272.0 / 23))
      #expect(analytics.number("averageLoad") == 20)
      #expect(analytics.number("totalCalories") == 1_200)
      #expect(analytics.number("trainingStreak") == 1)
      for name in ["distanceTrend", "paceTrend", "weightMovedTrend", "sessionsTrend"] {
        #expect(analytics[name] is NSNull, "\(name)")
      }
    }

    @Test("Weekly totals and trends compare with the same part of last week")
    func trends() throws {
      let stack = try Stack()
      let walker = Walker(client: try stack.client(user: "ada"))
      // Last Monday 8 km in 80 minutes with 10 kg; today 10 km in 90 with 10 kg.
      try walker.ruck(Walker.daysAgo(weeks: 1), minutes: 80, km: 8, kg: 10)
      try walker.ruck(0, "00:00", minutes: 90, km: 10, kg: 10)
      let analytics = try walker.read("analytics?period=weekly")
      #expect(analytics.text("from") == Listener.day(Walker.sinceMonday))
      #expect(analytics.number("totalSessions") == 1 && analytics.number("totalDistance") == 10_000)
      func trend(_ name: String) -> [String] {
        let trend = analytics.object(name)
        return ["current", "previous", "changePercent"].map { "\(trend.number($0) ?? -1)" }
          + [trend.text("direction") ?? ""]
      }
      #expect(trend("distanceTrend") == ["10000.0", "8000.0", "25.0", "up"])
      // 9 minutes per kilometre after 10: the number falls by a tenth.
      #expect(trend("paceTrend") == ["9.0", "10.0", "-10.0", "down"])
      #expect(trend("weightMovedTrend") == ["100000.0", "80000.0", "25.0", "up"])
      #expect(trend("sessionsTrend") == ["1.0", "1.0", "0.0", "flat"])
    }

    @Test("The default period is monthly, and a month after an empty one has no trends")
    func monthly() throws {
      let stack = try Stack()
      let walker = Walker(client: try stack.client(user: "ada"))
      let empty = try walker.read("analytics")
      #expect(empty.text("timePeriod") == "monthly" && empty["averagePace"] is NSNull && empty["averageLoad"] is NSNull)
      #expect(empty.number("totalDistance") == 0)
      try walker.ruck(0, "00:00", minutes: 60, km: 5, kg: 10)
      let analytics = try walker.read("analytics")
      #expect(analytics.number("totalDistance") == 5_000 && analytics["distanceTrend"] is NSNull)
      #expect(analytics.text("from") == Listener.day(0).prefix(8) + "01")
      for path in ["analytics?period=daily", "breakdown?period=x", "weekly?weeks=0", "weekly?weeks=261"] {
        #expect(try walker.client.get("/api/v1/rucks/\(path)").status == 400, "\(path)")
      }
    }

    @Test("Returns personal records, and the next best after the holder is deleted")
    func records() throws {
      let stack = try Stack()
      let walker = try Walker.threeRucks(try stack.client(user: "ada"))
      func record(_ name: String) throws -> String {
        let record = try walker.read("records").object(name)
        return "\(record.text("ruckId") ?? "none") \(record.number("value") ?? -1)"
      }
      #expect(try record("longestDistance") == "a 10000.0")
      #expect(try record("fastestPace") == "a 10.0")
      #expect(try record("heaviestLoad") == "c 30.0")
      #expect(try record("highestCalorieBurn") == "a 800.0")
      #expect(try record("mostWeightMoved") == "c 240000.0")
      // 900 m are too short for a pace record. The second 10 km tie, so the earlier ruck keeps the record.
      try walker.ruck(Walker.daysAgo(weeks: 1, weekday: 3), minutes: 5, km: 0.9, kg: 1, more: #", "id": "d""#)
      try walker.ruck(Walker.daysAgo(weeks: 1, weekday: 4), minutes: 100, km: 10, kg: 1, more: #", "id": "e""#)
      #expect(try record("longestDistance") == "a 10000.0")
      #expect(try record("fastestPace") == "a 10.0")
      #expect(try walker.client.delete("/api/v1/rucks/c").status == 204)
      #expect(try record("heaviestLoad") == "a 20.0")
      #expect(try record("mostWeightMoved") == "a 200000.0")
    }

    @Test("Returns weekly data with empty weeks and the weekly goal")
    func weekly() throws {
      let stack = try Stack()
      let walker = try Walker.threeRucks(try stack.client(user: "ada"))
      let weekly = try walker.read("weekly?weeks=2")
      let weeks = weekly.list("weeks")
      #expect(weeks.map { $0.text("weekStart") } == [1, 0].map { Listener.day(Walker.daysAgo(weeks: $0)) })
      #expect(weeks.map { $0.number("sessions") } == [3, 0])
      #expect(weeks.map { $0.number("distance") } == [23_000, 0])
      #expect(weeks.map { $0.number("weightMoved") } == [490_000, 0])
      #expect(isNear(weeks.first?.number("averagePace"), 272.0 / 23) && weeks.last?["averagePace"] is NSNull)
      #expect(weeks.map { $0["meetsGoal"] as? Bool } == [true, false])
      #expect(weekly.number("averageSessionsPerWeek") == 1.5)
      #expect(weekly.number("averageDistancePerWeek") == 11_500)
      #expect(try walker.read("weekly").list("weeks").count == 12)
    }

    @Test("Returns current and longest streak, the rest of this week, and a celebration at four weeks")
    func streak() throws {
      let stack = try Stack()
      let walker = Walker(client: try stack.client(user: "ada"))
      for week in 1...3 {
        try walker.ruck(Walker.daysAgo(weeks: week), minutes: 60, km: 5, kg: 10)
        try walker.ruck(Walker.daysAgo(weeks: week, weekday: 6), minutes: 60, km: 5, kg: 10)
      }
      // One ruck in the week before those is not enough, so the streak starts after it.
      try walker.ruck(Walker.daysAgo(weeks: 4), minutes: 60, km: 5, kg: 10)
      try walker.ruck(0, "00:00", minutes: 60, km: 5, kg: 10)
      let before = try walker.read("streak")
      #expect(before.number("current") == 3 && before.number("longest") == 3 && before.number("weeklyGoal") == 2)
      #expect(before.object("thisWeek").number("remaining") == 1 && before["celebration"] is NSNull)
      try walker.ruck(0, "00:01", minutes: 60, km: 5, kg: 10)
      let after = try walker.read("streak")
      #expect(after.number("current") == 4 && after.number("longest") == 4)
      #expect(after.object("thisWeek").number("sessions") == 2)
      #expect(after.object("thisWeek")["meetsGoal"] as? Bool == true)
      #expect(after.object("celebration").number("weeks") == 4)
      #expect(try walker.read("analytics").number("trainingStreak") == 4)
    }

    @Test("Pace distribution, terrain, weather, load progression and calorie burn")
    func breakdown() throws {
      let stack = try Stack()
      let walker = try Walker.threeRucks(try stack.client(user: "ada"))
      let breakdown = try walker.read("breakdown?period=allTime")
      let paces = breakdown.list("paceDistribution")
      #expect(paces.map { $0.number("from") } == [10, 12, 14] && paces.map { $0.number("to") } == [10.5, 12.5, 14.5])
      #expect(paces.map { $0.number("sessions") } == [1, 1, 1])
      let terrain = breakdown.list("terrain")
      #expect(terrain.map { $0.text("type") } == ["trail", "road"])
      #expect(terrain.map { $0.number("distance") } == [8_000, 4_000])
      // 6 km at 10 and 2 km at 12 minutes per kilometre.
      #expect(isNear(terrain.first?.number("averagePace"), 10.5) && isNear(terrain.last?.number("averagePace"), 10))
      let conditions = breakdown.object("weather").list("byCondition")
      #expect(conditions.map { $0.text("condition") } == ["sun", "rain"])
      // 60 + 112 minutes over 13 km.
      #expect(isNear(conditions.first?.number("averagePace"), 172.0 / 13))
      // 0, 10, 20 °C with 10, 12, 14 are a straight line.
      #expect(isNear(breakdown.object("weather").number("temperaturePaceCorrelation"), 1))
      let loads = breakdown.list("loadProgression")
      #expect(loads.map { $0.text("weekStart") } == [Listener.day(Walker.daysAgo(weeks: 1))])
      #expect(loads.first?.number("averageLoad") == 20 && loads.first?.number("maxLoad") == 30)
      // 1,200 kcal in 160 minutes.
      #expect(isNear(breakdown.number("calorieBurnRate"), 450))
      #expect(try walker.client.delete("/api/v1/rucks/c").status == 204)
      let fewer = try walker.read("breakdown?period=allTime")
      #expect(fewer.object("weather")["temperaturePaceCorrelation"] is NSNull)
      let none = try Walker(client: try stack.client(user: "bea")).read("breakdown")
      #expect(none.list("paceDistribution").isEmpty && none["calorieBurnRate"] is NSNull)
    }
  }
}
