/// The rules for a profile.
public enum ProfileRules {
  public static let dayStarts = 0...6
  public static let restDays = 0...3

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
