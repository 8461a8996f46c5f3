public import Foundation

/// A story that a person listens to.
public struct Story: Codable, Sendable, Hashable, Identifiable {
  /// The id that the app chose when it saved the story.
  public var id: String
  /// The title to show.
  public var title: String
  /// The id of the hero that the story is about, or nil if it has no hero.
  public var heroId: String?
  /// The length of the story in seconds.
  public var estimatedDuration: Double
  /// When the story was created.
  public var createdAt: Date
  /// Whether the story is a favorite.
  public var isFavorite: Bool
  /// The id of the work of which the story is the audio form, or nil if it is not linked.
  public var workId: String?
  /// The authors of the book, or nil if the server did not send them.
  public var authors: [String]?
  /// An ISBN of the book, with 13 digits, or nil if unknown.
  public var isbn: String?
  /// The ASIN of the book at Audible or Amazon, or nil if unknown.
  public var asin: String?
  /// Whether the server has an image of the cover, or nil if the server did not send it.
  public var hasCover: Bool?

  /// Creates a story, for previews and tests.
  public init(
    id: String, title: String, heroId: String?, estimatedDuration: Double, createdAt: Date, isFavorite: Bool
  ) {
    self.id = id
    self.title = title
    self.heroId = heroId
    self.estimatedDuration = estimatedDuration
    self.createdAt = createdAt
    self.isFavorite = isFavorite
  }
}

/// The content of a story to save with ``WaymarkClient/saveStory(_:_:)``.
public struct StoryDraft: Codable, Sendable, Hashable {
  /// The title to show.
  public var title: String
  /// The id of an existing hero, or nil for a story without a hero.
  public var heroId: String?
  /// The length of the story in seconds; must be greater than 0.
  public var estimatedDuration: Double
  /// When the story was created. If nil, a new story gets the current time and an existing one keeps its time.
  public var createdAt: Date?
  /// The id of the work of which the story is the audio form. If nil, an existing story keeps its link.
  public var workId: String?
  /// The authors of the book. If nil, an existing story keeps them.
  public var authors: [String]?
  /// An ISBN of the book, with 10 or 13 digits. If nil, an existing story keeps it.
  public var isbn: String?
  /// The ASIN of the book at Audible or Amazon. If nil, an existing story keeps it.
  public var asin: String?

  /// Creates the content of a story.
  public init(
    title: String, heroId: String? = nil, estimatedDuration: Double, createdAt: Date? = nil, workId: String? = nil,
    authors: [String]? = nil, isbn: String? = nil, asin: String? = nil
  ) {
    self.title = title
    self.heroId = heroId
    self.estimatedDuration = estimatedDuration
    self.createdAt = createdAt
    self.workId = workId
    self.authors = authors
    self.isbn = isbn
    self.asin = asin
  }
}
