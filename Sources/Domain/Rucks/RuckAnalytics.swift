public import Chronology

/// The figures of the rucks of a period.
public struct RuckAnalytics: Codable, Hashable, Sendable {
  public var timePeriod: ReportedPeriod
  public var from: Day
  /// Today, or the last day of a range.
  public var to: Day
  public var totalSessions: Int
  /// Metres.
  public var totalDistance: Double
  /// Seconds in motion, or of the whole span if that is unknown.
  public var totalDuration: Double
  /// Kilogram metres.
  public var totalWeightMoved: Double
  /// All minutes divided by all kilometres.
  public var averagePace: Double?
  public var averageLoad: Double?
  public var totalCalories: Double
  /// In weeks.
  public var trainingStreak: Int
  public var distanceTrend: Trend?
  public var paceTrend: Trend?
  public var weightMovedTrend: Trend?
  public var sessionsTrend: Trend?
  /// Nil unless it was requested.
  @Omittable public var comparison: Totals? = nil

  /// The figures of an earlier period.
  public struct Totals: Codable, Hashable, Sendable {
    public var from: Day
    public var to: Day
    public var totalSessions: Int
    public var totalDistance: Double
    public var totalDuration: Double
    public var totalWeightMoved: Double
    public var averagePace: Double?
    public var averageLoad: Double?
    public var totalCalories: Double

    init(from: Day, to: Day, of tally: RuckTally) {
      self.from = from
      self.to = to
      totalSessions = tally.effort.sessions
      totalDistance = tally.effort.distance.value
      totalDuration = tally.effort.seconds.value.clampedToFinite
      totalWeightMoved = tally.weightMoved.value
      averagePace = tally.effort.pace
      averageLoad = tally.effort.sessions > 0 ? tally.load.value / Double(tally.effort.sessions) : nil
      totalCalories = tally.calories.value.clampedToFinite
    }
  }

  init(_ period: ReportedPeriod, from: Day, to: Day, of tally: RuckTally, since previous: RuckTally?, streak: Int) {
    timePeriod = period
    self.from = from
    self.to = to
    let totals = Totals(from: from, to: to, of: tally)
    totalSessions = totals.totalSessions
    totalDistance = totals.totalDistance
    totalDuration = totals.totalDuration
    totalWeightMoved = totals.totalWeightMoved
    averagePace = totals.averagePace
    averageLoad = totals.averageLoad
    totalCalories = totals.totalCalories
    trainingStreak = streak
    distanceTrend = Trend(totalDistance, since: previous?.effort.distance.value)
    paceTrend = Trend(averagePace, since: previous?.effort.pace)
    weightMovedTrend = Trend(totalWeightMoved, since: previous?.weightMoved.value)
    sessionsTrend = Trend(Double(totalSessions), since: previous.map { Double($0.effort.sessions) })
  }
}
