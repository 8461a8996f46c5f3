public import Domain
public import Proto

extension Endpoints {
  static let readingInsights: [Endpoint] = [
    StatsAPI.FetchReadingInsights.endpoint,
    StatsAPI.FetchReadingTimeline.endpoint,
  ]
}

extension StatsAPI {
  public struct FetchReadingInsights: Method {
    public typealias API = StatsAPI
    public typealias Reply = ReadingInsights
    public static let name = "stats.readingInsights"
    static let endpoint = Endpoint.get(
      "/insights", FetchReadingInsights.self,
      parameters: [
        .query(
          "timeframe", .choice(of: ReadingTimeframe.self),
          "`allTime` if left out; else the current calendar one."),
        .query("genre", .text, "Only books of this genre."),
        .query("culture", .choice(DiversityDimension.culturalOrigin.values), "Only books of this cultural origin."),
        .query("timePeriod", .choice(DiversityDimension.timePeriod.values), "Only books of this time period."),
      ],
      "What reading adds up to, beside the time before and the goals.",
      details: """
        Books are those finished in the timeframe, pages and minutes those of the sessions that began in it. Trends \
        are against as many days of the timeframe before, from its start: null for `allTime` and where there was \
        nothing, `flat` under 1 %. Progress, streak and completion are the same for every timeframe \
        and whichever books are chosen.
        """
    ).tagged()

    public var timeframe: ReadingTimeframe?
    public var genre: String?
    public var culture: String?
    public var timePeriod: String?

    public init(
      timeframe: ReadingTimeframe? = nil, genre: String? = nil, culture: String? = nil, timePeriod: String? = nil
    ) {
      self.timeframe = timeframe
      self.genre = genre
      self.culture = culture
      self.timePeriod = timePeriod
    }
  }

  public struct FetchReadingTimeline: Method {
    public typealias API = StatsAPI
    public typealias Reply = ReadingTimeline
    public static let name = "stats.readingTimeline"
    static let endpoint = Endpoint.get(
      "/insights/timeline", FetchReadingTimeline.self,
      parameters: [.query("months", .integer(ReadingTimeline.counts), "How many; 12 if left out.")],
      "The last months, also empty ones, oldest first.",
      details: "`diversityPercentage`: how evenly the cultural origins of the month's books are spread, null without."
    ).tagged()

    public var months: Int?
    public init(months: Int? = nil) { self.months = months }
  }
}

extension ReadingInsights: Described {
  public static let members: [String: Note] = [
    "timeframe": "The timeframe that was asked for.",
    "booksRead": "Books finished in the timeframe.",
    "pagesRead": "Pages read.",
    "minutesRead": "Minutes read in the timeframe.",
    "culturesExplored": "Different cultural origins of the finished books.",
    "averageRating": Note("The mean rating of the rated books, null without.", .range(0...5), like: 4.2),
    "readingProgress": Note("Percent of this year's goal of books, 100 at most.", .range(0...100)),
    "culturalProgress": Note("Percent of this year's goal of cultures, 100 at most.", .range(0...100)),
    "overallCompletion": Note("The mean of the two progresses, in percent.", .range(0...100)),
    "velocity": "How fast.",
    "streak": "Days in a row with a reading session.",
    "genres": "Genres.",
    "trends": "Against as many days of the timeframe before.",
  ]
}

extension ReadingInsights.Velocity: Described {
  public static let members: [String: Note] = [
    "booksPerMonth": Note("Books finished a month of 30.4375 days.", .from(0), like: 1.4),
    "pagesPerDay": Note("Pages a day of the timeframe so far.", .from(0), like: 18.2),
  ]
}

extension ReadingInsights.Streak: Described {
  public static let members: [String: Note] = [
    "current": "The run that goes on now.",
    "longest": "The longest run, ever.",
  ]
}

extension ReadingInsights.Genres: Described {
  public static let members: [String: Note] = [
    "count": "How many different ones.",
    "evenness": Note("How evenly the books are spread, 0 to 100.", .range(0...100)),
    "top": Note("The most frequent, at most 5.", .list(upTo: ReadingInsights.Genres.most)),
  ]
}

extension ReadingInsights.Genre: Described {
  public static let members: [String: Note] = [
    "genre": .name("A genre's name.", like: "Fiction"),
    "books": "Books finished.",
  ]
}

extension ReadingInsights.Trends: Described {
  public static let members: [String: Note] = [
    "booksRead": "Books finished in the timeframe.",
    "pagesRead": "Pages read.",
    "minutesRead": "Minutes read in the timeframe.",
    "culturesExplored": "Different cultural origins of the finished books.",
  ]
}

extension Trend: Described {
  public static let members: [String: Note] = [
    "current": Note("The figure of the period.", like: 9),
    "previous": Note("The figure of as many days of the period before.", like: 8),
    "changePercent": Note("The change in percent of the previous figure.", like: 12.5),
    "direction": "`flat` under 1 % of change; else whether the figure rises.",
  ]
}

extension ReadingTimeline: Described {
  public static let members: [String: Note] = [
    "months": Note("Month by month, oldest first.", .list(upTo: ReadingTimeline.counts.upperBound))
  ]
}

extension ReadingTimeline.Month: Described {
  public static let members: [String: Note] = [
    "month": Note("A month in the user's time zone.", .form("^[0-9]{4}-[0-9]{2}$"), like: "2026-11"),
    "books": "Books finished.",
    "diversityPercentage": Note(
      "How evenly the cultural origins of the month's books are spread; null without.", .range(0...100)),
  ]
}
