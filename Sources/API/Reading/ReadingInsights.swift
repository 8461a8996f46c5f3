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
          "All time, or the current calendar week, month or year. Default: `allTime`."),
        .query("genre", .text, "Only books of this genre."),
        .query("culture", .choice(DiversityDimension.culturalOrigin.values), "Only books of this cultural origin."),
        .query("timePeriod", .choice(DiversityDimension.timePeriod.values), "Only books of this time period."),
        .compare,
      ],
      "Get the reading figures of a timeframe, with trends and goals.",
      details: """
        Counts the books finished in the timeframe, and the pages and minutes of the sessions that started in it. \
        Trends compare with as many days from the start of the previous timeframe. A trend is null for `allTime` or if \
        the previous figure is 0, and `flat` if the change is less than 1 %. Progress, streak and completion do not \
        depend on the timeframe or on the filters. With `compare`, which needs a timeframe other than `allTime`, \
        `comparison` has the figures of another period.
        """
    ).tagged()

    public var timeframe: ReadingTimeframe?
    public var genre: String?
    public var culture: String?
    public var timePeriod: String?
    public var compare: ComparedPeriod?

    public init(
      timeframe: ReadingTimeframe? = nil, genre: String? = nil, culture: String? = nil, timePeriod: String? = nil,
      compare: ComparedPeriod? = nil
    ) {
      self.timeframe = timeframe
      self.genre = genre
      self.culture = culture
      self.timePeriod = timePeriod
      self.compare = compare
    }
  }

  public struct FetchReadingTimeline: Method {
    public typealias API = StatsAPI
    public typealias Reply = ReadingTimeline
    public static let name = "stats.readingTimeline"
    static let endpoint = Endpoint.get(
      "/insights/timeline", FetchReadingTimeline.self,
      parameters: [.query("months", .integer(ReadingTimeline.counts), "The number of months. Default: 12.")],
      "Get the reading figures of the last months, oldest first.",
      details: "Includes months without books, for which `diversityPercentage` is null."
    ).tagged()

    public var months: Int?
    public init(months: Int? = nil) { self.months = months }
  }
}

extension ReadingInsights: Described {
  public static let members: [String: Note] = [
    "timeframe": "The requested timeframe.",
    "booksRead": "Reads that were finished in the timeframe.",
    "works": "The number of different works of these reads.",
    "rereads": "The reads of works that had been finished before.",
    "undated": "The reads whose month is unknown; for `allTime`, those whose year is unknown.",
    "byFormat": "These reads by format.",
    "pagesRead": "Pages read.",
    "minutesRead": "Minutes read in the timeframe.",
    "culturesExplored": "The number of different cultural origins of the finished books.",
    "averageRating": Note("The mean rating of the rated books, or null if there are none.", .range(0...5), like: 4.2),
    "readingProgress": Note("Percent of this year's goal for books, at most 100.", .range(0...100)),
    "culturalProgress": Note("Percent of this year's goal for cultures, at most 100.", .range(0...100)),
    "overallCompletion": Note("The mean of `readingProgress` and `culturalProgress`.", .range(0...100)),
    "velocity": "The reading speed.",
    "streak": "Consecutive days with a reading session.",
    "genres": "The genres of the finished books.",
    "trends": "The changes from the previous timeframe.",
    "comparison": .comparison,
  ]
}

extension ReadingInsights.Comparison: Described {
  public static var members: [String: Note] {
    let other = [
      "timeframe", "readingProgress", "culturalProgress", "overallCompletion", "streak", "trends", "comparison",
    ]
    return ReadingInsights.members.filter { !other.contains($0.key) } + Note.comparedDays
  }
}

extension FormatCounts: Described {
  public static let members: [String: Note] = [
    "print": "Reads of printed books.",
    "ebook": "Reads of e-books.",
    "audio": "Reads of audiobooks.",
    "unknown": "Reads whose format is unknown.",
  ]
}

extension ReadingInsights.Velocity: Described {
  public static let members: [String: Note] = [
    "booksPerMonth": Note("Books finished per month of 30.4375 days.", .from(0), like: 1.4),
    "pagesPerDay": Note("Pages per day of the timeframe so far.", .from(0), like: 18.2),
  ]
}

extension ReadingInsights.Streak: Described {
  public static let members: [String: Note] = [
    "current": "The current streak in days.",
    "longest": "The longest streak in days.",
  ]
}

extension ReadingInsights.Genres: Described {
  public static let members: [String: Note] = [
    "count": "The number of different genres.",
    "evenness": Note("The evenness of the books over the genres, from 0 to 100.", .range(0...100)),
    "top": Note("The most frequent genres, at most 5.", .list(upTo: ReadingInsights.Genres.most)),
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
    "culturesExplored": "The number of different cultural origins of the finished books.",
  ]
}

extension Trend: Described {
  public static let members: [String: Note] = [
    "current": Note("The figure of this period.", like: 9),
    "previous": Note("The figure of as many days of the previous period.", like: 8),
    "changePercent": Note("The change in percent of `previous`.", like: 12.5),
    "direction": "`flat` if the change is less than 1 %, otherwise `up` or `down`.",
  ]
}

extension ReadingTimeline: Described {
  public static let members: [String: Note] = [
    "months": Note("One item per month, oldest first.", .list(upTo: ReadingTimeline.counts.upperBound))
  ]
}

extension ReadingTimeline.Month: Described {
  public static let members: [String: Note] = [
    "month": Note("A month in the user's time zone.", .form("^[0-9]{4}-[0-9]{2}$"), like: "2026-11"),
    "books": "Books finished.",
    "diversityPercentage": Note(
      "The evenness of the month's books over cultural origins, or null if there are none.", .range(0...100)),
  ]
}
