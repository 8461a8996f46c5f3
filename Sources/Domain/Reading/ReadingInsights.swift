public import Chronology

/// The reading figures of a timeframe, with the progress of the goals.
public struct ReadingInsights: Codable, Hashable, Sendable {
  public struct Velocity: Codable, Hashable, Sendable {
    public var booksPerMonth: Double
    public var pagesPerDay: Double

    /// A twelfth of a year of 365.25 days.
    static let daysPerMonth = 30.4375

    init(books: Int, pages: Int, days: Int) {
      booksPerMonth = Double(books) / Double(days) * Self.daysPerMonth
      pagesPerDay = Double(pages) / Double(days)
    }
  }

  /// Counts local days with a reading session, over all time.
  public struct Streak: Codable, Hashable, Sendable {
    public var current: Int
    public var longest: Int
  }

  /// A book counts once in each of its genres.
  public struct Genres: Codable, Hashable, Sendable {
    public var count: Int
    /// 0…100.
    public var evenness: Double
    /// The most frequent first.
    public var top: [Genre]
  }

  public struct Genre: Codable, Hashable, Sendable {
    public var genre: String
    public var books: Int
  }

  /// The changes from as many days at the start of the previous timeframe.
  public struct Trends: Codable, Hashable, Sendable {
    public var booksRead: Trend?
    public var pagesRead: Trend?
    public var minutesRead: Trend?
    public var culturesExplored: Trend?
  }

  public var timeframe: ReadingTimeframe
  /// Reads that were finished in the timeframe.
  public var booksRead: Int
  /// The distinct works of these reads.
  public var works: Int
  /// The reads of works that had been finished before.
  public var rereads: Int
  /// The reads whose month is unknown; for all time, those whose year is unknown.
  public var undated: Int
  public var byFormat: FormatCounts
  /// Pages of the sessions that started in the timeframe; the minutes likewise.
  public var pagesRead: Int
  public var minutesRead: Int
  public var culturesExplored: Int
  /// Nil if there is no rated book.
  public var averageRating: Double?
  /// This year's books and cultures in percent of their goals, at most 100, and the mean of both.
  public var readingProgress: Double
  public var culturalProgress: Double
  public var overallCompletion: Double
  public var velocity: Velocity
  public var streak: Streak
  public var genres: Genres
  public var trends: Trends
  /// Nil unless it was requested.
  @Omittable public var comparison: Comparison? = nil

  /// The figures of an earlier period.
  public struct Comparison: Codable, Hashable, Sendable {
    public var from: Day
    public var to: Day
    public var booksRead: Int
    public var works: Int
    public var rereads: Int
    public var undated: Int
    public var byFormat: FormatCounts
    public var pagesRead: Int
    public var minutesRead: Int
    public var culturesExplored: Int
    public var averageRating: Double?
    public var velocity: Velocity
    public var genres: Genres
  }
}

extension ReadingInsights.Genres {
  public static let most = 5

  init(_ counts: [UInt32: Int], names: NameTable) {
    count = counts.count
    evenness = Evenness.value(of: Array(counts.values), among: max(2, counts.count))
    top = []
    for (number, books) in counts {
      let genre = ReadingInsights.Genre(genre: names.name(number), books: books)
      let place = top.firstIndex { genre.isBefore($0) } ?? top.count
      guard place < Self.most else { continue }
      top.insert(genre, at: place)
      if top.count > Self.most { top.removeLast() }
    }
  }
}

extension ReadingInsights.Genre {
  /// More books, then the smaller name.
  fileprivate func isBefore(_ other: Self) -> Bool {
    books != other.books ? books > other.books : genre.utf8.lexicographicallyPrecedes(other.genre.utf8)
  }
}
