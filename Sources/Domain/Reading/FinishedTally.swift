import Chronology

/// The sums of finished reads. Integers only, so that adding and removing is exact.
struct FinishedTally: Hashable, Sendable {
  /// Finished reads.
  private(set) var books = 0
  /// Distinct works of these reads.
  private(set) var works = 0
  /// Reads of works that had been finished before.
  private(set) var rereads = 0
  /// Reads whose month is unknown; of all time, those whose year is unknown.
  private(set) var undated = 0
  private(set) var byFormat = FormatCounts()
  /// Works by position of their cultural origin. The first counts works without one.
  private(set) var cultures = [Int](repeating: 0, count: 1 + DiversityDimension.culturalOrigin.values.count)
  /// Works by language number.
  private(set) var languages: [UInt32: Int] = [:]
  /// Works by genre number. A work counts in each of its genres.
  private(set) var genres: [UInt32: Int] = [:]
  private(set) var ratings = RatingSum()
  /// The latest rating of each work.
  private(set) var workRatings = RatingSum()

  mutating func add(_ book: Book, _ finishes: some Collection<Finish>, _ span: DaySpan?) {
    count(book, finishes, span, 1)
  }

  mutating func remove(_ book: Book, _ finishes: some Collection<Finish>, _ span: DaySpan?) {
    count(book, finishes, span, -1)
  }

  private mutating func count(_ book: Book, _ finishes: some Collection<Finish>, _ span: DaySpan?, _ step: Int) {
    guard !finishes.isEmpty else { return }
    works += step
    cultures[Int(book.culture)] += step
    if book.language > 0 { Self.count(&languages, book.language, step) }
    for genre in book.genres { Self.count(&genres, genre, step) }
    var latestRating: UInt8?
    for finish in finishes {
      books += step
      if finish.isReread { rereads += step }
      if finish.isUndated(in: span) { undated += step }
      byFormat.count(finish.read.format, step)
      ratings.count(finish.read.rating, step)
      latestRating = finish.read.rating ?? latestRating
    }
    workRatings.count(latestRating, step)
  }

  private static func count(_ counts: inout [UInt32: Int], _ key: UInt32, _ step: Int) {
    let count = counts[key, default: 0] + step
    counts[key] = count == 0 ? nil : count
  }

  /// The number of different cultural origins.
  var culturesExplored: Int { cultures.dropFirst().count { $0 > 0 } }

  /// An estimate: a fixed part, plus one entry per language and genre.
  var approximateBytes: Int { 352 + (languages.count + genres.count) * 24 }
}

/// Ratings in quarters.
struct RatingSum: Hashable, Sendable {
  private(set) var count = 0
  private(set) var quarters = 0

  mutating func count(_ rating: UInt8?, _ step: Int) {
    guard let rating else { return }
    count += step
    quarters += step * Int(rating)
  }

  /// Nil if there is no rating.
  var mean: Double? { count > 0 ? Double(quarters) / Double(4 * count) : nil }
}

/// Finished reads by format.
public struct FormatCounts: Codable, Hashable, Sendable {
  public private(set) var print = 0
  public private(set) var ebook = 0
  public private(set) var audio = 0
  public private(set) var unknown = 0

  public init(print: Int = 0, ebook: Int = 0, audio: Int = 0, unknown: Int = 0) {
    (self.print, self.ebook, self.audio, self.unknown) = (print, ebook, audio, unknown)
  }

  mutating func count(_ format: ReadFormat?, _ step: Int) {
    switch format {
    case .print: print += step
    case .ebook: ebook += step
    case .audio: audio += step
    case nil: unknown += step
    }
  }
}

/// A finished read.
struct Finish: Sendable {
  var read: BookRead
  /// Whether the work had been finished before.
  var isReread: Bool

  /// A nil span is all time.
  func isIn(_ span: DaySpan?) -> Bool {
    guard let span else { return true }
    return read.finish?.isIn(span) ?? false
  }

  fileprivate func isUndated(in span: DaySpan?) -> Bool {
    span == nil ? read.finish == nil : read.finish?.partial?.isYear ?? false
  }
}

extension Book {
  /// Returns the finished reads in order.
  func finishes(in calendar: LocalCalendar) -> [Finish] {
    let finished = reads.counted(in: calendar).filter(\.isFinished)
    let ordered = finished.count > 1 ? finished.ordered(in: calendar) : finished
    return ordered.enumerated().map { Finish(read: $1, isReread: $0 > 0) }
  }
}
