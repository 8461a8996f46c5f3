/// The distribution of the rucks of a period over paces, terrain, weather and loads.
public struct RuckBreakdown: Codable, Sendable, Hashable {
  /// The rucks within half a minute of pace. Buckets without rucks are left out.
  public struct PaceBucket: Codable, Sendable, Hashable, Identifiable {
    /// The lower bound in minutes per kilometre.
    public var from: Double
    /// The upper bound in minutes per kilometre, exclusive.
    public var to: Double
    /// The number of rucks.
    public var sessions: Int

    /// The lower bound.
    public var id: Double { from }
  }

  /// The totals on one kind of terrain.
  public struct Ground: Codable, Sendable, Hashable, Identifiable {
    /// The kind of terrain.
    public var type: Terrain
    /// The distance in metres.
    public var distance: Double
    /// The mean pace in minutes per kilometre, or nil if the distance is 0.
    public var averagePace: Double?

    /// The kind of terrain.
    public var id: Terrain { type }
  }

  /// The rucks by weather.
  public struct Weather: Codable, Sendable, Hashable {
    /// The rucks for each weather condition.
    public var byCondition: [Condition]
    /// The correlation of temperature and pace, −1…1; above 0, rucks are slower in warm weather. Nil if there are fewer
    /// than three rucks or the values do not vary.
    public var temperaturePaceCorrelation: Double?
  }

  /// The rucks in one weather condition.
  public struct Condition: Codable, Sendable, Hashable, Identifiable {
    /// The weather in a word.
    public var condition: String
    /// The number of rucks.
    public var sessions: Int
    /// The mean pace in minutes per kilometre, or nil if the distance is 0.
    public var averagePace: Double?

    /// The weather in a word.
    public var id: String { condition }
  }

  /// The loads of one week that has rucks.
  public struct LoadWeek: Codable, Sendable, Hashable, Identifiable {
    /// The Monday of the week.
    public var weekStart: CalendarDay
    /// The mean load in kilograms.
    public var averageLoad: Double
    /// The heaviest load in kilograms.
    public var maxLoad: Double

    /// The Monday of the week.
    public var id: CalendarDay { weekStart }
  }

  /// The rucks by pace.
  public var paceDistribution: [PaceBucket]
  /// The distances by terrain.
  public var terrain: [Ground]
  /// The rucks by weather.
  public var weather: Weather
  /// The loads by week, oldest first.
  public var loadProgression: [LoadWeek]
  /// Kilocalories per hour over rucks with reported calories, or nil if there are none.
  public var calorieBurnRate: Double?
  /// The figures of another period, or nil if none was requested or the server does not send them.
  public var comparison: Comparison?

  /// The distribution of the rucks of another period.
  public struct Comparison: Codable, Sendable, Hashable {
    /// The first day of the period.
    public var from: CalendarDay
    /// The last day of the period.
    public var to: CalendarDay
    /// The rucks by pace.
    public var paceDistribution: [PaceBucket]
    /// The distances by terrain.
    public var terrain: [Ground]
    /// The rucks by weather.
    public var weather: Weather
    /// The loads by week, oldest first.
    public var loadProgression: [LoadWeek]
    /// Kilocalories per hour over rucks with reported calories, or nil if there are none.
    public var calorieBurnRate: Double?
  }
}
