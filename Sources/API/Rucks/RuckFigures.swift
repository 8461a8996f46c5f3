public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let ruckFigures: [Endpoint] = [
    StatsAPI.FetchRuckAnalytics.endpoint,
    StatsAPI.FetchRuckRecords.endpoint,
    StatsAPI.FetchRuckWeeks.endpoint,
    StatsAPI.FetchTrainingStreak.endpoint,
    StatsAPI.FetchRuckBreakdown.endpoint,
  ]
}

extension StatsAPI {
  /// Returns the figures of a calendar period so far, or of the days from one to another.
  public struct FetchRuckAnalytics: Method {
    public typealias API = StatsAPI
    public typealias Reply = RuckAnalytics
    public static let name = "stats.ruckAnalytics"
    static let endpoint = Endpoint.get(
      "/rucks/analytics", FetchRuckAnalytics.self, parameters: Parameter.ruckPeriod + [.compare],
      "Get the figures of a period.",
      details: """
        Trends compare with as many days from the start of the previous period, or with the days just before `from`. A \
        trend is null for `allTime` or if the previous figure is 0, and `flat` if the change is less than 1 %. With \
        `compare`, `comparison` has the totals of another period.
        """
    ).tagged()

    public var period: RuckPeriod?
    public var from: Day?
    public var to: Day?
    public var compare: ComparedPeriod?

    public init(
      period: RuckPeriod? = nil, from: Day? = nil, to: Day? = nil, compare: ComparedPeriod? = nil
    ) {
      self.period = period
      self.from = from
      self.to = to
      self.compare = compare
    }
  }

  public struct FetchRuckRecords: Method {
    public typealias API = StatsAPI
    public typealias Reply = RuckRecords
    public static let name = "stats.ruckRecords"
    static let endpoint = Endpoint.get(
      "/rucks/records", FetchRuckRecords.self, "Get the personal records.",
      details:
        "`fastestPace` counts only rucks of at least 1 km. If two rucks are equal, the earlier one holds the record."
    ).tagged()

    public init() {}
  }

  public struct FetchRuckWeeks: Method {
    public typealias API = StatsAPI
    public typealias Reply = RuckWeekly
    public static let name = "stats.ruckWeeks"
    static let endpoint = Endpoint.get(
      "/rucks/weekly", FetchRuckWeeks.self,
      parameters: [.query("weeks", .integer(RuckWeekly.counts), "The number of weeks. Default: 12.")],
      "Get the figures of the last weeks, oldest first."
    ).tagged()

    public var weeks: Int?
    public init(weeks: Int? = nil) { self.weeks = weeks }
  }

  public struct FetchTrainingStreak: Method {
    public typealias API = StatsAPI
    public typealias Reply = TrainingStreak
    public static let name = "stats.trainingStreak"
    static let endpoint = Endpoint.get(
      "/rucks/streak", FetchTrainingStreak.self, "Get the training streak: consecutive weeks that met their goal.",
      details: """
        Each week counts with its own target of the goal `weeklyRucks`. The current week counts as soon as it meets \
        its target, and does not end the streak before that.
        """
    ).tagged()

    public init() {}
  }

  public struct FetchRuckBreakdown: Method {
    public typealias API = StatsAPI
    public typealias Reply = RuckBreakdown
    public static let name = "stats.ruckBreakdown"
    static let endpoint = Endpoint.get(
      "/rucks/breakdown", FetchRuckBreakdown.self, parameters: Parameter.ruckPeriod + [.compare],
      "Get paces, terrain, weather, loads and calories of a period.",
      details: "With `compare`, `comparison` has the same figures of another period."
    ).tagged()

    public var period: RuckPeriod?
    public var from: Day?
    public var to: Day?
    public var compare: ComparedPeriod?

    public init(
      period: RuckPeriod? = nil, from: Day? = nil, to: Day? = nil, compare: ComparedPeriod? = nil
    ) {
      self.period = period
      self.from = from
      self.to = to
      self.compare = compare
    }
  }
}

extension Parameter {
  fileprivate static let ruckPeriod: [Parameter] = [
    query("period", .choice(of: RuckPeriod.self), "The current period so far. Default: `monthly`."),
    query("from", .day, "The first day. Send it with `to` instead of `period`."),
    query("to", .day, "The last day. Both days count, and the range has at most 3,660 days."),
  ]
}

extension Parameter {
  static let compare = query(
    "compare", .choice(of: ComparedPeriod.self),
    """
    Adds `comparison`: `previous` is as many days of the period of the same kind immediately before, and `lastYear` \
    the same days one year earlier, with 28 February for the 29th. Not possible for `allTime`.
    """)
}

extension RuckAnalytics: Described {
  public static let members: [String: Note] = [
    "timePeriod": "The requested period.",
    "from": "The first day of the period.",
    "to": "The last day of the period, or today for the current period.",
    "totalSessions": "The number of rucks.",
    "totalDistance": Note("The total distance in metres.", like: 32_000),
    "totalDuration": Note("Seconds in motion, or from start to end if the time in motion is unknown.", like: 20_400),
    "totalWeightMoved": Note("Kilogram metres: the load times the distance.", like: 640_000),
    "averagePace": Note("Minutes per kilometre, or null if the distance is 0.", like: 10.625),
    "averageLoad": Note("Kilograms per ruck, or null if there are no rucks.", like: 20),
    "totalCalories": Note("The total kilocalories.", like: 3_600),
    "trainingStreak": "The number of consecutive weeks that met the goal.",
    "distanceTrend": "The change in distance, or null if the previous figure is 0.",
    "paceTrend": "The change in pace, or null if either period has no pace.",
    "weightMovedTrend": "The change in weight moved, or null if the previous figure is 0.",
    "sessionsTrend": "The change in the number of rucks, or null if the previous figure is 0.",
    "comparison": .comparison,
  ]
}

extension Note {
  static let comparison = Note("The figures of the other period. Omitted without `compare`.").omittable
}

extension RuckAnalytics.Totals: Described {
  public static var members: [String: Note] {
    let names = [
      "totalSessions", "totalDistance", "totalDuration", "totalWeightMoved", "averagePace", "averageLoad",
      "totalCalories",
    ]
    return RuckAnalytics.members.filter { names.contains($0.key) } + Note.comparedDays
  }
}

extension Note {
  static let comparedDays: [String: Note] = [
    "from": "The first day of the other period.", "to": "The last day of the other period.",
  ]
}

extension RuckRecords: Described {
  public static let members: [String: Note] = [
    "longestDistance": "The longest distance in metres, or null if there are no rucks.",
    "fastestPace": "The fewest minutes per kilometre over at least 1 km, or null if there is no ruck that long.",
    "heaviestLoad": "The heaviest load in kilograms, or null if there is none.",
    "highestCalorieBurn": "The most kilocalories, or null if none were given.",
    "mostWeightMoved": "The most kilogram metres, or null if there are none.",
  ]
}

extension RuckRecords.Best: Described {
  public static let members: [String: Note] = [
    "value": "The value of the record.",
    "ruckId": Note("The ruck that holds the record.", like: "ruck-1795154400"),
    "date": "The day, in the user's time zone.",
  ]
}

extension RuckWeekly: Described {
  public static let members: [String: Note] = [
    "weeks": "One item per week, oldest first.",
    "averageSessionsPerWeek": "Rucks per week.",
    "averageDistancePerWeek": Note("Metres per week.", like: 8_000),
  ]
}

extension RuckWeekly.Week: Described {
  public static let members: [String: Note] = [
    "weekStart": "The Monday of the ISO week.",
    "sessions": "The number of rucks.",
    "distance": Note("The distance in metres.", .from(0), like: 8_000),
    "weightMoved": Note("Kilogram metres: the load times the distance.", like: 160_000),
    "averagePace": Note("Minutes per kilometre, or null if the distance is 0.", like: 10.625),
    "goal": Note("The week's goal in rucks.", .range(GoalRules.rucks), like: 2),
    "meetsGoal": "Whether the week has at least as many rucks as its goal.",
  ]
}

extension TrainingStreak: Described {
  public static let members: [String: Note] = [
    "current": "The current streak in weeks.",
    "longest": "The longest streak in weeks.",
    "weeklyGoal": "The goal of the current week, in rucks.",
    "thisWeek": "The current week.",
    "celebration": "A milestone of the streak to celebrate, or null if there is none.",
  ]
}

extension TrainingStreak.ThisWeek: Described {
  public static let members: [String: Note] = [
    "sessions": "The number of rucks.",
    "meetsGoal": "Whether the week has at least as many rucks as the weekly goal.",
    "remaining": "The number of rucks still needed to meet the goal.",
  ]
}

extension TrainingStreak.Celebration: Described {
  public static let members: [String: Note] = [
    "weeks": "The length of the streak in weeks."
  ]
}

extension RuckBreakdown: Described {
  public static let members: [String: Note] = [
    "paceDistribution": "Rucks by pace, in steps of half a minute per kilometre.",
    "terrain": Note("Sections of the route, one per kind of ground.", .list(upTo: RuckRules.mostSegments)),
    "weather": "The weather, or null if none was given.",
    "loadProgression": "The loads per week, oldest first.",
    "calorieBurnRate": Note("Kilocalories per hour over the rucks that have them, or null if none has.", like: 635.3),
    "comparison": .comparison,
  ]
}

extension RuckBreakdown.Comparison: Described {
  public static var members: [String: Note] {
    RuckBreakdown.members.filter { $0.key != "comparison" } + Note.comparedDays
  }
}

extension RuckBreakdown.Bucket: Described {
  public static let members: [String: Note] = [
    "from": Note("The lower bound in minutes per kilometre, included.", like: 10.5),
    "to": Note("The upper bound in minutes per kilometre, excluded.", like: 11),
    "sessions": "The number of rucks.",
  ]
}

extension RuckBreakdown.Way: Described {
  public static let members: [String: Note] = [
    "type": "The kind of ground.",
    "distance": Note("The distance in metres.", .from(0), like: 8_000),
    "averagePace": Note("Minutes per kilometre, or null if the distance is 0.", like: 10.625),
  ]
}

extension RuckBreakdown.Weather: Described {
  public static let members: [String: Note] = [
    "byCondition": "Rucks by weather.",
    "temperaturePaceCorrelation": Note(
      "Pearson's correlation, -1 to 1, or null for fewer than three rucks or no variance.", like: 0.4),
  ]
}

extension RuckBreakdown.Condition: Described {
  public static let members: [String: Note] = [
    "condition": .name("The weather, in one word."),
    "sessions": "The number of rucks.",
    "averagePace": Note("Minutes per kilometre, or null if the distance is 0.", like: 10.625),
  ]
}

extension RuckBreakdown.Load: Described {
  public static let members: [String: Note] = [
    "weekStart": "The Monday of the ISO week.",
    "averageLoad": Note("Kilograms per ruck, or null if there are no rucks.", like: 20),
    "maxLoad": Note("The heaviest load of the week in kilograms.", like: 22.5),
  ]
}
