/// What may be aimed at.
public enum GoalRules {
  public static let targets = 1...10_000
  /// Two rucks a day.
  public static let rucks = 1...14
  /// A journal may have greater ones: no product of these with a day of the year overflows.
  static let readable = 1...1_000_000_000

  public static func check(target: Int, for type: GoalType) throws(Rejection) {
    let range = type == .weeklyRucks ? rucks : targets
    guard range.contains(target) else { throw Rejection("target", "must be from 1 to \(range.upperBound)") }
  }
}
