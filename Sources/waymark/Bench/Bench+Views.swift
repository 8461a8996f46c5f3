import Chronology
import Domain
import Proto

extension Bench {
  /// What one of `count` times takes.
  static func microseconds(count: Int, _ work: (Int) -> Int) -> Double {
    var sum = 0
    let start = ContinuousClock.now
    for step in 0..<count { sum &+= work(step) }
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    // The sum is checked, so that the compiler may leave out nothing of the work.
    return (Double(seconds) * 1e6 + Double(attoseconds) / 1e12) / Double(count) + (sum == .min ? 1 : 0)
  }

  /// Microseconds for an answer and its bytes from either view, warm: the least of five rounds.
  static func answering(
    _ small: inout StatsView, _ large: inout StatsView, _ ask: (inout StatsView) -> some Encodable
  ) -> (small: Double, large: Double) {
    _ = (ask(&small), ask(&large))
    // In turns, so that both see the same machine.
    var best = (small: Double.infinity, large: Double.infinity)
    for _ in 0..<5 {
      best.small = min(best.small, microseconds(count: 500) { _ in encodedBytes(ask(&small)) })
      best.large = min(best.large, microseconds(count: 500) { _ in encodedBytes(ask(&large)) })
    }
    return best
  }

  static func encodedBytes(_ answer: some Encodable) -> Int {
    (try? CBOREncoder.encode(answer).count) ?? 0
  }
}

/// Zones are the calendar's own test; in the views' benches all clocks are UTC.
struct NoZones: ZoneSource {
  let version = "none"
  func zone(named name: String) -> Zone? { nil }
}
