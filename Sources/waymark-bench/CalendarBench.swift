import Chronology
import Glibc
import Service

/// The local day and hour of instants within ten years, compared with the C library's `localtime_r`.
enum CalendarBench {
  static let bench = Bench(name: "calendar", summary: "the local day of an instant", run: run)

  private static let zoneName = "America/New_York"
  private static let count: Int64 = 2_000_000
  /// A little more than two days, so that hour and season vary.
  private static let step: Int64 = 180_007

  static func run() throws -> [BenchRow] {
    let zones = Zones()
    guard zones.zone(named: zoneName) != nil else {
      throw BenchFailure("the time zone \(zoneName) is missing; install tzdata")
    }
    let calendar = zones.calendar(zone: zoneName, dayStart: 4)
    setenv("TZ", zoneName, 1)
    tzset()
    let libc = nanoseconds { second in
      var time = time_t(second)
      var parts = tm()
      localtime_r(&time, &parts)
      return Int64(parts.tm_mday)
    }
    let day = nanoseconds { Int64(calendar.day(of: Instant(seconds: $0)).number) }
    let hour = nanoseconds { Int64(calendar.hour(of: Instant(seconds: $0))) }
    let start = nanoseconds { calendar.start(of: Day(number: Int32(truncatingIfNeeded: $0 / 86_400))).seconds }
    let load = nanoseconds(count: 200) { _ in Int64(Zones().zone(named: zoneName)?.name.utf8.count ?? 0) }
    return [
      BenchRow(
        "local day of an instant", day, "ns", baseline: "localtime_r", baselineValue: libc, target: "≤ 50 ns",
        met: day <= 50),
      BenchRow("local hour of an instant", hour, "ns", baseline: "localtime_r", baselineValue: libc),
      BenchRow("first instant of a day", start, "ns", baseline: "localtime_r", baselineValue: libc),
      BenchRow("opening the zone files and reading one", load / 1e3, "µs"),
    ]
  }

  private static func nanoseconds(count: Int64 = count, _ work: (Int64) -> Int64) -> Double {
    var sum: Int64 = 0
    let first: Int64 = 1_450_000_000
    let span: Int64 = 315_000_000
    let start = ContinuousClock.now
    for index in 0..<count { sum &+= work(first + index * step % span) }
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    // Using the sum keeps the compiler from removing the work.
    return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(count) + (sum == .min ? 1 : 0)
  }
}
