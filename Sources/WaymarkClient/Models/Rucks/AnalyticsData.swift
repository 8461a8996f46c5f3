/// What the rucks of a period add up to.
public struct AnalyticsData: Codable, Sendable, Hashable {
  public var timePeriod: AnalyticsTimePeriod
  public var from: CalendarDay
  /// Today.
  public var to: CalendarDay
  public var totalSessions: Int
  /// Metres.
  public var totalDistance: Double
  /// Seconds.
  public var totalDuration: Double
  /// Kilogram metres.
  public var totalWeightMoved: Double
  /// Minutes a kilometre; nil without a way.
  public var averagePace: Double?
  /// Kilograms; nil without a ruck.
  public var averageLoad: Double?
  public var totalCalories: Double
  /// Weeks in a row.
  public var trainingStreak: Int
  /// Trends are nil where there was nothing before, and for all time.
  public var distanceTrend: TrendData?
  public var paceTrend: TrendData?
  public var weightMovedTrend: TrendData?
  public var sessionsTrend: TrendData?

  /// Nil too for what rucks have no trend of.
  public func trend(of metric: MetricType) -> TrendData? {
    switch metric {
    case .distance: distanceTrend
    case .pace: paceTrend
    case .weightMoved: weightMovedTrend
    case .sessions: sessionsTrend
    default: nil
    }
  }
}
