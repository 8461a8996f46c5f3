import Foundation
import Testing

extension SystemTests {
  @Suite("Rucks: periods")
  struct RuckPeriodTests {
    private func trend(_ analytics: [String: Any], _ name: String) -> [String] {
      let trend = analytics.object(name)
      return ["current", "previous", "changePercent"].map { "\(trend.number($0) ?? -1)" } + [
        trend.text("direction") ?? ""
      ]
    }

    @Test(
      "Trends compare a period so far with the same days of the previous one",
      arguments: ["weekly", "monthly", "quarterly", "yearly"])
    func comparison(period: String) throws {
      let stack = try Stack()
      let walker = Walker(client: try stack.client(user: "ada"))
      let (first, before) = Walker.beginnings(of: period)
      let lastCompared = max(before - first, first + 1)
      // This period: 9 km in 90 minutes with 10 kg, in its first second.
      try walker.walk(first, minutes: 90, km: 9, kg: 10)
      // The same days of the previous one: 10 km in 120 minutes with 10 kg, and 2 km in 30 with 20 kg in the last
      // minute.
      try walker.walk(before, minutes: 120, km: 10, kg: 10)
      try walker.walk(lastCompared, "23:59", minutes: 30, km: 2, kg: 20)
      // Outside: a minute before them, and the next day unless the previous period is shorter.
      try walker.walk(before + 1, "23:59", minutes: 500, km: 50, kg: 50)
      if lastCompared - 1 > first { try walker.walk(lastCompared - 1, minutes: 500, km: 50, kg: 50) }
      let analytics = try walker.read("analytics?period=\(period)")
      #expect(analytics.text("timePeriod") == period)
      #expect(analytics.text("from") == Listener.day(first) && analytics.text("to") == Listener.day(0))
      #expect(analytics.number("totalSessions") == 1 && analytics.number("totalDistance") == 9_000)
      #expect(analytics.number("totalDuration") == 5_400 && analytics.number("totalWeightMoved") == 90_000)
      #expect(analytics.number("averagePace") == 10 && analytics.number("averageLoad") == 10)
      // 9 after 12 km: a quarter less.
      #expect(trend(analytics, "distanceTrend") == ["9000.0", "12000.0", "-25.0", "down"])
      // 10 minutes per kilometre after 12.5 (150 minutes on 12 km): a fifth less.
      #expect(trend(analytics, "paceTrend") == ["10.0", "12.5", "-20.0", "down"])
      // 90,000 after 10 × 10,000 + 20 × 2,000: 50 of 140 less, 35.714 %.
      #expect(trend(analytics, "weightMovedTrend") == ["90000.0", "140000.0", "-35.7", "down"])
      #expect(trend(analytics, "sessionsTrend") == ["1.0", "2.0", "-50.0", "down"])
    }

    @Test("Trends compare given days with the same number of days before them")
    func chosenDays() throws {
      let stack = try Stack()
      let walker = Walker(client: try stack.client(user: "ada"))
      try walker.walk(30, minutes: 90, km: 9, kg: 10)
      try walker.walk(21, "23:59", minutes: 60, km: 6, kg: 10)
      try walker.walk(31, "23:59", minutes: 60, km: 10, kg: 10)
      try walker.walk(40, minutes: 60, km: 10, kg: 10)
      try walker.walk(41, "23:59", minutes: 60, km: 99, kg: 10)
      try walker.walk(20, minutes: 60, km: 99, kg: 10)
      let days = "from=\(Listener.day(30))&to=\(Listener.day(21))"
      let analytics = try walker.read("analytics?\(days)")
      #expect(analytics.text("timePeriod") == "custom")
      #expect(analytics.text("from") == Listener.day(30) && analytics.text("to") == Listener.day(21))
      #expect(trend(analytics, "distanceTrend") == ["15000.0", "20000.0", "-25.0", "down"])
      #expect(trend(analytics, "sessionsTrend") == ["2.0", "2.0", "0.0", "flat"])
      let breakdown = try walker.read("breakdown?\(days)")
      #expect(breakdown.list("paceDistribution").map { $0.number("sessions") } == [2])
      let (early, late) = (Listener.day(30), Listener.day(21))
      for query in [
        "from=\(early)", "to=\(late)", "from=\(late)&to=\(early)", "period=weekly&from=\(early)&to=\(late)",
        "period=custom", "from=1990-01-01&to=2026-01-01", "from=x&to=\(late)",
      ] {
        for path in ["analytics", "breakdown"] {
          #expect(try walker.client.get("/api/v1/rucks/\(path)?\(query)").status == 400, "\(query)")
        }
      }
    }

    @Test("Sums the distances of a month, which is the default period")
    func month() throws {
      let stack = try Stack()
      let walker = Walker(client: try stack.client(user: "ada"))
      let (first, _) = Walker.beginnings(of: "monthly")
      try walker.walk(first, minutes: 100, km: 10, kg: 20, more: #", "calories": 700"#)
      try walker.walk(0, "00:01", minutes: 44, km: 4, kg: 10)
      try walker.walk(first + 1, "23:59", minutes: 1, km: 99, kg: 99)
      let analytics = try walker.read("analytics")
      #expect(analytics.text("timePeriod") == "monthly" && analytics.number("totalSessions") == 2)
      #expect(analytics.number("totalDistance") == 14_000 && analytics.number("totalDuration") == 8_640)
      // 20 × 10,000 + 10 × 4,000; 144 minutes on 14 km; 30 kg on two.
      #expect(analytics.number("totalWeightMoved") == 240_000)
      #expect(isNear(analytics.number("averagePace"), 144.0 / 14))
      #expect(analytics.number("averageLoad") == 15 && analytics.number("totalCalories") == 700)
      #expect(
        try walker.client.get("/api/v1/rucks/analytics?period=monthly").body
          == walker.client.get(
            "/api/v1/rucks/analytics"
          ).body)
    }

    @Test("A change below one percent is flat, and up means that the number rises")
    func directions() throws {
      let stack = try Stack()
      let walker = Walker(client: try stack.client(user: "ada"))
      try walker.walk(Walker.daysAgo(weeks: 1), minutes: 100, km: 10, kg: 10)
      try walker.walk(Walker.sinceMonday, minutes: 110, km: 10.099, kg: 20)
      let analytics = try walker.read("analytics?period=weekly")
      // 99 m more than 10,000 are 0.99 %.
      #expect(trend(analytics, "distanceTrend") == ["10099.0", "10000.0", "1.0", "flat"])
      // 201,980 after 100,000.
      #expect(trend(analytics, "weightMovedTrend") == ["201980.0", "100000.0", "102.0", "up"])
      // 110 minutes on 10.099 km are 10.892 per kilometre, after 10: slower, so the number rises by 8.92 %.
      #expect(analytics.object("paceTrend").number("changePercent") == 8.9)
      #expect(analytics.object("paceTrend").text("direction") == "up")
      #expect(trend(analytics, "sessionsTrend") == ["1.0", "1.0", "0.0", "flat"])
    }

    @Test("A trend is null without previous values, and falls to zero without current ones")
    func noTrend() throws {
      let stack = try Stack()
      let walker = Walker(client: try stack.client(user: "ada"))
      // Last Monday the user did not move, so there is no distance and no pace.
      let still = try walker.walk(Walker.daysAgo(weeks: 1), minutes: 60, km: 0, kg: 10)
      try walker.walk(Walker.sinceMonday, minutes: 60, km: 6, kg: 10)
      let first = try walker.read("analytics?period=weekly")
      for name in ["distanceTrend", "paceTrend", "weightMovedTrend"] { #expect(first[name] is NSNull, "\(name)") }
      #expect(trend(first, "sessionsTrend") == ["1.0", "1.0", "0.0", "flat"])
      try walker.patch(still, #"{"distance": 3000}"#)
      try walker.delete("ruck-\(Int(Date().timeIntervalSince1970 / 86_400) * 86_400 - Walker.sinceMonday * 86_400)")
      let second = try walker.read("analytics?period=weekly")
      #expect(trend(second, "distanceTrend") == ["0.0", "3000.0", "-100.0", "down"])
      #expect(trend(second, "sessionsTrend") == ["0.0", "1.0", "-100.0", "down"])
      #expect(second["paceTrend"] is NSNull && second["averagePace"] is NSNull && second["averageLoad"] is NSNull)
    }

    @Test("All time is from the first ruck to today, and only today without rucks")
    func allTime() throws {
      let stack = try Stack()
      let walker = Walker(client: try stack.client(user: "ada"))
      let empty = try walker.read("analytics?period=allTime")
      #expect(empty.text("from") == Listener.day(0) && empty.text("to") == Listener.day(0))
      for name in ["totalSessions", "totalDistance", "totalDuration", "totalWeightMoved", "totalCalories"] {
        #expect(empty.number(name) == 0, "\(name)")
      }
      for name in ["averagePace", "averageLoad", "distanceTrend", "paceTrend", "weightMovedTrend", "sessionsTrend"] {
        #expect(empty[name] is NSNull, "\(name)")
      }
      try walker.walk(0, minutes: 60, km: 6)
      try walker.walk(from: "2004-02-29T23:30:00Z", to: "2004-03-01T01:00:00Z", km: 3)
      let analytics = try walker.read("analytics?period=allTime")
      #expect(analytics.text("from") == "2004-02-29" && analytics.number("totalSessions") == 2)
      // One hour of moving time, and a total time of one and a half hours.
      #expect(analytics.number("totalDuration") == 9_000)
      // 150 minutes on 9 km.
      #expect(isNear(analytics.number("averagePace"), 150.0 / 9))
      #expect(try walker.read("analytics?period=yearly").number("totalSessions") == 1)
    }
  }
}
