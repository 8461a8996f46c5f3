/// The last weeks for a chart, oldest first, also those without a ruck; the last one is this week.
public struct WeeklyAnalyticsData: Codable, Sendable, Hashable {
  public struct WeekData: Codable, Sendable, Hashable, Identifiable {
    /// A Monday.
    public var weekStart: CalendarDay
    public var sessions: Int
    /// Metres.
    public var distance: Double
    /// Kilogram metres.
    public var weightMoved: Double
    /// Minutes a kilometre; nil without a way.
    public var averagePace: Double?
    public var meetsGoal: Bool

    public var id: CalendarDay { weekStart }
  }

  public var weeks: [WeekData]
  public var averageSessionsPerWeek: Double
  /// Metres.
  public var averageDistancePerWeek: Double
}
