import Chronology

/// The achievements that a reader has unlocked. Each view that folds reading keeps a record and updates it after each
/// event.
struct AchievementRecord: Sendable {
  private static let ids = Achievement.all.map(\.id)
  private static let partName = "achievements"

  private var log = UnlockLog(ids: Self.ids, partName: Self.partName)
  /// The earliest end of a session that was added since the date of the streak was computed; `.max` if there is none.
  private var pendingStreak = Int64.max
  /// The same without removals and changed settings.
  private var addedStreak = Int64.max
  /// The latest end of a session; nil if it is not known.
  private var lastEnd: Int64?

  init() {}

  private static let streak = Achievement.all.indices.filter { index in
    Achievement.all[index].conditions.contains { $0.measure == .longestStreak }
  }

  /// Must be called before the fold applies the event. More sessions can only move the date of a streak earlier, so it
  /// is computed when it is needed, and before an event that could move it later.
  mutating func prepare(for event: Event, _ fold: inout ReadingFold) {
    guard log.datesByFacts, pendingStreak < .max else { return }
    switch event {
    case .reading(.changed), .reading(.removed), .account(.profileChanged): settleStreak(&fold)
    // With rest days, one more day before others can end a streak.
    case .reading(.recorded(let event)):
      let isLate = event.session.startedAt.seconds < fold.sessions.log.lastStart
      if isLate, !fold.restDays.isAlways(0) { settleStreak(&fold) }
    case .account, .catalogue, .listening, .reading, .rucks, .diversity, .goals, .shares, .connections, .covers: return
    }
  }

  /// Must be called immediately after the fold has applied the event.
  mutating func update(after event: Event, of fold: inout ReadingFold) {
    if case .account(let event) = event { log.follow(event) }
    var changed = fold.takeFinishChange()
    // A change of settings adds no facts.
    if case .account = event { changed.added = .max }
    guard log.datesByFacts else { return unlock(after: event, of: &fold) }
    noteStreak(event, fold)
    if changed.any < .max { dateFinishes(from: changed, of: &fold) }
  }

  /// A session that touches no new day moves no date, unless it ended before another one: then it may have been the
  /// first to touch its days.
  private mutating func noteStreak(_ event: Event, _ fold: ReadingFold) {
    let known = lastEnd ?? fold.sessions.log.lastEnd
    var (end, isAdded) = (Int64.max, true)
    switch event {
    case .reading(.recorded(let event)):
      end = event.session.endedAt.seconds
      lastEnd = max(known, end)
      guard fold.areStreaksOutdated || end < known else { return }
    case .reading(.changed(let event)):
      end = min(event.old.endedAt.seconds, event.new.endedAt.seconds)
      lastEnd = max(known, event.new.endedAt.seconds)
      guard fold.areStreaksOutdated || end < known && event.new.endedAt != event.old.endedAt else { return }
    case .reading(.removed(let event)):
      (end, isAdded) = (event.session.endedAt.seconds, false)
      guard fold.areStreaksOutdated || end < known else { return }
    case .account(.profileChanged): (end, isAdded) = (fold.settingsDifference ?? .max, false)
    case .account, .catalogue, .listening, .reading, .rucks, .diversity, .goals, .shares, .connections, .covers: return
    }
    guard Self.streak.contains(where: { end < log.limit(of: $0) }) else { return }
    pendingStreak = min(pendingStreak, end)
    if isAdded { addedStreak = min(addedStreak, end) }
  }

  private mutating func settleStreak(_ fold: inout ReadingFold) {
    let (date, added) = (exchange(&pendingStreak, with: .max), exchange(&addedStreak, with: .max))
    guard log.datesByFacts, date < .max else { return }
    let known = lastEnd ?? fold.sessions.log.lastEnd
    lastEnd = known
    // A streak is reached at the end of a session, so settings that have just changed move no date.
    guard date <= known else { return }
    _ = fold.streaks()
    for index in Self.streak where log.isOpen(index, changed: date, added: added) {
      let lengths = Achievement.all[index].conditions.map(\.threshold)
      // Without rest days, the longest streak decides at once that none is reached.
      if fold.restDays.isAlways(0), let least = lengths.min(), fold.streaks().longest < least { continue }
      let found = fold.streakDates(before: log.limit(of: index)).first(lengths, restDays: fold.restDays)
      log.unlock(index, at: found.first?.map(Instant.init(seconds:)))
    }
  }

  /// The mean rating may sink with more books, so the dates are computed after each change.
  private mutating func dateFinishes(from changed: FinishTimeline.Change, of fold: inout ReadingFold) {
    let wanted = Achievement.all.indices.filter { index in
      guard !Self.streak.contains(index), log.isOpen(index, changed: changed.any, added: changed.added) else {
        return false
      }
      return Achievement.all[index].conditions.allSatisfy { condition in
        condition.measure == .rating || fold.measured(condition.measure).over >= condition.threshold
      }
    }
    guard !wanted.isEmpty else { return }
    let found = fold.firstSeconds(wanted.map { Achievement.all[$0].conditions })
    for (index, second) in zip(wanted, found) { log.unlock(index, at: second.map(Instant.init(seconds:))) }
  }

  /// For events of earlier versions. The date is the latest end of a finished book or session.
  private mutating func unlock(after event: Event, of fold: inout ReadingFold) {
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
  mutating func achievements(of fold: inout ReadingFold) -> [AchievementStanding] {
    settleStreak(&fold)
    return zip(Achievement.all, log.unlockedAt).map { achievement, unlockedAt in
      let progress = AchievementProgress(achievement.conditions) { fold.measured($0) }
      return AchievementStanding(achievement, progress, unlockedAt: unlockedAt)
    }
  }

  var approximateBytes: Int { 512 }
}

extension AchievementRecord {
  mutating func takeChangedParts(_ fold: inout ReadingFold) -> [SnapshotPart] {
    settleStreak(&fold)
    return log.takeChangedParts()
  }

  mutating func allParts(_ fold: inout ReadingFold) -> [SnapshotPart] {
    settleStreak(&fold)
    return log.allParts()
  }

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
    case .account(.opened), .account(.unlocksDated), .catalogue, .listening, .rucks, .goals, .shares, .connections,
      .covers:
      false
    }
  }
}
