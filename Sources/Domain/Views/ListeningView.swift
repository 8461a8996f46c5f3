public import Chronology

/// The statistics of listening and of rucks. What each figure means stands with its query, `ListeningView+….swift`.
public struct ListeningView: ViewState {
  public static let snapshotEdition = 3

  var fold = ListeningFold()
  var reading = ReadingActivity()
  var rucks = RuckStatistics()
  var madeStandings: [HeroStanding]?
  var madeInsights: ListeningInsights?

  public init() {}

  public var profile: Profile { fold.profile }
  public var calendar: LocalCalendar { fold.calendar }

  public mutating func apply(_ event: Event, zones: any ZoneSource) {
    fold.apply(event, zones: zones)
    reading.apply(event)
    rucks.apply(event)
    if case .profileChanged = event { countOthers() }
    forget()
  }

  public mutating func rezone(zones: any ZoneSource) {
    fold.rezone(zones: zones)
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
  }

  public var approximateBytes: Int {
    fold.approximateBytes + reading.approximateBytes + rucks.approximateBytes
      + (madeStandings?.count ?? 0) * 128
  }

  public mutating func takeChangedParts() -> [SnapshotPart] {
    fold.takeChangedParts() + reading.takeChangedParts() + rucks.takeChangedParts()
  }

  public mutating func allParts() -> [SnapshotPart] {
    fold.allParts() + reading.allParts() + rucks.allParts()
  }

  public init(parts: [SnapshotPart], zones: any ZoneSource) throws(SnapshotDamage) {
    fold = try ListeningFold(parts: parts, zones: zones)
    reading = try ReadingActivity(parts: parts)
    rucks = try RuckStatistics(parts: parts)
    countOthers()
  }
}
