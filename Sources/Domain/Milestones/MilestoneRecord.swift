import Chronology

/// The milestones that a user has reached. Each view that folds listening keeps a record and updates it after each
/// event.
struct MilestoneRecord: Sendable {
  private static let ids = Milestone.all.map(\.id)
  private static let partName = "unlocked"

  private var log = UnlockLog(ids: Self.ids, partName: Self.partName)
  private var watch = StreakFilter()
  /// By kind, the earliest date of the facts that were added since the dates were computed; `.max` if there are none.
  /// More facts can only move a date earlier, so the dates are computed when they are needed, and before an event that
  /// could move one later.
  private var pending = Dates(all: .max)
  /// The same for facts that were added or that moved to an earlier date.
  private var added = Dates(all: .max)
  /// By kind, the latest unlock, or `.max` if one is locked: only facts before it are of interest.
  private var limits = Dates(all: .max)
  /// The latest start and end of a completed session; nil if they are not known.
  private var last: (start: Int64, end: Int64)?

  init() {}

  private struct Dates: Sendable {
    var stories: Int64
    var time: Int64
    var streak: Int64

    init(all date: Int64) {
      (stories, time, streak) = (date, date, date)
    }
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
      if !old.completed { settleStreaksIfBetween(new, &fold) }
    case .listening(.removed):
      settleTime(&fold)
      settleStreaks(&fold)
    case .account(.profileChanged): settleStreaks(&fold)
    case .catalogue(.storyRemoved): settleStories(fold)
    case .listening(.recorded(let event)): settleStreaksIfBetween(event.session, &fold)
    case .account, .catalogue, .reading, .rucks, .diversity, .goals, .shares, .connections, .covers: return
    }
  }

  /// With rest days, one more day before others can end a streak.
  private mutating func settleStreaksIfBetween(_ session: ListeningSession, _ fold: inout ListeningFold) {
    guard session.completed, pending.streak < .max, !fold.restDays.isAlways(0) else { return }
    if session.startedAt.seconds < lastCompleted(fold).start { settleStreaks(&fold) }
  }

  /// Must be called immediately after the fold has applied the event.
  mutating func update(after event: Event, of fold: inout ListeningFold) {
    if case .account(let event) = event { log.follow(event) }
    if log.datesByFacts { note(event, fold) } else { unlock(after: event, of: &fold) }
  }

  private mutating func note(_ event: Event, _ fold: ListeningFold) {
    switch event {
    case .listening(.recorded(let event)):
      let session = event.session
      noteTime(session.endedAt.seconds)
      noteStreak(session, fold)
    case .listening(.changed(let event)):
      let first = min(event.old.endedAt.seconds, event.new.endedAt.seconds)
      if event.new.duration != event.old.duration || event.new.endedAt != event.old.endedAt {
        noteTime(first)
      }
      if event.old.completed, !event.new.completed || event.new.endedAt < event.old.endedAt {
        watch.reset()
        pending.streak = min(pending.streak, first)
      } else {
        // Until the new end, other days may have made a streak without those of this session.
        let isLater = event.old.completed && event.new.endedAt > event.old.endedAt
        if isLater, first < lastCompleted(fold).end { pending.streak = min(pending.streak, first) }
        noteStreak(event.new, fold)
      }
    case .listening(.removed(let event)):
      watch.reset()
      if event.session.completed { pending.streak = min(pending.streak, event.session.endedAt.seconds) }
    case .account(.profileChanged):
      watch.reset()
      pending.streak = min(pending.streak, fold.settingsDifference ?? .max)
    case .catalogue(.storySaved(let event)):
      let date = event.story.createdAt.seconds
      if date < limits.stories { note(\.stories, date) }
    case .account, .catalogue, .reading, .rucks, .diversity, .goals, .shares, .connections, .covers: return
    }
  }

  private mutating func noteTime(_ end: Int64) {
    if end < limits.time { note(\.time, end) }
  }

  private mutating func note(_ kind: WritableKeyPath<Dates, Int64>, _ date: Int64) {
    pending[keyPath: kind] = min(pending[keyPath: kind], date)
    added[keyPath: kind] = min(added[keyPath: kind], date)
  }

  /// A session that touches no new day reaches a streak no earlier, unless it ended before another one.
  private mutating func noteStreak(_ session: ListeningSession, _ fold: ListeningFold) {
    guard session.completed else { return }
    let (start, end) = (session.startedAt.seconds, session.endedAt.seconds)
    let known = lastCompleted(fold)
    last = (max(known.start, start), max(known.end, end))
    guard end < limits.streak else { return }
    let isNew = watch.mayLengthen(from: session.startedAt, to: session.endedAt, in: fold.calendar)
    if isNew || end < known.end { note(\.streak, end) }
  }

  private func lastCompleted(_ fold: ListeningFold) -> (start: Int64, end: Int64) {
    last ?? fold.history.lastCompleted
  }

  private mutating func unlock(_ index: Int, at second: Int64?) {
    log.unlock(index, at: second.map(Instant.init(seconds:)))
  }

  private mutating func updateLimits() {
    limits = Dates(all: .min)
    for (index, milestone) in Milestone.all.enumerated() {
      let limit = log.limit(of: index)
      switch milestone.kind {
      case .stories: limits.stories = max(limits.stories, limit)
      case .listeningTime: limits.time = max(limits.time, limit)
      case .streak: limits.streak = max(limits.streak, limit)
      }
    }
  }

  private mutating func settle(_ fold: inout ListeningFold) {
    guard log.datesByFacts else { return }
    settleStories(fold)
    settleTime(&fold)
    settleStreaks(&fold)
  }

  /// The milestones of a kind whose date may have to be computed again.
  private func wanted(_ kind: Milestone.Kind, changed: Int64, added: Int64) -> [Int] {
    Milestone.all.indices.filter {
      Milestone.all[$0].kind == kind && log.isOpen($0, changed: changed, added: added)
    }
  }

  private mutating func settleStories(_ fold: ListeningFold) {
    guard pending.stories < .max else { return }
    let wanted = wanted(
      .stories, changed: exchange(&pending.stories, with: .max), added: exchange(&added.stories, with: .max))
    defer { updateLimits() }
    let dates = fold.stories.existing.map(\.story.createdAt).sorted()
    for index in wanted {
      let count = Int(Milestone.all[index].threshold)
      if dates.count >= count { log.unlock(index, at: dates[count - 1]) }
    }
  }

  private mutating func settleTime(_ fold: inout ListeningFold) {
    guard pending.time < .max else { return }
    let wanted = wanted(
      .listeningTime, changed: exchange(&pending.time, with: .max), added: exchange(&added.time, with: .max))
    for index in wanted {
      unlock(index, at: fold.history.firstSecond(of: Milestone.all[index].threshold))
    }
    updateLimits()
  }

  private mutating func settleStreaks(_ fold: inout ListeningFold) {
    guard pending.streak < .max else { return }
    let (changed, added) = (exchange(&pending.streak, with: .max), exchange(&added.streak, with: .max))
    let known = lastCompleted(fold)
    last = known
    // A streak is reached at the end of a session, so settings that have just changed move no date.
    guard changed <= known.end else { return }
    let wanted = wanted(.streak, changed: changed, added: added)
    guard let limit = wanted.map({ log.limit(of: $0) }).max() else { return }
    let lengths = wanted.map { Int(Milestone.all[$0].threshold) }
    // Without rest days, the longest streak decides at once that none is reached.
    if fold.restDays.isAlways(0), let least = lengths.min(), fold.history.streaks().longest < least { return }
    let found = fold.history.streakDates(before: limit).first(lengths, restDays: fold.restDays)
    for (index, second) in zip(wanted, found) { unlock(index, at: second) }
    updateLimits()
  }

  /// For events of earlier versions. The date is the latest creation of a story or end of a session.
  private mutating func unlock(after event: Event, of fold: inout ListeningFold) {
    guard log.lockedCount > 0, let mayReachStreak = mayReach(event, fold.calendar) else { return }
    for (index, milestone) in Milestone.all.enumerated() where log.isLocked(index) {
      guard milestone.kind != .streak || mayReachStreak, fold.reached(milestone.kind) >= milestone.threshold else {
        continue
      }
      log.unlock(index, at: fold.latestInstant())
      updateLimits()
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
    case .reading, .rucks, .diversity, .goals, .shares, .connections, .covers: return nil
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
    updateLimits()
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
