/// The sums of finished books. Integers only, so that adding and removing is exact.
struct FinishedTally: Hashable, Sendable {
  private(set) var books = 0
  /// Books by position of their cultural origin. The first counts books without one.
  private(set) var cultures = [Int](repeating: 0, count: 1 + DiversityDimension.culturalOrigin.values.count)
  /// Books by language number.
  private(set) var languages: [UInt32: Int] = [:]
  /// Books by genre number. A book counts in each of its genres.
  private(set) var genres: [UInt32: Int] = [:]
  private(set) var ratedBooks = 0
  /// The sum of the ratings in halves.
  private(set) var ratingHalves = 0

  mutating func add(_ book: Book) { count(book, 1) }
  mutating func remove(_ book: Book) { count(book, -1) }

  private mutating func count(_ book: Book, _ step: Int) {
    books += step
    cultures[Int(book.culture)] += step
    if book.language > 0 { Self.count(&languages, book.language, step) }
    for genre in book.genres { Self.count(&genres, genre, step) }
    if let rating = book.rating {
      ratedBooks += step
      ratingHalves += step * Int(rating)
    }
  }

  private static func count(_ counts: inout [UInt32: Int], _ key: UInt32, _ step: Int) {
    let count = counts[key, default: 0] + step
    counts[key] = count == 0 ? nil : count
  }

  /// The number of different cultural origins.
  var culturesExplored: Int { cultures.dropFirst().count { $0 > 0 } }

  /// Nil if there is no rated book.
  var averageRating: Double? { ratedBooks > 0 ? Double(ratingHalves) / Double(2 * ratedBooks) : nil }

  /// An estimate: a fixed part, plus one entry per language and genre.
  var approximateBytes: Int { 256 + (languages.count + genres.count) * 24 }
}
