import Chronology
import Domain
import Testing

@testable import DomainModels

/// Random histories, folded and compared with the slow model. `WAYMARK_HISTORIES` sets how many, `WAYMARK_SEED` repeats
/// a failure.
@Suite(.enabled(if: TestZones.areThere, "there is no /usr/share/zoneinfo"))
struct HistoryPropertyTests {
  @Test("Statistics and milestones equal the slow model's at any time in any history")
  func sameAsModel() throws {
    for seed in RandomSeeds.some(200) {
      try check(seed: seed)
    }
  }

  private func check(seed: UInt64) throws {
    var history = RandomHistory(seed: seed)
    var model = SlowListening()
    var events: [Event] = []
    var view = StatsView()
    var milestones = MilestonesView()
    var viewStore: [String: [UInt8]] = [:]
    var milestoneStore: [String: [UInt8]] = [:]
    let zones = TestZones.shared
    for _ in 0..<Int.random(in: 20...70, using: &history.random) {
      for event in history.next() {
        events.append(event)
        model.apply(event)
        view.apply(event, zones: zones)
        milestones.apply(event, zones: zones)
      }
      if history.chance(15) { compare(&view, &milestones, model, now: history.instant(), seed: seed) }
      if history.chance(8) {
        view = try Self.restored(&view, store: &viewStore)
        milestones = try Self.restored(&milestones, store: &milestoneStore)
      }
    }
    compare(&view, &milestones, model, now: history.instant(), seed: seed)

    var freshView = StatsView()
    var freshMilestones = MilestonesView()
    for event in events {
      freshView.apply(event, zones: zones)
      freshMilestones.apply(event, zones: zones)
    }
    let comment = Comment(rawValue: "WAYMARK_SEED=\(seed)")
    #expect(Self.bytes(&view) == Self.bytes(&freshView), comment)
    #expect(Self.bytes(&milestones) == Self.bytes(&freshMilestones), comment)
    _ = try Self.restored(&view, store: &viewStore)
    #expect(viewStore == Self.bytes(&freshView), "the restored snapshots differ; WAYMARK_SEED=\(seed)")
  }

  private func compare(
    _ view: inout StatsView, _ milestones: inout MilestonesView, _ model: SlowListening, now: Instant, seed: UInt64
  ) {
    let comment = Comment(rawValue: "WAYMARK_SEED=\(seed)")
    #expect(view.summary(now: now) == model.summary(now: now), comment)
    #expect(view.heroes() == model.standings(), comment)
    #expect(view.insights() == model.insights(), comment)
    #expect(milestones.milestones(now: now) == model.milestones(now: now), comment)
    #expect(view.milestones(now: now) == model.milestones(now: now), comment)
    let days = view.activity(.month, now: now)
    #expect(days.count == 30, comment)
    for point in days {
      // The parts of a day may be added in another order and round differently.
      #expect(abs(point.minutes - model.minutes(on: point.date)) < 0.005_001, comment)
    }
  }

  /// Returns the state restored from a store that has received every changed part.
  private static func restored<View: ViewState>(
    _ view: inout View, store: inout [String: [UInt8]]
  ) throws -> View {
    for part in view.takeChangedParts() { store[part.name] = part.bytes }
    return try View(parts: store.map { SnapshotPart(name: $0, bytes: $1) }, zones: TestZones.shared)
  }

  private static func bytes(_ view: inout some ViewState) -> [String: [UInt8]] {
    view.allParts().reduce(into: [:]) { $0[$1.name] = $1.bytes }
  }
}
