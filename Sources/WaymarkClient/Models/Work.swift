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

  /// Creates a work to save with ``WaymarkClient/saveWork(_:)``.
  public init(
    id: String, title: String, authors: [String] = [], pageCount: Int? = nil, language: String? = nil,
    originalLanguage: String? = nil, genres: [String] = [], publishedYear: Int? = nil
  ) {
    self.id = id
    self.title = title
    self.authors = authors
    self.pageCount = pageCount
    self.language = language
    self.originalLanguage = originalLanguage
    self.genres = genres
    self.publishedYear = publishedYear
  }
}
