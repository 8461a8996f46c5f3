public import Chronology

/// The rules for a profile.
public enum ProfileRules {
  public static let dayStarts = 0...6
  public static let restDays = 0...3

  /// Checks changes that another account has made.
  public static func check(
    _ changes: [SettingChange], of settings: SettingsHistory, in event: ProfileChanged, now: Instant
  ) throws(Rejection) {
    let isPast = changes.allSatisfy { change in
      change.since.map { $0.seconds >= SettingTimeline<Int>.earliestChange && $0 <= now } ?? true
    }
    guard isPast else { throw Rejection("changes", "must be from 1970-01-01 to now") }
    var changed = settings
    changed.apply(event)
    guard changed.mostEntries <= SettingTimeline<Int>.mostEntries else {
      throw Rejection("changes", "must result in at most \(SettingTimeline<Int>.mostEntries) values of a setting")
    }
  }

  public static func check(_ profile: Profile, zoneIsKnown: Bool) throws(Rejection) {
    var violations: [Rejection.Violation] = []
    if !zoneIsKnown {
      violations.append(.init("timezone", "is not a known time zone; use a name such as Europe/Berlin"))
    }
    if let displayName = profile.displayName {
      violations += TextRules.violations(ofText: displayName, "displayName")
    }
    if !dayStarts.contains(profile.dayStart) { violations.append(.init("dayStart", "must be from 0 to 6")) }
    if !restDays.contains(profile.restDaysPerWeek) {
      violations.append(.init("restDaysPerWeek", "must be from 0 to 3"))
    }
    try violations.reject()
  }
}
