/// Weeks in a row that met the weekly goal. The running week adds when it has met it, and breaks nothing before.
public struct TrainingStreak: Codable, Sendable, Hashable {
  public struct ThisWeek: Codable, Sendable, Hashable {
    public var sessions: Int
    public var meetsGoal: Bool
    /// Rucks that are missing to the goal.
    public var remaining: Int
  }

  /// A length that is worth a party, in the week in which it was reached.
  public struct Celebration: Codable, Sendable, Hashable {
    public var weeks: Int
  }

  public var current: Int
  public var longest: Int
  /// Rucks a week.
  public var weeklyGoal: Int
  public var thisWeek: ThisWeek
  public var celebration: Celebration?
}
