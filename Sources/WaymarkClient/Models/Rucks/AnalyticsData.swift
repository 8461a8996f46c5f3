/// The totals of the rucks of a period.
public struct AnalyticsData: Codable, Sendable, Hashable {
  /// The period of the figures.
  public var timePeriod: AnalyticsTimePeriod
  /// The first day of the period.
  public var from: CalendarDay
  /// The last day of the period so far, which is today.
  public var to: CalendarDay
  /// The number of rucks.
  public var totalSessions: Int
  /// The distance in metres.
  public var totalDistance: Double
  /// The seconds in motion; rucks without a moving time count from start to end.
  public var totalDuration: Double
  /// Load times distance, in kilogram metres.
  public var totalWeightMoved: Double
  /// Minutes per kilometre, or nil if the distance is 0.
  public var averagePace: Double?
  /// The mean load in kilograms, or nil if there are no rucks.
  public var averageLoad: Double?
  /// The energy used in kilocalories.
  public var totalCalories: Double
  /// The number of consecutive weeks that met the weekly goal.
  public var trainingStreak: Int
  /// The trend of the distance. Every trend is nil if there is no previous value, and for
  /// ``AnalyticsTimePeriod/allTime``.
  public var distanceTrend: TrendData?
  /// The trend of the pace.
  public var paceTrend: TrendData?
  /// The trend of the weight moved.
  public var weightMovedTrend: TrendData?
  /// The trend of the number of rucks.
  public var sessionsTrend: TrendData?
  /// The figures of another period, or nil if none was requested or the server does not send them.
  public var comparison: Totals?

  /// The totals of another period.
  public struct Totals: Codable, Sendable, Hashable {
    /// The first day of the period.
    public var from: CalendarDay
    /// The last day of the period.
    public var to: CalendarDay
    /// The number of rucks.
    public var totalSessions: Int
    /// The distance in metres.
    public var totalDistance: Double
    /// The seconds in motion; rucks without a moving time count from start to end.
    public var totalDuration: Double
    /// Load times distance, in kilogram metres.
    public var totalWeightMoved: Double
    /// Minutes per kilometre, or nil if the distance is 0.
    public var averagePace: Double?
    /// The mean load in kilograms, or nil if there are no rucks.
    public var averageLoad: Double?
    /// The energy used in kilocalories.
    public var totalCalories: Double
  }

  /// Returns the trend of a metric, or nil if the metric has no trend here or there is no previous value.
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
