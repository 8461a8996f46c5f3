import Chronology
import Domain
import Testing

@testable import DomainModels

/// Random years, compared with the slow model. `WAYMARK_SEED` repeats a failure.
@Suite(.enabled(if: TestZones.areThere, "there is no /usr/share/zoneinfo"))
struct ReviewPropertyTests {
  @Test("Every review equals the slow model's at any time in any history")
  func sameAsModel() throws {
    for seed in RandomSeeds.some(120) {
      var history = RandomYears(seed: seed)
      var view = StatsView()
      var events: [Event] = []
      var store: [String: [UInt8]] = [:]
      for _ in 0..<Int.random(in: 10...90, using: &history.random) {
        for event in history.next() {
          events.append(event)
          view.apply(event, zones: TestZones.shared)
        }
        if history.chance(20) { try compare(&view, &history, seed: seed) }
        if history.chance(5) { view.rezone(zones: TestZones.shared) }
        if history.chance(8) {
          for part in view.takeChangedParts() { store[part.name] = part.bytes }
          view = try StatsView(
            parts: store.map { SnapshotPart(name: $0, bytes: $1) }, zones: TestZones.shared)
        }
      }
      try compare(&view, &history, seed: seed)
      let months = SlowReview.texts(view.months(now: Instant(seconds: 1_800_000_000)))
      #expect(months == history.facts.months(now: Instant(seconds: 1_800_000_000)), "WAYMARK_SEED=\(seed)")
      var fresh = StatsView()
      for event in events { fresh.apply(event, zones: TestZones.shared) }
      for year in 2022...2027 {
        let now = Instant(seconds: 1_800_000_000)
        // Exact to the last bit, regardless of earlier queries.
        for month in [nil, 12, 1, 2] {
          #expect(
            view.review(of: year, month: month, now: now) == fresh.review(of: year, month: month, now: now),
            "WAYMARK_SEED=\(seed)")
        }
      }
    }
  }

  /// Compares all years, and some months: most facts are near a New Year.
  private func compare(_ view: inout StatsView, _ history: inout RandomYears, seed: UInt64) throws {
    let model = history.facts
    var periods = (2022...2027).map { SlowReview.Period(year: $0) }
    for month in [12, 1, Int.random(in: 1...12, using: &history.random)] {
      periods.append(.init(year: Int.random(in: 2022...2027, using: &history.random), month: month))
    }
    for period in periods {
      let difference = try model.difference(from: &view, in: period, now: Instant(seconds: 1_700_000_000))
      #expect(difference == nil, "\(difference ?? "") WAYMARK_SEED=\(seed)")
    }
  }
}
