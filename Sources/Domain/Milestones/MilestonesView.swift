public import Chronology

/// The milestones, achievements and goals of a user. They are checked after every event and stay unlocked permanently.
public struct MilestonesView: ViewState {
  public static let snapshotEdition = 7

  private var fold = ListeningFold()
  private var milestoneRecord = MilestoneRecord()
  private var reading = ReadingFold()
  private var achievementRecord = AchievementRecord()
  private var rucks = RuckStarts()

  public init() {}

  public var calendar: LocalCalendar { fold.calendar }

  public mutating func apply(_ event: Event, zones: any ZoneSource) {
    milestoneRecord.prepare(for: event, &fold)
    fold.apply(event, zones: zones)
    milestoneRecord.update(after: event, of: &fold)
    switch event {
    // Most events of a long history have these cases, and the code below does not fold them.
    case .listening, .catalogue: return
    case .account(.profileChanged):
      achievementRecord.prepare(for: event, &reading)
      countReading()
    case .account(.opened), .account(.unlocksDated), .reading, .rucks, .diversity, .goals, .shares, .connections,
      .covers:
      break
    }
    achievementRecord.prepare(for: event, &reading)
    reading.apply(event)
    rucks.apply(event)
    achievementRecord.update(after: event, of: &reading)
  }

  public mutating func rezone(zones: any ZoneSource) {
    fold.rezone(zones: zones)
    milestoneRecord.rezone()
    countReading()
    // No fact has changed.
    _ = reading.takeFinishChange()
  }

  private mutating func countReading() {
    reading.count(in: fold.calendar, restDays: fold.restDays)
  }

  public mutating func milestones(now: Instant) -> [MilestoneStanding] {
    milestoneRecord.milestones(now: now, fold: &fold)
  }

  public mutating func achievements() -> [AchievementStanding] {
    achievementRecord.achievements(of: &reading)
  }

  /// In the order of `GoalType`.
  public mutating func goals(now: Instant) -> [GoalStanding] {
    reading.goals(now: now, rucks: rucks)
  }

  /// `year` is one of `GoalRules.years`.
  public mutating func goals(of year: Int) -> [GoalOfYear] {
    reading.goals(of: CalendarSpan(year: year, in: calendar))
  }
}

extension MilestonesView {
  public var approximateBytes: Int {
    fold.approximateBytes + milestoneRecord.approximateBytes + reading.approximateBytes
      + achievementRecord.approximateBytes + rucks.approximateBytes
  }

  public mutating func takeChangedParts() -> [SnapshotPart] {
    fold.takeChangedParts() + milestoneRecord.takeChangedParts(&fold) + reading.takeChangedParts()
      + achievementRecord.takeChangedParts(&reading) + rucks.takeChangedParts()
  }

  public mutating func allParts() -> [SnapshotPart] {
    fold.allParts() + milestoneRecord.allParts(&fold) + reading.allParts() + achievementRecord.allParts(&reading)
      + rucks.allParts()
  }

  public init(parts: [SnapshotPart], zones: any ZoneSource) throws(SnapshotDamage) {
    fold = try ListeningFold(parts: parts, zones: zones)
    milestoneRecord = try MilestoneRecord(parts: parts)
    reading = try ReadingFold(parts: parts)
    achievementRecord = try AchievementRecord(parts: parts)
    rucks = try RuckStarts(parts: parts)
    countReading()
    _ = reading.takeFinishChange()
  }
}
