import Foundation

/// Selects and orders entries of the library for ``WaymarkClient/library(_:limit:cursor:)``. All given criteria must
/// match.
public struct LibraryFilter: Sendable, Hashable {
  /// The status of the latest read.
  public var status: ReadingStatus?
  /// Words to find in the title or the authors.
  public var words: String?
  /// A tag of the work. Case is ignored.
  public var tag: String?
  /// The name of the work's series. Case is ignored.
  public var series: String?
  /// The year of a finished read.
  public var year: Int?
  /// The format of a read. With a year, of one that was finished in it.
  public var format: ReadFormat?
  /// The rating of the latest read, 0…5 in steps of 0.25.
  public var rating: Double?
  /// A genre of the work. Case is ignored.
  public var genre: String?
  /// The order, or nil for that of the works' ids.
  public var sort: LibrarySort?

  /// Creates a filter.
  public init(
    status: ReadingStatus? = nil, words: String? = nil, tag: String? = nil, series: String? = nil, year: Int? = nil,
    format: ReadFormat? = nil, rating: Double? = nil, genre: String? = nil, sort: LibrarySort? = nil
  ) {
    self.status = status
    self.words = words
    self.tag = tag
    self.series = series
    self.year = year
    self.format = format
    self.rating = rating
    self.genre = genre
    self.sort = sort
  }

  var query: [URLQueryItem] {
    let values = [
      ("status", status?.rawValue), ("q", words), ("tag", tag), ("series", series), ("year", year.map { "\($0)" }),
      ("format", format?.rawValue), ("rating", rating.map { "\($0)" }), ("genre", genre), ("sort", sort?.rawValue),
    ]
    return values.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
  }
}

/// The order of entries of the library. Entries without the value come last.
public struct LibrarySort: OpenText, CaseIterable {
  /// The name on the wire.
  public let rawValue: String
  /// Creates an order from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// By title, without case and accents.
  public static let title = LibrarySort(rawValue: "title")
  /// By the first author, without case and accents.
  public static let author = LibrarySort(rawValue: "author")
  /// By the instant at which the entry was created.
  public static let added = LibrarySort(rawValue: "added")
  /// By the start of the latest read.
  public static let started = LibrarySort(rawValue: "started")
  /// By the finish of the latest read.
  public static let finished = LibrarySort(rawValue: "finished")
  /// By the rating of the latest read.
  public static let rating = LibrarySort(rawValue: "rating")
  /// By the number of pages.
  public static let pages = LibrarySort(rawValue: "pages")

  /// All ascending orders that this version knows, in the order of a picker.
  public static let allCases: [LibrarySort] = [.title, .author, .added, .started, .finished, .rating, .pages]

  /// The same order, the greatest value first.
  public var descending: LibrarySort {
    rawValue.hasPrefix("-") ? self : LibrarySort(rawValue: "-" + rawValue)
  }
}
