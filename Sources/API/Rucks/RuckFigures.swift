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
  /// Of a calendar period so far, or of the days from one to another.
  public struct FetchRuckAnalytics: Method {
    public typealias API = StatsAPI
    public typealias Reply = RuckAnalytics
    public static let name = "stats.ruckAnalytics"
    static let endpoint = Endpoint.get(
      "/rucks/analytics", FetchRuckAnalytics.self, parameters: Parameter.ruckPeriod, "What a period adds up to.",
      details: """
        Trends are against as many days of the period before, from its start, or just before days that were chosen: \
        null for `allTime` and where there was nothing, `flat` under 1 %.
        """
    ).tagged()

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
    static let endpoint = Endpoint.get(
      "/rucks/records", FetchRuckRecords.self, "The personal records.",
      details: "`fastestPace` is over rucks of 1 km and more; of equal ones the earlier counts."
    ).tagged()

    public init() {}
  }

  public struct FetchRuckWeeks: Method {
    public typealias API = StatsAPI
    public typealias Reply = RuckWeekly
    public static let name = "stats.ruckWeeks"
    static let endpoint = Endpoint.get(
      "/rucks/weekly", FetchRuckWeeks.self,
      parameters: [.query("weeks", .integer(RuckWeekly.counts), "How many; 12 if left out.")],
      "The last weeks, also empty ones, oldest first."
    ).tagged()

    public var weeks: Int?
    public init(weeks: Int? = nil) { self.weeks = weeks }
  }

  public struct FetchTrainingStreak: Method {
    public typealias API = StatsAPI
    public typealias Reply = TrainingStreak
    public static let name = "stats.trainingStreak"
    static let endpoint = Endpoint.get(
      "/rucks/streak", FetchTrainingStreak.self, "Weeks in a row that met the goal.",
      details: """
        The goal is `weeklyRucks` of the goals; another one counts all weeks anew. The running week adds when it meets \
        it, and breaks nothing while it does not.
        """
    ).tagged()

    public init() {}
  }

  public struct FetchRuckBreakdown: Method {
    public typealias API = StatsAPI
    public typealias Reply = RuckBreakdown
    public static let name = "stats.ruckBreakdown"
    static let endpoint = Endpoint.get(
      "/rucks/breakdown", FetchRuckBreakdown.self, parameters: Parameter.ruckPeriod,
      "Paces, grounds, weather, loads and calories of a period."
    ).tagged()

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

extension Parameter {
  fileprivate static let ruckPeriod: [Parameter] = [
    query("period", .choice(of: RuckPeriod.self), "`monthly` if left out: the current one so far."),
    query("from", .day, "The first day, instead of `period`."),
    query("to", .day, "The last day, at most 3,660 days after the first."),
  ]
}

extension RuckAnalytics: Described {
  public static let members: [String: Note] = [
    "timePeriod": "The period that was asked for.",
    "from": "The first day of the period.",
    "to": "The last day of the period; today for the current one.",
    "totalSessions": "Rucks.",
    "totalDistance": Note("Metres.", like: 32_000),
    "totalDuration": Note("Seconds in motion, else the span.", like: 20_400),
    "totalWeightMoved": Note("Kilogram metres: load times distance.", like: 640_000),
    "averagePace": Note("Minutes a kilometre; null without distance.", like: 10.625),
    "averageLoad": Note("Kilograms a ruck; null without one.", like: 20),
    "totalCalories": Note("Kilocalories.", like: 3_600),
    "trainingStreak": "Weeks in a row that met the goal.",
    "distanceTrend": "Metres against the period before, null where there was nothing.",
    "paceTrend": "Minutes a kilometre against the period before, null where there was nothing.",
    "weightMovedTrend": "Kilogram metres against the period before, null where there was nothing.",
    "sessionsTrend": "Rucks against the period before, null where there was nothing.",
  ]
}

extension RuckRecords: Described {
  public static let members: [String: Note] = [
    "longestDistance": "The most metres, null without.",
    "fastestPace": "The fewest minutes a kilometre over 1 km and more, null without.",
    "heaviestLoad": "The most kilograms, null without.",
    "highestCalorieBurn": "The most kilocalories, null without.",
    "mostWeightMoved": "The most kilogram metres, null without.",
  ]
}

extension RuckRecords.Best: Described {
  public static let members: [String: Note] = [
    "value": "A value of the dimension.",
    "ruckId": Note("The ruck that holds the record.", like: "ruck-1795154400"),
    "date": "A day in the user's time zone.",
  ]
}

extension RuckWeekly: Described {
  public static let members: [String: Note] = [
    "weeks": "Weeks.",
    "averageSessionsPerWeek": "Rucks a week.",
    "averageDistancePerWeek": Note("Metres a week.", like: 8_000),
  ]
}

extension RuckWeekly.Week: Described {
  public static let members: [String: Note] = [
    "weekStart": "The Monday of an ISO week.",
    "sessions": "Sessions.",
    "distance": Note("Metres.", .from(0), like: 8_000),
    "weightMoved": Note("Kilogram metres: load times distance.", like: 160_000),
    "averagePace": Note("Minutes a kilometre; null without distance.", like: 10.625),
    "meetsGoal": "Whether the week has as many rucks as the weekly goal.",
  ]
}

extension TrainingStreak: Described {
  public static let members: [String: Note] = [
    "current": "Weeks in a row, now.",
    "longest": "The most weeks in a row, ever.",
    "weeklyGoal": "Rucks a week to aim at.",
    "thisWeek": "The running week.",
    "celebration": "A reason to celebrate, null without.",
  ]
}

extension TrainingStreak.ThisWeek: Described {
  public static let members: [String: Note] = [
    "sessions": "Sessions.",
    "meetsGoal": "Whether the week has as many rucks as the weekly goal.",
    "remaining": "What is missing.",
  ]
}

extension TrainingStreak.Celebration: Described {
  public static let members: [String: Note] = [
    "weeks": "Weeks in a row."
  ]
}

extension RuckBreakdown: Described {
  public static let members: [String: Note] = [
    "paceDistribution": "Rucks by pace, in steps of half a minute.",
    "terrain": Note("Stretches of one ground each.", .list(upTo: RuckRules.mostSegments)),
    "weather": "The weather, null if not given.",
    "loadProgression": "Loads by week, oldest first.",
    "calorieBurnRate": Note("Kilocalories an hour, over rucks that have them; null without.", like: 635.3),
  ]
}

extension RuckBreakdown.Bucket: Described {
  public static let members: [String: Note] = [
    "from": Note("Minutes a kilometre, from here on.", like: 10.5),
    "to": Note("Minutes a kilometre, below this.", like: 11),
    "sessions": "Sessions.",
  ]
}

extension RuckBreakdown.Way: Described {
  public static let members: [String: Note] = [
    "type": "What kind it is.",
    "distance": Note("Metres.", .from(0), like: 8_000),
    "averagePace": Note("Minutes a kilometre; null without distance.", like: 10.625),
  ]
}

extension RuckBreakdown.Weather: Described {
  public static let members: [String: Note] = [
    "byCondition": "Rucks by weather.",
    "temperaturePaceCorrelation": Note("Pearson's, -1 to 1; null under three rucks or without variance.", like: 0.4),
  ]
}

extension RuckBreakdown.Condition: Described {
  public static let members: [String: Note] = [
    "condition": .name("The weather in a word."),
    "sessions": "Sessions.",
    "averagePace": Note("Minutes a kilometre; null without distance.", like: 10.625),
  ]
}

extension RuckBreakdown.Load: Described {
  public static let members: [String: Note] = [
    "weekStart": "The Monday of an ISO week.",
    "averageLoad": Note("Kilograms a ruck; null without one.", like: 20),
    "maxLoad": Note("The most kilograms of the week.", like: 22.5),
  ]
}
