import Chronology
import Domain
import Proto

/// Compares every ruck query over 500,000 rucks with the same query over 100 in the same weeks. Cached results make
/// both cost the same.
enum RuckBench {
  static let bench = Bench(
    name: "rucks", summary: "queries over 500,000 rucks compared with 100, in process and over HTTP", run: run)

  private static let now = Instant(seconds: 1_795_168_800)
  private static let span: Int64 = 100 * 7 * 86_400

  static func run() throws -> [BenchRow] {
    var small = view(of: 100)
    var large = view(of: 500_000)
    var rows = [cold(&large)]
    for period in RuckPeriod.allCases {
      rows.append(compare("analytics, \(period.rawValue)", &small, &large) { $0.ruckAnalytics(of: period, now: now) })
      rows.append(compare("breakdown, \(period.rawValue)", &small, &large) { $0.ruckBreakdown(of: period, now: now) })
    }
    rows.append(compare("records", &small, &large) { $0.ruckRecords() })
    rows.append(compare("weekly", &small, &large) { $0.ruckWeeks(now: now) })
    rows.append(compare("streak", &small, &large) { $0.trainingStreak(now: now) })
    return rows + (try RuckStack.run())
  }

  private static func cold(_ view: inout StatsView) -> BenchRow {
    let first = Bench.microseconds(count: 1) { _ in view.ruckAnalytics(of: .allTime, now: now).totalSessions }
    return BenchRow("first analytics of all time, 500,000 rucks", first / 1_000, "ms")
  }

  private static func compare(
    _ name: String, _ small: inout StatsView, _ large: inout StatsView,
    _ query: (inout StatsView) -> some Encodable
  ) -> BenchRow {
    let best = Bench.querying(&small, &large, query)
    // No target: with three rucks in a period the reply is a few buckets shorter, and in process its encoding is most
    // of the cost. The benchmark over HTTP has targets.
    return BenchRow(
      "\(name) and its bytes, 500,000 rucks", best.large, "µs", baseline: "100 rucks", baselineValue: best.small)
  }

  private static func view(of count: Int64) -> StatsView {
    var view = StatsView()
    for number in 0..<count {
      let start = now + -span + number * (span / count)
      let ruck = ruck(Int(number), startedAt: start)
      view.apply(.rucks(.recorded(RuckRecorded(ruck: ruck))), zones: NoZones())
    }
    return view
  }

  /// Returns a ruck that differs a little from the others.
  static func ruck(_ number: Int, startedAt start: Instant) -> Ruck {
    let weather = RuckWeather(temperature: Double(number % 31), condition: ["rain", "sun", "fog"][number % 3])
    return Ruck(
      startedAt: start, endedAt: start + 3_000 + Int64(number % 700), distance: 5_000,
      loadWeight: Double(10 + number % 20), calories: 500,
      terrain: [RuckSegment(type: Terrain.allCases[number % 7], distance: 4_000)], weather: weather)
  }
}
