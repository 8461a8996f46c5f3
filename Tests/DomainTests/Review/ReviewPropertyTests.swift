import Chronology
import Domain
import Foundation
import SlowModels
import Testing

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
        if history.chance(20) { try compare(&view, history.facts, seed: seed) }
        if history.chance(5) { view.rezone(zones: TestZones.shared) }
        if history.chance(8) {
          for part in view.takeChangedParts() { store[part.name] = part.bytes }
          view = try StatsView(
            parts: store.map { SnapshotPart(name: $0, bytes: $1) }, zones: TestZones.shared)
        }
      }
      try compare(&view, history.facts, seed: seed)
      let months = view.months(now: Instant(seconds: 1_800_000_000)).map { month in
        [
          String(month.month.description.dropLast(3)), "\(month.books)", "\(month.pages)", "\(month.minutes)",
          "\(month.cultures)", "\(Int(month.listeningSeconds.rounded()))", "\(month.rucks)",
          "\(Int(month.distance.rounded()))",
        ]
      }
      #expect(months == history.facts.months(now: Instant(seconds: 1_800_000_000)), "WAYMARK_SEED=\(seed)")
      var fresh = StatsView()
      for event in events { fresh.apply(event, zones: TestZones.shared) }
      for year in 2022...2027 {
        let now = Instant(seconds: 1_800_000_000)
        // Exact to the last bit, regardless of earlier queries.
        #expect(view.review(of: year, now: now) == fresh.review(of: year, now: now), "WAYMARK_SEED=\(seed)")
      }
    }
  }

  private func compare(_ view: inout StatsView, _ model: SlowReview, seed: UInt64) throws {
    for year in 2022...2027 {
      let now = Instant(seconds: 1_700_000_000)
      var expected = try model.review(year, now: now)
      // Other tests cover the unlocking times. This one checks which of them fall into the year.
      let reached = view.achievements().compactMap { achievement in
        achievement.unlockedAt.flatMap { at in
          model.year(of: at) == year
            ? YearReview.Unlocked(
              id: achievement.id, title: achievement.title, icon: achievement.icon, unlockedAt: at) : nil
        }
      }
      expected["achievementsUnlocked"] = try JSONSerialization.jsonObject(with: JSONEncoder().encode(reached))
      let difference = try Difference.of(view.review(of: year, now: now), expected, at: "\(year)")
      #expect(difference == nil, "\(difference ?? "") WAYMARK_SEED=\(seed)")
    }
  }
}
