import Chronology

extension Bench {
  /// What one of `count` times takes.
  static func microseconds(count: Int, _ work: (Int) -> Int) -> Double {
    var sum = 0
    let start = ContinuousClock.now
    for step in 0..<count { sum &+= work(step) }
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    // The sum is looked at, so that nothing of the work may be left out.
    return (Double(seconds) * 1e6 + Double(attoseconds) / 1e12) / Double(count) + (sum == .min ? 1 : 0)
  }
}

/// Zones are the calendar's own test; in the views' benches all clocks are UTC.
struct NoZones: ZoneSource {
  let version = "none"
  func zone(named name: String) -> Zone? { nil }
}
