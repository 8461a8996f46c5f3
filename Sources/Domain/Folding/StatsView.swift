public import Chronology

/// The statistics of listening, of reading and of rucks, and what was reached on the way. What each figure means stands
/// with its query, `StatsView+….swift`.
public struct StatsView: ViewState {
  public static let snapshotEdition = 8

  var fold = ListeningFold()
  /// The same that `MilestonesView` keeps, as are the achievements: no service asks another for what it can fold.
  var milestoneRecord = MilestoneRecord()
  var reading = ReadingFold()
  var achievementRecord = AchievementRecord()
  var rucks = RuckStatistics()
  var madeStandings: [HeroStanding]?
  var madeInsights: ListeningInsights?
  var madeReading = ReadingAnswers()
  /// By their years.
  var madeReviews: [Int: YearReview] = [:]

  public init() {}

  public var profile: Profile { fold.profile }
  public var calendar: LocalCalendar { fold.calendar }

  public mutating func apply(_ event: Event, zones: any ZoneSource) {
    fold.apply(event, zones: zones)
    milestoneRecord.look(after: event, at: &fold)
    reading.apply(event)
    rucks.apply(event)
    switch event {
    case .account(.profileChanged): countOthers()
    case .goals(.set), .goals(.cleared): rucks.aim(at: reading.targets[.weeklyRucks])
    case .account(.opened), .catalogue, .listening, .reading, .rucks, .diversity: break
    }
    achievementRecord.look(after: event, at: &reading)
    forget()
  }

  public mutating func rezone(zones: any ZoneSource) {
    fold.rezone(zones: zones)
    milestoneRecord.rezone()
    countOthers()
    forget()
  }

  private mutating func countOthers() {
    reading.count(in: fold.calendar, restDaysPerWeek: fold.profile.restDaysPerWeek)
    rucks.count(in: fold.calendar)
  }

  private mutating func forget() {
    madeStandings = nil
    madeInsights = nil
    madeReading = ReadingAnswers()
    madeReviews = [:]
  }

  public var approximateBytes: Int {
    fold.approximateBytes + milestoneRecord.approximateBytes + reading.approximateBytes
      + achievementRecord.approximateBytes + rucks.approximateBytes + madeReading.approximateBytes
      + (madeStandings?.count ?? 0) * 128 + madeReviews.count * 2_048
  }

  public mutating func takeChangedParts() -> [SnapshotPart] {
    fold.takeChangedParts() + milestoneRecord.takeChangedParts() + reading.takeChangedParts()
      + achievementRecord.takeChangedParts() + rucks.takeChangedParts()
  }

  public mutating func allParts() -> [SnapshotPart] {
    fold.allParts() + milestoneRecord.allParts() + reading.allParts() + achievementRecord.allParts()
      + rucks.allParts()
  }

  public init(parts: [SnapshotPart], zones: any ZoneSource) throws(SnapshotDamage) {
    fold = try ListeningFold(parts: parts, zones: zones)
    milestoneRecord = try MilestoneRecord(parts: parts)
    reading = try ReadingFold(parts: parts)
    achievementRecord = try AchievementRecord(parts: parts)
    rucks = try RuckStatistics(parts: parts)
    rucks.aim(at: reading.targets[.weeklyRucks])
    countOthers()
  }
}
