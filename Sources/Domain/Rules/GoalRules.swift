/// What may be aimed at.
public enum GoalRules {
  /// Nobody reaches the last of them, and no product of it with a day of the year overflows.
  public static let targets = 1...1_000_000_000

  public static func check(target: Int) throws(Rejection) {
    guard targets.contains(target) else { throw Rejection("target", "must be from 1 to 1000000000") }
  }
}
