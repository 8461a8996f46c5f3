public import Chronology

/// The milestones of listening: looked at after every single write, and once unlocked, unlocked for ever.
public struct MilestonesView: ViewState {
  public static let snapshotEdition = 1

  private var fold = ListeningFold()
  /// When each was unlocked, in the order of `Milestone.all`.
  private var unlockedAt = [Instant?](repeating: nil, count: Milestone.all.count)
  private var isUnlockingChanged = true

  public init() {}

  public mutating func apply(_ event: Event, zones: any ZoneSource) {
    fold.apply(event, zones: zones)
    for (index, milestone) in Milestone.all.enumerated() where unlockedAt[index] == nil {
      guard reached(milestone.kind) >= milestone.threshold else { continue }
      unlockedAt[index] = latestInstant()
      isUnlockingChanged = true
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

  /// The time of unlocking is told by the facts, not by a clock: the greatest creation of a story or end of a session that
  /// exists right after the write.
  private mutating func latestInstant() -> Instant? {
    let totals = fold.history.totals()
    let lastEnd = totals.count == 0 ? nil : Instant(seconds: totals.lastEnd)
    return [fold.stories.latestCreation, lastEnd].compactMap(\.self).max()
  }

  public mutating func rezone(zones: any ZoneSource) {
    fold.rezone(zones: zones)
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

  public var approximateBytes: Int { fold.approximateBytes + 256 }

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
