/// The last weeks of rucks for a chart.
public struct WeeklyAnalyticsData: Codable, Sendable, Hashable {
  /// The totals of one week.
  public struct WeekData: Codable, Sendable, Hashable, Identifiable {
    /// The Monday of the week.
    public var weekStart: CalendarDay
    /// The number of rucks.
    public var sessions: Int
    /// The distance in metres.
    public var distance: Double
    /// Load times distance, in kilogram metres.
    public var weightMoved: Double
    /// Minutes per kilometre, or nil if the distance is 0.
    public var averagePace: Double?
    /// The week's own goal in rucks, or nil if the server does not send it.
    public var goal: Int?
    /// Whether the week met its goal.
    public var meetsGoal: Bool

    /// The Monday of the week.
    public var id: CalendarDay { weekStart }
  }

  /// The weeks, oldest first, including weeks without rucks. The last one is the current week.
  public var weeks: [WeekData]
  /// The mean number of rucks per week.
  public var averageSessionsPerWeek: Double
  /// The mean distance per week in metres.
  public var averageDistancePerWeek: Double
}
