public import Chronology

/// The milestones of listening: looked at after every single write, and once unlocked, unlocked for ever.
public struct MilestonesView: ViewState {
  public static let snapshotEdition = 1

  private var fold = ListeningFold()
  /// When each was unlocked, in the order of `Milestone.all`.
  private var unlockedAt = [Instant?](repeating: nil, count: Milestone.all.count)
  private var isUnlockingChanged = true
  /// Streak days that a session since the last change of any other kind has touched: a shortcut, not a part of the
  /// state.
  private var knownStreakDays: Set<Day> = []

  public init() {}

  public mutating func apply(_ event: Event, zones: any ZoneSource) {
    fold.apply(event, zones: zones)
    let mayReachStreak = mayReachStreak(event)
    for (index, milestone) in Milestone.all.enumerated() where unlockedAt[index] == nil {
      guard milestone.kind != .streak || mayReachStreak, reached(milestone.kind) >= milestone.threshold else {
        continue
      }
      unlockedAt[index] = latestInstant()
      isUnlockingChanged = true
    }
  }

  /// Whether the event can have made a streak longer. A session that only touches streak days cannot: so a long history
  /// that comes in any order is looked at once a day of it, not once a session. Taking a day away can, since the runs
  /// then begin elsewhere and spend their rest days on other gaps.
  private mutating func mayReachStreak(_ event: Event) -> Bool {
    switch event {
    case .sessionRecorded(let event):
      guard event.session.completed else { return false }
      let first = fold.calendar.day(of: event.session.startedAt)
      let last = fold.calendar.day(of: max(event.session.startedAt, event.session.endedAt + -1))
      let isKnown =
        knownStreakDays.contains(first) && (first == last || knownStreakDays.contains(last) && last - first == 1)
      knownStreakDays.insert(first)
      knownStreakDays.insert(last)
      return !isKnown
    case .sessionChanged, .sessionRemoved, .profileChanged:
      knownStreakDays.removeAll()
      return true
    default: return false
    }
  }

  /// What counts towards unlocking; a streak by the longest one, which a later gap does not take back.
  private mutating func reached(_ kind: Milestone.Kind) -> Double {
    switch kind {
    case .stories: Double(fold.stories.count)
    case .listeningTime: fold.history.totals().seconds
    case .streak: Double(fold.history.streaks().longest)
    }
  }

  /// The time of unlocking is told by the facts, not by a clock: the greatest creation of a story or end of a session
  /// that exists right after the write.
  private mutating func latestInstant() -> Instant? {
    let totals = fold.history.totals()
    let lastEnd = totals.count == 0 ? nil : Instant(seconds: totals.lastEnd)
    return [fold.stories.latestCreation, lastEnd].compactMap(\.self).max()
  }

  public mutating func rezone(zones: any ZoneSource) {
    fold.rezone(zones: zones)
    knownStreakDays.removeAll()
  }

  public mutating func milestones(now: Instant) -> [MilestoneStanding] {
    let today = fold.calendar.day(of: now)
    let streak = fold.history.streaks().current(on: today)
    let seconds = fold.history.totals().seconds.madeFinite
    return zip(Milestone.all, unlockedAt).map { milestone, unlockedAt in
      let value =
        switch milestone.kind {
        case .stories: Double(fold.stories.count)
        case .listeningTime: seconds
        case .streak: Double(streak)
        }
      return MilestoneStanding(milestone: milestone, currentValue: value, unlockedAt: unlockedAt)
    }
  }
}

extension MilestonesView {
  private static let unlockedPart = "unlocked"

  public var approximateBytes: Int { fold.approximateBytes + 256 + knownStreakDays.count * 8 }

  public mutating func takeChangedParts() -> [SnapshotPart] {
    var parts = fold.takeChangedParts()
    if isUnlockingChanged { parts.append(unlocked()) }
    isUnlockingChanged = false
    return parts
  }

  public mutating func allParts() -> [SnapshotPart] {
    fold.allParts() + [unlocked()]
  }

  private func unlocked() -> SnapshotPart {
    var writer = ByteWriter()
    let unlocked = zip(Milestone.all, unlockedAt).compactMap { milestone, at in at.map { (milestone.id, $0) } }
    writer.write(UInt32(unlocked.count))
    for (id, at) in unlocked {
      writer.write(id)
      writer.write(at.seconds)
    }
    return SnapshotPart(name: Self.unlockedPart, bytes: writer.bytes)
  }

  public init(parts: [SnapshotPart], zones: any ZoneSource) throws(SnapshotDamage) {
    fold = try ListeningFold(parts: parts, zones: zones)
    guard let bytes = parts.first(where: { $0.name == Self.unlockedPart })?.bytes else {
      throw SnapshotDamage("what is unlocked is missing")
    }
    var reader = ByteReader(bytes)
    for _ in 0..<(try reader.count(itemBytes: 12)) {
      let id = try reader.text()
      let at = Instant(seconds: try reader.integer())
      guard let index = Milestone.all.firstIndex(where: { $0.id == id }) else {
        throw SnapshotDamage("there is no milestone \(id)")
      }
      unlockedAt[index] = at
    }
    try reader.finish()
    isUnlockingChanged = false
  }
}
