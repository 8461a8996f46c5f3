public import Chronology

/// The limits of targets.
public enum GoalRules {
  public static let targets = 1...10_000
  public static let years = CalendarSpan.years
  /// Two rucks per day.
  public static let rucks = 1...14
  /// A journal may contain greater targets. A product of one of these and a day of the year does not overflow.
  static let readable = 1...1_000_000_000

  /// Checks the moment of a change that another account has made.
  public static func check(since: Instant?, now: Instant) throws(Rejection) {
    guard let since else { return }
    guard since.seconds >= SettingTimeline<Int>.earliestChange, since <= now else {
      throw Rejection("since", "must be from 1970-01-01 to now")
    }
  }

  public static func check(target: Int, for type: GoalType) throws(Rejection) {
    let range = type == .weeklyRucks ? rucks : targets
    guard range.contains(target) else { throw Rejection("target", "must be from 1 to \(range.upperBound)") }
  }
}
