import Chronology

/// The achievements that a reader has unlocked. Each view that folds reading keeps a record and updates it after each
/// event.
struct AchievementRecord: Sendable {
  private static let ids = Achievement.all.map(\.id)
  private static let partName = "achievements"

  private var log = UnlockLog(ids: Self.ids, partName: Self.partName)

  init() {}

  /// Must be called immediately after the fold has applied the event. The unlocking time is derived from the facts: the
  /// latest end of a finished book or session.
  mutating func update(after event: Event, of fold: inout ReadingFold) {
    guard log.lockedCount > 0, event.mayUnlockAchievements else { return }
    for (index, achievement) in Achievement.all.enumerated() where log.isLocked(index) {
      let isReached = achievement.conditions.allSatisfy { condition in
        let value = fold.measured(condition.measure)
        return value.over >= condition.threshold * value.under
      }
      if isReached { log.unlock(index, at: fold.latestInstant) }
    }
  }

  /// In the order of `Achievement.all`.
  func achievements(of fold: inout ReadingFold) -> [AchievementStanding] {
    zip(Achievement.all, log.unlockedAt).map { achievement, unlockedAt in
      let progress = AchievementProgress(achievement.conditions) { fold.measured($0) }
      return AchievementStanding(achievement, progress, unlockedAt: unlockedAt)
    }
  }

  var approximateBytes: Int { 512 }
}

extension AchievementRecord {
  mutating func takeChangedParts() -> [SnapshotPart] { log.takeChangedParts() }

  func allParts() -> [SnapshotPart] { log.allParts() }

  init(parts: [SnapshotPart]) throws(SnapshotDamage) {
    log = try UnlockLog(ids: Self.ids, partName: Self.partName, parts: parts)
  }
}

extension Event {
  /// Removals count too: removing the worst book improves the mean rating.
  fileprivate var mayUnlockAchievements: Bool {
    switch self {
    case .account(.profileChanged): true
    case .reading(let event):
      switch event {
      case .workSaved, .workRemoved, .entrySaved, .entryRemoved, .recorded, .changed, .removed: true
      case .timerStarted, .timerStopped, .timerDiscarded: false
      }
    case .diversity(let event):
      switch event {
      case .valueSet, .valueCleared, .promptAnswered: true
      case .promptOpened, .promptSkipped: false
      }
    case .account(.opened), .catalogue, .listening, .rucks, .goals, .shares: false
    }
  }
}
