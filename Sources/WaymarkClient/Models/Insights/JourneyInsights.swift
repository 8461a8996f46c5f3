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
  /// Books finished in the timeframe.
  public var booksRead: Int
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

/// A genre and the number of finished books in it.
public struct GenreCount: Codable, Sendable, Hashable, Identifiable {
  /// The name of the genre.
  public var genre: String
  /// The number of finished books.
  public var books: Int

  /// The name of the genre.
  public var id: String { genre }
}
