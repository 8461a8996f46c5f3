import Chronology
import Domain
import SeededRandom
import Testing

@testable import DomainModels

/// Random histories of readers who finish books, compared with a model that recounts everything after every event.
@Suite(.enabled(if: TestZones.areThere, "there is no /usr/share/zoneinfo"))
struct AchievementPropertyTests {
  private static let zones = TestZones.shared

  @Test("Achievements and goals equal the slow model's, live, from snapshots and rebuilt", arguments: 1...24)
  func sameAsModel(number: Int) throws {
    let seed = repeatedTestSeed() ?? firstTestSeed() << 8 | UInt64(number)
    var history = RandomAchievements(seed: seed)
    var events: [Event] = []
    var live = MilestonesView()
    var statistics = StatsView()
    var kept: [String: [UInt8]] = [:]
    for step in 0..<160 {
      for event in history.next() {
        events.append(event)
        live.apply(event, zones: Self.zones)
        statistics.apply(event, zones: Self.zones)
      }
      if step % 10 == 0 { compare(&live, history.facts, now: history.now, seed) }
      if history.chance(8) { live = try Self.restored(&live, store: &kept) }
    }
    compare(&live, history.facts, now: history.now, seed)
    #expect(statistics.achievements() == live.achievements(), "seed \(seed)")

    var fresh = MilestonesView()
    for event in events { fresh.apply(event, zones: Self.zones) }
    #expect(Self.bytes(&fresh) == Self.bytes(&live), "seed \(seed)")
    #expect(fresh.goals(now: history.now) == live.goals(now: history.now), "seed \(seed)")
    _ = try Self.restored(&live, store: &kept)
    #expect(kept == Self.bytes(&fresh), "the restored snapshots differ; seed \(seed)")
    live.rezone(zones: Self.zones)
    #expect(live.achievements() == fresh.achievements(), "seed \(seed)")
  }

  private func compare(_ view: inout MilestonesView, _ facts: SlowAchievements, now: Instant, _ seed: UInt64) {
    let comment = Comment(rawValue: "seed \(seed), now \(now)")
    let achievements = view.achievements()
    #expect(achievements.map(\.id) == SlowAchievements.ids, comment)
    for achievement in achievements {
      let conditions = facts.conditions(achievement.id)
      let progress = facts.progress(achievement.id)
      #expect(achievement.unlockedAt == facts.unlocked[achievement.id], "\(achievement.id) \(comment)")
      #expect(achievement.isUnlocked == (achievement.unlockedAt != nil), comment)
      #expect(abs(achievement.currentValue - conditions[0].value) < 1e-9, "\(achievement.id) \(comment)")
      #expect(achievement.threshold == conditions[0].threshold, comment)
      #expect(abs(achievement.progress - progress) < 1e-9, "\(achievement.id) \(comment)")
      #expect(achievement.progressSteps == Int(4 * progress + 1e-9), "\(achievement.id) \(comment)")
    }
    let goals = view.goals(now: now)
    #expect(goals.map(\.type) == GoalType.allCases, comment)
    for goal in goals {
      let expected = facts.goal(goal.type, now: now)
      #expect(goal.target == facts.target(goal.type, now: now), comment)
      #expect(goal.current == expected.current, "\(goal.type) \(comment)")
      #expect(goal.remaining == max(0, goal.target - goal.current), comment)
      #expect(goal.progress == min(1, Double(goal.current) / Double(goal.target)), comment)
      #expect(goal.onTrack == expected.onTrack, "\(goal.type) \(comment)")
      #expect(goal.projectedDate == expected.projected, "\(goal.type) \(comment)")
    }
  }

  /// Returns the state restored from a store that has received every changed part.
  private static func restored(
    _ view: inout MilestonesView, store: inout [String: [UInt8]]
  ) throws -> MilestonesView {
    for part in view.takeChangedParts() { store[part.name] = part.bytes }
    return try MilestonesView(parts: store.map { SnapshotPart(name: $0, bytes: $1) }, zones: zones)
  }

  private static func bytes(_ view: inout MilestonesView) -> [String: [UInt8]] {
    view.allParts().reduce(into: [:]) { $0[$1.name] = $1.bytes }
  }
}
