import Chronology

/// The milestones that a user has reached. Each view that folds listening keeps a record and updates it after each
/// event.
struct MilestoneRecord: Sendable {
  private static let ids = Milestone.all.map(\.id)
  private static let partName = "unlocked"

  private var log = UnlockLog(ids: Self.ids, partName: Self.partName)
  private var watch = StreakFilter()

  init() {}

  /// Must be called immediately after the fold has applied the event.
  mutating func update(after event: Event, of fold: inout ListeningFold) {
    guard log.lockedCount > 0, let mayReachStreak = mayReach(event, fold.calendar) else { return }
    for (index, milestone) in Milestone.all.enumerated() where log.isLocked(index) {
      guard milestone.kind != .streak || mayReachStreak, fold.reached(milestone.kind) >= milestone.threshold else {
        continue
      }
      log.unlock(index, at: fold.latestInstant())
    }
  }

  /// Returns whether the event can have lengthened a streak, or nil if it cannot have reached any milestone.
  private mutating func mayReach(_ event: Event, _ calendar: LocalCalendar) -> Bool? {
    switch event {
    case .listening(.recorded(let event)):
      let session = event.session
      return session.completed && watch.mayLengthen(from: session.startedAt, to: session.endedAt, in: calendar)
    case .listening(.changed), .listening(.removed), .account(.profileChanged):
      watch.reset()
      return true
    case .catalogue(.storySaved): return false
    case .account(.opened): return nil
    case .catalogue(.heroSaved), .catalogue(.heroRemoved), .catalogue(.storyRemoved), .catalogue(.storyFavorited),
      .catalogue(.storyUnfavorited):
      return nil
    case .reading, .rucks, .diversity, .goals, .shares: return nil
    }
  }

  /// Applies another zone or start of the day. Unlocked milestones remain.
  mutating func rezone() {
    watch.reset()
  }

  /// In the order of `Milestone.all`.
  func milestones(now: Instant, fold: inout ListeningFold) -> [MilestoneStanding] {
    zip(Milestone.all, log.unlockedAt).map { milestone, unlockedAt in
      MilestoneStanding(
        milestone: milestone, currentValue: fold.currentValue(milestone.kind, now: now), unlockedAt: unlockedAt)
    }
  }

  var approximateBytes: Int { 256 + watch.approximateBytes }
}

extension MilestoneRecord {
  mutating func takeChangedParts() -> [SnapshotPart] { log.takeChangedParts() }

  func allParts() -> [SnapshotPart] { log.allParts() }

  init(parts: [SnapshotPart]) throws(SnapshotDamage) {
    log = try UnlockLog(ids: Self.ids, partName: Self.partName, parts: parts)
  }
}

extension ListeningFold {
  /// Returns the value that unlocks milestones. For streaks it is the longest one, which a later gap does not change.
  fileprivate mutating func reached(_ kind: Milestone.Kind) -> Double {
    switch kind {
    case .stories: Double(stories.count)
    case .listeningTime: history.totals().seconds
    case .streak: Double(history.streaks().longest)
    }
  }

  /// Returns the value to display. For streaks it is the current one.
  fileprivate mutating func currentValue(_ kind: Milestone.Kind, now: Instant) -> Double {
    switch kind {
    case .stories: Double(stories.count)
    case .listeningTime: history.totals().seconds.clampedToFinite
    case .streak: Double(history.streaks().current(on: calendar.day(of: now)))
    }
  }

  /// The unlocking time is derived from the facts, not from a clock: the latest creation of a story or end of a
  /// session.
  fileprivate mutating func latestInstant() -> Instant? {
    let totals = history.totals()
    let lastEnd = totals.count == 0 ? nil : Instant(seconds: totals.lastEnd)
    return [stories.latestCreation, lastEnd].compactMap(\.self).max()
  }
}
