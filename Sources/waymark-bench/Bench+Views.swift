import Chronology
import Domain
import Proto

extension Bench {
  /// Returns the time of one of `count` calls.
  static func microseconds(count: Int, _ work: (Int) -> Int) -> Double {
    var sum = 0
    let start = ContinuousClock.now
    for step in 0..<count { sum &+= work(step) }
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    // Using the sum keeps the compiler from removing the work.
    return (Double(seconds) * 1e6 + Double(attoseconds) / 1e12) / Double(count) + (sum == .min ? 1 : 0)
  }

  /// Returns the microseconds of a warm query and its encoding on each view: the minimum of five rounds.
  static func querying(
    _ small: inout StatsView, _ large: inout StatsView, _ query: (inout StatsView) -> some Encodable
  ) -> (small: Double, large: Double) {
    _ = (query(&small), query(&large))
    // Alternates, so that both run under the same conditions.
    var best = (small: Double.infinity, large: Double.infinity)
    for _ in 0..<5 {
      best.small = min(best.small, microseconds(count: 500) { _ in encodedBytes(query(&small)) })
      best.large = min(best.large, microseconds(count: 500) { _ in encodedBytes(query(&large)) })
    }
    return best
  }

  static func encodedBytes(_ reply: some Encodable) -> Int {
    (try? CBOREncoder.encode(reply).count) ?? 0
  }
}

/// Without zones, everything is in UTC. Zones have their own benchmark.
struct NoZones: ZoneSource {
  let version = "none"
  func zone(named name: String) -> Zone? { nil }
}
