import Chronology

/// The milestones that a user has reached. Each view that folds listening keeps a record and updates it after each
/// event.
struct MilestoneRecord: Sendable {
  private static let ids = Milestone.all.map(\.id)
  private static let partName = "unlocked"

  private var log = UnlockLog(ids: Self.ids, partName: Self.partName)
  private var watch = StreakFilter()
  private var pending = PendingFacts()
  /// The latest start of a completed session; nil if it is not known. It is only kept with rest days.
  private var lastStart: Int64?

  init() {}

  /// By kind, the earliest date of the facts that were added since the dates were computed; `.max` if there are none.
  /// More facts can only move a date earlier, so the dates are computed when they are needed, and before an event that
  /// could move one later.
  private struct PendingFacts: Sendable {
    var stories = Int64.max
    var time = Int64.max
    var streak = Int64.max
  }

  /// Must be called before the fold applies the event.
  mutating func prepare(for event: Event, _ fold: inout ListeningFold) {
    guard log.datesByFacts else { return }
    switch event {
    case .listening(.changed(let event)):
      let (old, new) = (event.old, event.new)
      if new.duration < old.duration || new.endedAt > old.endedAt { settleTime(&fold) }
      let isSame = old.completed == new.completed && old.endedAt == new.endedAt
      if old.completed, !isSame { settleStreaks(&fold) }
    case .listening(.removed):
      settleTime(&fold)
      settleStreaks(&fold)
    case .account(.profileChanged): settleStreaks(&fold)
    case .catalogue(.storyRemoved): settleStories(fold)
    // With rest days, one more day before others can end a streak.
    case .listening(.recorded(let event)):
      guard event.session.completed, !fold.restDays.isAlways(0) else { return }
      let start = event.session.startedAt.seconds
      let last = lastStart ?? fold.history.lastStart
      if start < last { settleStreaks(&fold) }
      lastStart = max(start, last)
    case .account, .catalogue, .reading, .rucks, .diversity, .goals, .shares: return
    }
  }

  /// Must be called immediately after the fold has applied the event.
  mutating func update(after event: Event, of fold: inout ListeningFold) {
    if case .account(let event) = event { log.follow(event) }
    if log.datesByFacts { note(event, fold.calendar) } else { unlock(after: event, of: &fold) }
  }

  private mutating func note(_ event: Event, _ calendar: LocalCalendar) {
    switch event {
    case .listening(.recorded(let event)):
      let session = event.session
      pending.time = min(pending.time, session.endedAt.seconds)
      noteStreak(session, calendar)
    case .listening(.changed(let event)):
      let first = min(event.old.endedAt.seconds, event.new.endedAt.seconds)
      if event.new.duration != event.old.duration || event.new.endedAt != event.old.endedAt {
        pending.time = min(pending.time, first)
      }
      if event.old.completed, !event.new.completed || event.new.endedAt < event.old.endedAt {
        watch.reset()
        pending.streak = min(pending.streak, first)
      } else {
        noteStreak(event.new, calendar)
      }
    case .listening(.removed(let event)):
      watch.reset()
      if event.session.completed { pending.streak = min(pending.streak, event.session.endedAt.seconds) }
    case .account(.profileChanged):
      watch.reset()
      pending.streak = .min
    case .catalogue(.storySaved(let event)):
      pending.stories = min(pending.stories, event.story.createdAt.seconds)
    case .account, .catalogue, .reading, .rucks, .diversity, .goals, .shares: return
    }
  }

  /// A session that touches no new day reaches a streak no earlier, unless it ended before the others of its day.
  private mutating func noteStreak(_ session: ListeningSession, _ calendar: LocalCalendar) {
    guard session.completed else { return }
    let isNew = watch.mayLengthen(from: session.startedAt, to: session.endedAt, in: calendar)
    let end = session.endedAt.seconds
    if isNew || end < latestStreak { pending.streak = min(pending.streak, end) }
  }

  /// The latest date of a streak; `.max` if one is locked.
  private var latestStreak: Int64 {
    Milestone.all.indices.filter { Milestone.all[$0].kind == .streak }.map { log.limit(of: $0) }.max() ?? .min
  }

  private mutating func settle(_ fold: inout ListeningFold) {
    guard log.datesByFacts else { return }
    settleStories(fold)
    settleTime(&fold)
    settleStreaks(&fold)
  }

  /// The milestones of a kind whose date may have to be computed again.
  private func wanted(_ kind: Milestone.Kind, _ date: Int64) -> [Int] {
    Milestone.all.indices.filter { Milestone.all[$0].kind == kind && log.limit(of: $0) > date }
  }

  private mutating func settleStories(_ fold: ListeningFold) {
    let wanted = wanted(.stories, exchange(&pending.stories, with: .max))
    guard !wanted.isEmpty else { return }
    let dates = fold.stories.existing.map(\.story.createdAt).sorted()
    for index in wanted {
      let count = Int(Milestone.all[index].threshold)
      if dates.count >= count { log.unlock(index, at: dates[count - 1]) }
    }
  }

  private mutating func settleTime(_ fold: inout ListeningFold) {
    let date = exchange(&pending.time, with: .max)
    for index in wanted(.listeningTime, date) {
      let second = fold.history.firstSecond(of: Milestone.all[index].threshold)
      log.unlock(index, at: second.map(Instant.init(seconds:)))
    }
  }

  private mutating func settleStreaks(_ fold: inout ListeningFold) {
    let wanted = wanted(.streak, exchange(&pending.streak, with: .max))
    guard let limit = wanted.map({ log.limit(of: $0) }).max() else { return }
    let lengths = wanted.map { Int(Milestone.all[$0].threshold) }
    // Without rest days, the longest streak decides at once that none is reached.
    if fold.restDays.isAlways(0), let least = lengths.min(), fold.history.streaks().longest < least { return }
    let found = fold.history.streakDates(before: limit).first(lengths, restDays: fold.restDays)
    for (index, second) in zip(wanted, found) { log.unlock(index, at: second.map(Instant.init(seconds:))) }
  }

  /// For events of earlier versions. The date is the latest creation of a story or end of a session.
  private mutating func unlock(after event: Event, of fold: inout ListeningFold) {
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
    case .account(.opened), .account(.unlocksDated): return nil
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
  mutating func milestones(now: Instant, fold: inout ListeningFold) -> [MilestoneStanding] {
    settle(&fold)
    return zip(Milestone.all, log.unlockedAt).map { milestone, unlockedAt in
      MilestoneStanding(
        milestone: milestone, currentValue: fold.currentValue(milestone.kind, now: now), unlockedAt: unlockedAt)
    }
  }

  var approximateBytes: Int { 256 + watch.approximateBytes }
}

extension MilestoneRecord {
  mutating func takeChangedParts(_ fold: inout ListeningFold) -> [SnapshotPart] {
    settle(&fold)
    return log.takeChangedParts()
  }

  mutating func allParts(_ fold: inout ListeningFold) -> [SnapshotPart] {
    settle(&fold)
    return log.allParts()
  }

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

  /// The latest creation of a story or end of a session.
  fileprivate mutating func latestInstant() -> Instant? {
    let totals = history.totals()
    let lastEnd = totals.count == 0 ? nil : Instant(seconds: totals.lastEnd)
    return [stories.latestCreation, lastEnd].compactMap(\.self).max()
  }
}
