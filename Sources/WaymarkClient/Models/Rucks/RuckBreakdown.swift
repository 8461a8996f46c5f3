/// How the rucks of a period were spread, and what went along with their pace.
public struct RuckBreakdown: Codable, Sendable, Hashable {
  /// Half a minute of pace, `to` not included; only those with rucks.
  public struct PaceBucket: Codable, Sendable, Hashable, Identifiable {
    public var from: Double
    public var to: Double
    public var sessions: Int

    public var id: Double { from }
  }

  public struct Ground: Codable, Sendable, Hashable, Identifiable {
    public var type: Terrain
    /// Metres.
    public var distance: Double
    public var averagePace: Double?

    public var id: Terrain { type }
  }

  public struct Weather: Codable, Sendable, Hashable {
    public var byCondition: [Condition]
    /// −1…1: above 0, warmth goes along with slower rucks. Nil under three rucks, or where nothing varies.
    public var temperaturePaceCorrelation: Double?
  }

  public struct Condition: Codable, Sendable, Hashable, Identifiable {
    public var condition: String
    public var sessions: Int
    public var averagePace: Double?

    public var id: String { condition }
  }

  /// A week with rucks.
  public struct LoadWeek: Codable, Sendable, Hashable, Identifiable {
    public var weekStart: CalendarDay
    /// Kilograms.
    public var averageLoad: Double
    public var maxLoad: Double

    public var id: CalendarDay { weekStart }
  }

  public var paceDistribution: [PaceBucket]
  public var terrain: [Ground]
  public var weather: Weather
  public var loadProgression: [LoadWeek]
  /// Kilocalories an hour, over rucks with their calories.
  public var calorieBurnRate: Double?
}
