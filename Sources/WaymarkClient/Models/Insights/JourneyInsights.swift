/// Figures about reading in a timeframe, together with progress towards the year's goals.
public struct JourneyInsights: Codable, Sendable, Hashable {
  /// How fast a person reads.
  public struct Velocity: Codable, Sendable, Hashable {
    /// Books finished per month of 30.4375 days.
    public var booksPerMonth: Double
    /// Pages read per day of the timeframe so far.
    public var pagesPerDay: Double
  }

  /// Consecutive days with a reading session.
  public struct Streak: Codable, Sendable, Hashable {
    /// The length of the current run in days.
    public var current: Int
    /// The length of the longest run in days.
    public var longest: Int
  }

  /// The genres of the finished books.
  public struct Genres: Codable, Sendable, Hashable {
    /// The number of different genres.
    public var count: Int
    /// The evenness of the books over the genres, 0…100; 0 if there are fewer than two genres.
    public var evenness: Double
    /// The most frequent genres first, at most five.
    public var top: [GenreCount]
  }

  /// Comparisons with the same number of days of the previous timeframe. Each is nil if there is no previous value, and
  /// all are nil for ``InsightsTimeframe/allTime``.
  public struct Trends: Codable, Sendable, Hashable {
    /// The trend of books finished.
    public var booksRead: TrendData?
    /// The trend of pages read.
    public var pagesRead: TrendData?
    /// The trend of minutes read.
    public var minutesRead: TrendData?
    /// The trend of different cultural origins.
    public var culturesExplored: TrendData?
  }

  /// The timeframe of the figures.
  public var timeframe: InsightsTimeframe
  /// Books finished in the timeframe. A work that was finished twice counts twice.
  public var booksRead: Int
  /// The number of different works among them.
  public var works: Int
  /// The finished books that had been finished before.
  public var rereads: Int
  /// The finished books whose month is unknown; for ``InsightsTimeframe/allTime``, those whose year is unknown.
  public var undated: Int
  /// The finished books by format, or nil if the server did not send them.
  public var byFormat: FormatCounts?
  /// Pages read in sessions that started in the timeframe.
  public var pagesRead: Int
  /// Minutes read in sessions that started in the timeframe.
  public var minutesRead: Int
  /// The number of different cultural origins among the finished books.
  public var culturesExplored: Int
  /// The mean rating of the finished books, 0…5, or nil if none is rated.
  public var averageRating: Double?
  /// The outer ring: the percentage of this year's goal of books, 0…100.
  public var readingProgress: Double
  /// The inner ring: the percentage of this year's goal of cultures, 0…100.
  public var culturalProgress: Double
  /// The mean of both rings, 0…100.
  public var overallCompletion: Double
  /// How fast the person reads.
  public var velocity: Velocity
  /// Consecutive days with a reading session. They are the same for every timeframe.
  public var streak: Streak
  /// The genres of the finished books.
  public var genres: Genres
  /// Comparisons with the previous timeframe.
  public var trends: Trends
  /// The figures of another period, or nil if none was requested or the server does not send them.
  public var comparison: Comparison?

  /// Figures about reading in another period.
  public struct Comparison: Codable, Sendable, Hashable {
    /// The first day of the period.
    public var from: CalendarDay
    /// The last day of the period.
    public var to: CalendarDay
    /// Books finished. A work that was finished twice counts twice.
    public var booksRead: Int
    /// The number of different works among them.
    public var works: Int
    /// The finished books that had been finished before.
    public var rereads: Int
    /// The finished books whose month is unknown.
    public var undated: Int
    /// The finished books by format.
    public var byFormat: FormatCounts
    /// Pages read in sessions that started in the period.
    public var pagesRead: Int
    /// Minutes read in sessions that started in the period.
    public var minutesRead: Int
    /// The number of different cultural origins among the finished books.
    public var culturesExplored: Int
    /// The mean rating of the finished books, 0…5, or nil if none is rated.
    public var averageRating: Double?
    /// How fast the person read.
    public var velocity: Velocity
    /// The genres of the finished books.
    public var genres: Genres
  }

  /// Returns the trend of a metric, or nil if the metric has no trend here or there is no previous value.
  public func trend(of metric: MetricType) -> TrendData? {
    switch metric {
    case .books: trends.booksRead
    case .pages: trends.pagesRead
    case .minutes: trends.minutesRead
    case .cultures: trends.culturesExplored
    default: nil
    }
  }
}

extension JourneyInsights {
  /// Decodes insights. A server that sends only a number of books counts each work once.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    timeframe = try members.decode(InsightsTimeframe.self, forKey: .timeframe)
    booksRead = try members.decode(Int.self, forKey: .booksRead)
    works = try members.decodeIfPresent(Int.self, forKey: .works) ?? booksRead
    rereads = try members.decodeIfPresent(Int.self, forKey: .rereads) ?? 0
    undated = try members.decodeIfPresent(Int.self, forKey: .undated) ?? 0
    byFormat = try members.decodeIfPresent(FormatCounts.self, forKey: .byFormat)
    pagesRead = try members.decode(Int.self, forKey: .pagesRead)
    minutesRead = try members.decode(Int.self, forKey: .minutesRead)
    culturesExplored = try members.decode(Int.self, forKey: .culturesExplored)
    averageRating = try members.decodeIfPresent(Double.self, forKey: .averageRating)
    readingProgress = try members.decode(Double.self, forKey: .readingProgress)
    culturalProgress = try members.decode(Double.self, forKey: .culturalProgress)
    overallCompletion = try members.decode(Double.self, forKey: .overallCompletion)
    velocity = try members.decode(Velocity.self, forKey: .velocity)
    streak = try members.decode(Streak.self, forKey: .streak)
    genres = try members.decode(Genres.self, forKey: .genres)
    trends = try members.decode(Trends.self, forKey: .trends)
    comparison = try members.decodeIfPresent(Comparison.self, forKey: .comparison)
  }
}

/// The number of finished books in each format.
public struct FormatCounts: Codable, Sendable, Hashable {
  /// Printed books.
  public var print: Int
  /// E-books.
  public var ebook: Int
  /// Audiobooks.
  public var audio: Int
  /// Books whose format is unknown.
  public var unknown: Int
}

/// A genre and the number of finished books in it.
public struct GenreCount: Codable, Sendable, Hashable, Identifiable {
  /// The name of the genre.
  public var genre: String
  /// The number of finished books.
  public var books: Int

  /// The name of the genre.
  public var id: String { genre }
}
