import Foundation
import Testing

extension SystemTests {
  @Suite("Rucks: breakdown")
  struct RuckBreakdownTests {
    private func walker(_ stack: Stack) throws -> Walker { Walker(client: try stack.client(user: "ada")) }

    private func weather(_ temperature: Double, _ condition: String = "sun") -> String {
      #", "weather": {"temperature": \#(temperature), "condition": "\#(condition)"}"#
    }

    @Test("A pace on a bucket limit is in the upper bucket; empty buckets are left out")
    func buckets() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      // 105 minutes on 10 km are 10.5; a second less is 10.498; 119.9 minutes are 11.99; no distance has no pace.
      try walker.walk(1, "06:00", minutes: 105, km: 10)
      try walker.walk(1, "07:00", minutes: 105 - 1.0 / 60, km: 10)
      try walker.walk(1, "08:00", minutes: 105.5, km: 10)
      try walker.walk(1, "09:00", minutes: 119.9, km: 10)
      try walker.walk(1, "10:00", minutes: 30, km: 0)
      let buckets = try walker.read("breakdown?period=allTime").list("paceDistribution")
      #expect(buckets.map { $0.number("from") } == [10, 10.5, 11.5])
      #expect(buckets.map { $0.number("to") } == [10.5, 11, 12])
      #expect(buckets.map { $0.number("sessions") } == [1, 2, 1])
    }

    @Test("The pace on a terrain weights each ruck by its distance there")
    func terrain() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      // 10 minutes per kilometre: 1 + 2 km of sand in two segments. 16: 1 km of sand. No distance: no pace.
      try walker.walk(
        1, "06:00", minutes: 50, km: 5,
        more: """
          , "terrain": [{"type": "sand", "distance": 1000}, {"type": "mixed", "distance": 2000}, \
          {"type": "sand", "distance": 2000}]
          """)
      try walker.walk(1, "07:00", minutes: 16, km: 1, more: #", "terrain": [{"type": "sand", "distance": 1000}]"#)
      try walker.walk(1, "08:00", minutes: 16, km: 0, more: #", "terrain": [{"type": "snow", "distance": 500}]"#)
      try walker.walk(1, "09:00", minutes: 20, km: 1)
      let ways = try walker.read("breakdown?period=allTime").list("terrain")
      #expect(ways.map { $0.text("type") } == ["sand", "snow", "mixed"])
      #expect(ways.map { $0.number("distance") } == [4_000, 500, 2_000])
      // (10 × 3 + 16 × 1) / 4.
      #expect(isNear(ways[0].number("averagePace"), 11.5))
      #expect(ways[1]["averagePace"] is NSNull)
      #expect(isNear(ways[2].number("averagePace"), 10))
    }

    @Test("The pace in a weather condition is total minutes over total kilometres")
    func conditions() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      try walker.walk(1, "06:00", minutes: 100, km: 10, more: weather(5, "rain"))
      try walker.walk(1, "07:00", minutes: 40, km: 2, more: weather(6, "rain"))
      try walker.walk(1, "08:00", minutes: 15, km: 1, more: weather(7, "fog"))
      try walker.walk(1, "09:00", minutes: 15, km: 0, more: weather(8, "clear"))
      try walker.walk(1, "10:00", minutes: 15, km: 3)
      let conditions = try walker.read("breakdown?period=allTime").object("weather").list("byCondition")
      // The most frequent first, then by name.
      #expect(conditions.map { $0.text("condition") } == ["rain", "clear", "fog"])
      #expect(conditions.map { $0.number("sessions") } == [2, 1, 1])
      // 140 minutes on 12 km, not the mean of 10 and 20.
      #expect(isNear(conditions[0].number("averagePace"), 140.0 / 12))
      #expect(conditions[1]["averagePace"] is NSNull && conditions[2].number("averagePace") == 15)
    }

    @Test("Correlates temperature and pace (Pearson) for three or more rucks that vary")
    func correlation() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      func correlation() throws -> Any? {
        try walker.read("breakdown?period=allTime").object("weather")["temperaturePaceCorrelation"]
      }
      #expect(try correlation() is NSNull)
      try walker.walk(1, "06:00", minutes: 50, km: 5, more: weather(0))
      try walker.walk(1, "07:00", minutes: 70, km: 5, more: weather(10))
      // Rucks without weather or without a pace do not count.
      try walker.walk(1, "08:00", minutes: 90, km: 5)
      try walker.walk(1, "09:00", minutes: 90, km: 0, more: weather(30))
      #expect(try correlation() is NSNull)
      let third = try walker.walk(1, "10:00", minutes: 60, km: 5, more: weather(20))
      // 0, 10, 20 °C with 10, 14, 12: deviations −10, 0, 10 and −2, 2, 0. Products 20, squares 200 and 8: 20 / 40.
      #expect(isNear(try correlation() as? Double, 0.5))
      // With 8 instead of 12: deviations of 10, 14, 8 from 32/3 are −2/3, 10/3, −8/3;
      // products −20, squares 200 and 168/9.
      try walker.patch(third, #"{"movingTime": 2400}"#)
      #expect(isNear(try correlation() as? Double, -20 / (200 * 168.0 / 9).squareRoot()))
      for start in ["06:00", "07:00", "10:00"] {
        try walker.patch("ruck-\(try seconds(Listener.instant(1, start)))", #"{"weather": {"temperature": 7}}"#)
      }
      #expect(try correlation() is NSNull)
      for (index, start) in ["06:00", "07:00", "10:00"].enumerated() {
        let edit = #"{"weather": {"temperature": \#(index)}, "movingTime": 3000}"#
        try walker.patch("ruck-\(try seconds(Listener.instant(1, start)))", edit)
      }
      #expect(try correlation() is NSNull)
    }

    private func seconds(_ text: String) throws -> Int {
      Int(try #require(ISO8601DateFormatter().date(from: text)).timeIntervalSince1970)
    }

    @Test("Returns mean and heaviest load per week, without empty weeks")
    func loads() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      try walker.walk(Walker.daysAgo(weeks: 4), minutes: 60, km: 5, kg: 10)
      try walker.walk(Walker.daysAgo(weeks: 4, weekday: 6), "23:59", minutes: 60, km: 1, kg: 25)
      try walker.walk(Walker.daysAgo(weeks: 2), minutes: 60, km: 5, kg: 30)
      try walker.walk(Walker.sinceMonday, minutes: 60, km: 5, kg: 0)
      let loads = try walker.read("breakdown?period=allTime").list("loadProgression")
      #expect(loads.map { $0.text("weekStart") } == [4, 2, 0].map { Listener.day(Walker.daysAgo(weeks: $0)) })
      // Every ruck has the same weight, regardless of its distance.
      #expect(loads.map { $0.number("averageLoad") } == [17.5, 30, 0])
      #expect(loads.map { $0.number("maxLoad") } == [25, 30, 0])
    }

    @Test("The burn rate only covers rucks with reported calories")
    func burnRate() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      try walker.walk(1, "06:00", minutes: 60, km: 5)
      #expect(try walker.read("breakdown?period=allTime")["calorieBurnRate"] is NSNull)
      try walker.walk(1, "07:00", minutes: 60, km: 5, more: #", "calories": 500"#)
      // Without a moving time, the total time counts: half an hour.
      try walker.walk(
        from: Listener.instant(1, "08:00"), to: Listener.instant(1, "08:30"), km: 2, more: #", "calories": 300"#)
      // 800 kcal in an hour and a half.
      #expect(isNear(try walker.read("breakdown?period=allTime").number("calorieBurnRate"), 800 / 1.5))
    }

    @Test("The breakdown covers only the rucks of the period, by default this month")
    func periods() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      try walker.walk(0, minutes: 50, km: 5, more: weather(1))
      var before: [String: Int] = [:]
      for period in ["weekly", "monthly", "quarterly", "yearly"] {
        let first = Walker.beginnings(of: period).current
        if before.values.contains(first) { continue }
        before[period] = first
        // The minute before the period, at 14 minutes per kilometre.
        try walker.walk(first + 1, "23:59", minutes: 70, km: 5)
      }
      for period in ["weekly", "monthly", "quarterly", "yearly"] {
        let first = Walker.beginnings(of: period).current
        let slow = before.values.filter { $0 < first }.count
        let buckets = try walker.read("breakdown?period=\(period)").list("paceDistribution")
        #expect(buckets.map { $0.number("sessions") } == (slow > 0 ? [1, Double(slow)] : [1]), "\(period)")
      }
      #expect(
        try walker.read("breakdown").list("paceDistribution").count
          == (try walker.read("breakdown?period=monthly").list("paceDistribution").count))
      let empty = try Walker(client: try stack.client(user: "bea")).read("breakdown?period=allTime")
      for name in ["paceDistribution", "terrain", "loadProgression"] { #expect(empty.list(name).isEmpty, "\(name)") }
      #expect(empty.object("weather").list("byCondition").isEmpty)
      #expect(empty.object("weather")["temperaturePaceCorrelation"] is NSNull && empty["calorieBurnRate"] is NSNull)
    }
  }
}
