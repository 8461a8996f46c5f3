/// A book as its reader describes it.
public struct Work: Codable, Hashable, Sendable {
  public var id: String
  public var title: String
  public var authors: [String]
  public var pageCount: Int?
  public var language: String?
  public var originalLanguage: String?
  public var genres: [String]
  public var publishedYear: Int?
  public var identifiers: WorkIdentifiers
  public var series: BookSeries?
  public var tags: WorkTags

  public init(
    id: String, title: String, authors: [String] = [], pageCount: Int? = nil, language: String? = nil,
    originalLanguage: String? = nil, genres: [String] = [], publishedYear: Int? = nil,
    identifiers: WorkIdentifiers = WorkIdentifiers(), series: BookSeries? = nil,
    tags: WorkTags = WorkTags()
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
    self.series = series
    self.tags = tags
  }
}
