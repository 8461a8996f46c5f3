public import Chronology

/// The statistics of listening, reading and rucks, with milestones and achievements. Each figure is defined next to its
/// query, in `StatsView+….swift` in the folder of its subject.
public struct StatsView: ViewState {
  public static let snapshotEdition = 12

  var fold = ListeningFold()
  /// `MilestonesView` folds the same milestones and achievements, so no service depends on another one's figures.
  var milestoneRecord = MilestoneRecord()
  var reading = ReadingFold()
  var achievementRecord = AchievementRecord()
  var rucks = RuckStatistics()
  var cachedStandings: [HeroStanding]?
  var cachedInsights: ListeningInsights?
  var cachedReading = ReadingCache()
  /// By the days of the year or month.
  var cachedReviews: [ClosedRange<Day>: YearReview] = [:]

  public init() {}

  public var profile: Profile { fold.profile }
  public var calendar: LocalCalendar { fold.calendar }

  public mutating func apply(_ event: Event, zones: any ZoneSource) {
    discardCaches()
    milestoneRecord.prepare(for: event, &fold)
    fold.apply(event, zones: zones)
    milestoneRecord.update(after: event, of: &fold)
    switch event {
    // Most events of a long history have these cases, and the code below does not fold them.
    case .listening, .catalogue: return
    case .account(.profileChanged):
      achievementRecord.prepare(for: event, &reading)
      countOthers()
    case .account(.opened), .account(.unlocksDated), .reading, .rucks, .diversity, .goals, .shares, .connections,
      .covers:
      break
    }
    achievementRecord.prepare(for: event, &reading)
    reading.apply(event)
    rucks.apply(event)
    if case .goals = event { countWeeks() }
    achievementRecord.update(after: event, of: &reading)
  }

  public mutating func rezone(zones: any ZoneSource) {
    fold.rezone(zones: zones)
    milestoneRecord.rezone()
    countOthers()
    // No fact has changed.
    _ = reading.takeFinishChange()
    discardCaches()
  }

  private mutating func countOthers() {
    reading.count(in: fold.calendar, restDays: fold.restDays)
    rucks.count(in: fold.calendar)
    countWeeks()
  }

  private mutating func countWeeks() {
    rucks.setWeeklyGoal(reading.targets.byDay(.weeklyRucks, in: fold.calendar))
  }

  private mutating func discardCaches() {
    cachedStandings = nil
    cachedInsights = nil
    cachedReading = ReadingCache()
    cachedReviews = [:]
  }

  public var approximateBytes: Int {
    fold.approximateBytes + milestoneRecord.approximateBytes + reading.approximateBytes
      + achievementRecord.approximateBytes + rucks.approximateBytes + cachedReading.approximateBytes
      + (cachedStandings?.count ?? 0) * 128 + cachedReviews.count * 2_048
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
    rucks = try RuckStatistics(parts: parts)
    countOthers()
    _ = reading.takeFinishChange()
  }
}
