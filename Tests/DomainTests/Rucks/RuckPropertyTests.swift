import Chronology
import Domain
import Foundation
import Testing

/// Random histories of rucks beside the slow obvious model. `WAYMARK_SEED` repeats the one that failed.
@Suite(.enabled(if: TestZones.areThere, "there is no /usr/share/zoneinfo"))
struct RuckPropertyTests {
  private static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["WAYMARK_SEED"].flatMap(UInt64.init) { return [seed] }
    let count = environment["WAYMARK_HISTORIES"].flatMap(Int.init) ?? 120
    let first = UInt64.random(in: 0..<1 << 40)
    return (0..<UInt64(count)).map { first + $0 }
  }()

  @Test("Every answer about rucks is the slow model's, at any moment of any history")
  func sameAsModel() throws {
    for seed in Self.seeds {
      var history = RandomRucks(seed: seed)
      var view = ListeningView()
      var events: [Event] = []
      var store: [String: [UInt8]] = [:]
      for _ in 0..<Int.random(in: 10...60, using: &history.random) {
        for event in history.next() {
          events.append(event)
          view.apply(event, zones: TestZones.shared)
        }
        if history.chance(15) { try compare(&view, history.facts, now: history.instant(), seed: seed) }
        if history.chance(10) {
          for part in view.takeChangedParts() { store[part.name] = part.bytes }
          let parts = store.map { SnapshotPart(name: $0, bytes: $1) }
          view = try ListeningView(parts: parts, zones: TestZones.shared)
        }
      }
      try compare(&view, history.facts, now: history.instant(), seed: seed)
      var fresh = ListeningView()
      for event in events { fresh.apply(event, zones: TestZones.shared) }
      #expect(
        Dictionary(uniqueKeysWithValues: view.allParts().map { ($0.name, $0.bytes) })
          == Dictionary(uniqueKeysWithValues: fresh.allParts().map { ($0.name, $0.bytes) }), "WAYMARK_SEED=\(seed)")
    }
  }

  private func compare(_ view: inout ListeningView, _ model: SlowRucks, now: Instant, seed: UInt64) throws {
    let today = model.calendar.day(of: now)
    func same(_ answer: some Encodable, _ expected: [String: Any], _ what: String) throws {
      let found = try JSONSerialization.jsonObject(with: JSONEncoder().encode(answer))
      let difference = Self.difference(found, expected, at: what)
      #expect(difference == nil, "\(difference ?? "") WAYMARK_SEED=\(seed)")
    }
    for period in RuckPeriod.allCases {
      try same(view.ruckAnalytics(of: period, now: now), model.analytics(period, on: today), "\(period)")
      try same(view.ruckBreakdown(of: period, now: now), model.breakdown(period, on: today), "\(period) breakdown")
    }
    try same(view.ruckRecords(), model.records(), "records")
    try same(view.trainingStreak(now: now), model.streak(on: today), "streak")
    for count in [1, 12] { try same(view.ruckWeeks(count, now: now), model.weekly(count, on: today), "weekly") }
    for point in view.activity(.month, of: .rucks, now: now) {
      #expect(abs(point.minutes - model.minutes(on: point.date)) < 0.005_001, "\(point) WAYMARK_SEED=\(seed)")
    }
  }

  /// Where two answers differ by more than 1e-9 of their size.
  private static func difference(_ found: Any, _ expected: Any, at path: String) -> String? {
    switch (found, expected) {
    case (let found as [String: Any], let expected as [String: Any]):
      guard Set(found.keys) == Set(expected.keys) else { return "\(path): \(found) is not \(expected)" }
      return found.keys.sorted().compactMap { difference(found[$0]!, expected[$0]!, at: "\(path).\($0)") }.first
    case (let found as [Any], let expected as [Any]):
      guard found.count == expected.count else { return "\(path): \(found) is not \(expected)" }
      return found.indices.compactMap { difference(found[$0], expected[$0], at: "\(path)[\($0)]") }.first
    case (let found as String, let expected as String):
      return found == expected ? nil : "\(path): \(found), \(expected)"
    default:
      guard let left = (found as? NSNumber)?.doubleValue, let right = number(expected) else {
        return "\(path): \(found) is not \(expected)"
      }
      let isSame = abs(left - right) <= 1e-9 * max(abs(left), abs(right), path.hasSuffix("Correlation") ? 1 : 0)
      return isSame ? nil : "\(path): \(left) is not \(right)"
    }
  }

  private static func number(_ value: Any) -> Double? {
    switch value {
    case let value as Bool: value ? 1 : 0
    case let value as Int: Double(value)
    case let value as Double: value
    default: (value as? NSNumber)?.doubleValue
    }
  }
}
