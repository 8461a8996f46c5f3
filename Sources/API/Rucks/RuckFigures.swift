public import Chronology
public import Domain
public import Proto

extension StatsAPI {
  /// Of a calendar period so far, or of the days from one to another.
  public struct FetchRuckAnalytics: Method {
    public typealias API = StatsAPI
    public typealias Reply = RuckAnalytics
    public static let name = "stats.ruckAnalytics"
    public var period: RuckPeriod?
    public var from: Day?
    public var to: Day?

    public init(period: RuckPeriod? = nil, from: Day? = nil, to: Day? = nil) {
      self.period = period
      self.from = from
      self.to = to
    }
  }

  public struct FetchRuckRecords: Method {
    public typealias API = StatsAPI
    public typealias Reply = RuckRecords
    public static let name = "stats.ruckRecords"
    public init() {}
  }

  public struct FetchRuckWeeks: Method {
    public typealias API = StatsAPI
    public typealias Reply = RuckWeekly
    public static let name = "stats.ruckWeeks"
    public var weeks: Int?
    public init(weeks: Int? = nil) { self.weeks = weeks }
  }

  public struct FetchTrainingStreak: Method {
    public typealias API = StatsAPI
    public typealias Reply = TrainingStreak
    public static let name = "stats.trainingStreak"
    public init() {}
  }

  public struct FetchRuckBreakdown: Method {
    public typealias API = StatsAPI
    public typealias Reply = RuckBreakdown
    public static let name = "stats.ruckBreakdown"
    public var period: RuckPeriod?
    public var from: Day?
    public var to: Day?

    public init(period: RuckPeriod? = nil, from: Day? = nil, to: Day? = nil) {
      self.period = period
      self.from = from
      self.to = to
    }
  }
}
