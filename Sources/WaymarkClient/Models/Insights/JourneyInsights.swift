/// Reading and the cultures it leads to, as one story.
public struct JourneyInsights: Codable, Sendable, Hashable {
  public struct Velocity: Codable, Sendable, Hashable {
    public var booksPerMonth: Double
    public var pagesPerDay: Double
  }

  /// Days with a reading session, in a row.
  public struct Streak: Codable, Sendable, Hashable {
    public var current: Int
    public var longest: Int
  }

  public struct Genres: Codable, Sendable, Hashable {
    public var count: Int
    /// 0…100; 0 with one genre or none.
    public var evenness: Double
    /// At most five, the most read first.
    public var top: [GenreCount]
  }

  public struct Trends: Codable, Sendable, Hashable {
    public var booksRead: TrendData?
    public var pagesRead: TrendData?
    public var minutesRead: TrendData?
    public var culturesExplored: TrendData?
  }

  public var timeframe: InsightsTimeframe
  /// Finished in the timeframe.
  public var booksRead: Int
  public var pagesRead: Int
  public var minutesRead: Int
  public var culturesExplored: Int
  /// 0…5; nil without a rated book.
  public var averageRating: Double?
  /// The outer ring: 0…100 of this year's reading goal.
  public var readingProgress: Double
  /// The inner ring: 0…100 of this year's goal of cultures.
  public var culturalProgress: Double
  /// 0…100, the mean of the rings.
  public var overallCompletion: Double
  public var velocity: Velocity
  public var streak: Streak
  public var genres: Genres
  public var trends: Trends

  /// Nil where there was nothing before, for all time, and for what reading has no trend of.
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

public struct GenreCount: Codable, Sendable, Hashable, Identifiable {
  public var genre: String
  public var books: Int

  public var id: String { genre }
}
