import Chronology
import Domain
import SlowModels
import Testing

@testable import DomainModels

/// Random histories of rucks, compared with the slow model. `WAYMARK_SEED` repeats a failure.
@Suite(.enabled(if: TestZones.areThere, "there is no /usr/share/zoneinfo"))
struct RuckPropertyTests {
  @Test("All figures of rucks equal the slow model's at any time in any history")
  func sameAsModel() throws {
    for seed in RandomSeeds.some(120) {
      var history = RandomRucks(seed: seed)
      var view = StatsView()
      var events: [Event] = []
      var store: [String: [UInt8]] = [:]
      for _ in 0..<Int.random(in: 10...60, using: &history.random) {
        for event in history.next() {
          events.append(event)
          view.apply(event, zones: TestZones.shared)
        }
        if history.chance(15) {
          let weeks = Int.random(in: 1...60, using: &history.random)
          try compare(&view, history.facts, weeks: weeks, now: history.instant(), seed: seed)
        }
        if history.chance(10) {
          for part in view.takeChangedParts() { store[part.name] = part.bytes }
          let parts = store.map { SnapshotPart(name: $0, bytes: $1) }
          view = try StatsView(parts: parts, zones: TestZones.shared)
        }
      }
      try compare(&view, history.facts, weeks: 260, in: .year, now: history.instant(), seed: seed)
      var fresh = StatsView()
      for event in events { fresh.apply(event, zones: TestZones.shared) }
      #expect(
        Dictionary(uniqueKeysWithValues: view.allParts().map { ($0.name, $0.bytes) })
          == Dictionary(uniqueKeysWithValues: fresh.allParts().map { ($0.name, $0.bytes) }), "WAYMARK_SEED=\(seed)")
    }
  }

  private func compare(
    _ view: inout StatsView, _ model: SlowRucks, weeks: Int, in activity: ActivityDays = .month, now: Instant,
    seed: UInt64
  ) throws {
    let today = model.calendar.day(of: now)
    func same(_ found: some Encodable, _ expected: [String: Any], _ what: String) throws {
      let difference = try Difference.of(found, expected, at: what)
      #expect(difference == nil, "\(difference ?? "") WAYMARK_SEED=\(seed)")
    }
    for period in RuckPeriod.allCases {
      try same(view.ruckAnalytics(of: period, now: now), model.analytics(period, on: today), "\(period)")
      try same(view.ruckBreakdown(of: period, now: now), model.breakdown(period, on: today), "\(period) breakdown")
    }
    let days = (today + -weeks)...(today + weeks % 9)
    for compared in ComparedPeriod.allCases {
      for period in RuckPeriod.allCases {
        let expected = model.analytics(period, on: today, comparedWith: compared)
        let found = view.ruckAnalytics(of: period, comparedWith: compared, now: now)
        try same(found, expected, "\(period), \(compared)")
        #expect(found.comparison != nil || period == .allTime)
        let breakdown = model.breakdown(period, on: today, comparedWith: compared)
        try same(view.ruckBreakdown(of: period, comparedWith: compared, now: now), breakdown, "\(period), \(compared)")
      }
      let expected = model.analytics(of: days, on: today, comparedWith: compared)
      try same(view.ruckAnalytics(of: days, comparedWith: compared, now: now), expected, "custom, \(compared)")
      let breakdown = model.breakdown(of: days, comparedWith: compared)
      try same(view.ruckBreakdown(of: days, comparedWith: compared), breakdown, "custom breakdown, \(compared)")
    }
    try same(view.ruckAnalytics(of: days, now: now), model.analytics(of: days, on: today), "custom")
    try same(view.ruckBreakdown(of: days), model.breakdown(of: days), "custom breakdown")
    try same(view.ruckRecords(), model.records(), "records")
    try same(view.trainingStreak(now: now), model.streak(on: today), "streak")
    for count in [1, weeks] { try same(view.ruckWeeks(count, now: now), model.weekly(count, on: today), "weekly") }
    for point in view.activity(activity, of: .rucks, now: now) {
      #expect(abs(point.minutes - model.minutes(on: point.date)) < 0.005_001, "\(point) WAYMARK_SEED=\(seed)")
    }
  }
}
