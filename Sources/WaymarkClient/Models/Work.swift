/// A book as its reader describes it, whether or not it is in the library.
public struct Work: Codable, Sendable, Hashable, Identifiable {
  /// The id that the app chose when it saved the work.
  public var id: String
  /// The title.
  public var title: String
  /// The names of the authors.
  public var authors: [String]
  /// The number of pages, or nil if unknown.
  public var pageCount: Int?
  /// The language in which it is read, or nil if unknown.
  public var language: String?
  /// The language in which it was written, or nil if unknown.
  public var originalLanguage: String?
  /// The genres.
  public var genres: [String]
  /// The year of publication, or nil if unknown.
  public var publishedYear: Int?
  /// The identifiers under which other apps and shops know it. If nil, saving the work keeps the stored ones.
  public var identifiers: WorkIdentifiers?
  /// The first of its ISBNs, with 13 digits, or nil if unknown. If nil, saving the work keeps the stored one.
  public var isbn: String?
  /// The series that it belongs to, or nil. If nil, saving the work keeps the stored one.
  public var series: BookSeries?
  /// The tags, or nil if the server did not send them. If nil, saving the work keeps the stored ones.
  public var tags: [String]?
  /// Whether the server has an image of the cover, or nil if the server did not send it. Saving the work ignores it.
  public var hasCover: Bool?

  /// Creates a work to save with ``WaymarkClient/saveWork(_:)``.
  public init(
    id: String, title: String, authors: [String] = [], pageCount: Int? = nil, language: String? = nil,
    originalLanguage: String? = nil, genres: [String] = [], publishedYear: Int? = nil,
    identifiers: WorkIdentifiers? = nil, isbn: String? = nil, series: BookSeries? = nil,
    tags: [String]? = nil
  ) {
    self.id = id
    self.title = title
    self.authors = authors
    self.pageCount = pageCount
    self.language = language
    self.originalLanguage = originalLanguage
    self.genres = genres
    self.publishedYear = publishedYear
    self.identifiers = identifiers
    self.isbn = isbn
    self.series = series
    self.tags = tags
  }
}

/// A series of books.
public struct BookSeries: Codable, Sendable, Hashable {
  /// The name.
  public var name: String
  /// The place of the work in the series, such as 2 or 2.5, or nil if unknown.
  public var position: Double?

  /// Creates a series.
  public init(name: String, position: Double? = nil) {
    self.name = name
    self.position = position
  }
}

/// The identifiers under which other apps and shops know a work.
public struct WorkIdentifiers: Codable, Sendable, Hashable {
  /// The ISBNs of its editions. The server returns them with 13 digits.
  public var isbn: [String] = []
  /// The number of a book on Goodreads, or nil if unknown.
  public var goodreads: String?
  /// The id on The StoryGraph, or nil if unknown.
  public var storygraph: String?
  /// The number of the work on LibraryThing, or nil if unknown.
  public var librarything: String?
  /// The number of the book on Hardcover, or nil if unknown.
  public var hardcover: String?
  /// The id on Open Library, or nil if unknown.
  public var openlibrary: String?
  /// The ASIN of an edition at Amazon or Audible, or nil if unknown.
  public var asin: String?

  /// Creates empty identifiers.
  public init() {}

  /// Encodes nil as null, which removes the identifier. An omitted one would stay.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isbn, forKey: .isbn)
    try container.encode(goodreads, forKey: .goodreads)
    try container.encode(storygraph, forKey: .storygraph)
    try container.encode(librarything, forKey: .librarything)
    try container.encode(hardcover, forKey: .hardcover)
    try container.encode(openlibrary, forKey: .openlibrary)
    try container.encode(asin, forKey: .asin)
  }
}
