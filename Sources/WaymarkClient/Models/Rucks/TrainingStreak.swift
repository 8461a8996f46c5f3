/// Consecutive weeks that met their own goal. The current week counts once it has met its goal, and does not end the
/// streak before.
public struct TrainingStreak: Codable, Sendable, Hashable {
  /// The current week.
  public struct ThisWeek: Codable, Sendable, Hashable {
    /// The number of rucks so far.
    public var sessions: Int
    /// Whether the week has met the weekly goal.
    public var meetsGoal: Bool
    /// The number of rucks still needed to meet the goal.
    public var remaining: Int
  }

  /// A streak length worth celebrating, in the week in which it was reached.
  public struct Celebration: Codable, Sendable, Hashable {
    /// The length of the streak in weeks.
    public var weeks: Int
  }

  /// The length of the current streak in weeks.
  public var current: Int
  /// The length of the longest streak in weeks.
  public var longest: Int
  /// The goal in rucks per week.
  public var weeklyGoal: Int
  /// The current week.
  public var thisWeek: ThisWeek
  /// The streak length to celebrate this week, or nil if none was reached.
  public var celebration: Celebration?
}
