public import Foundation

/// The results of ``WaymarkClient/search(_:limit:)``, the best ones of each kind first.
public struct SearchResults: Codable, Sendable, Hashable {
  /// The works whose title, authors, series or tags match.
  public var works: [FoundWork]
  /// The stories whose title matches.
  public var stories: [FoundStory]
  /// The heroes whose name matches.
  public var heroes: [Hero]
  /// The rucks whose name or note matches.
  public var rucks: [FoundRuck]
}

/// A work that a search has found.
public struct FoundWork: Codable, Sendable, Hashable, Identifiable {
  /// The id of the work.
  public var id: String
  /// The title.
  public var title: String
  /// The names of the authors.
  public var authors: [String]
  /// The series that it belongs to, or nil.
  public var series: BookSeries?
  /// The tags.
  public var tags: [String]
  /// Whether the server has an image of the cover.
  public var hasCover: Bool
}

/// A story that a search has found.
public struct FoundStory: Codable, Sendable, Hashable, Identifiable {
  /// The id of the story.
  public var id: String
  /// The title.
  public var title: String
  /// The id of its hero, or nil.
  public var heroId: String?
  /// Whether the server has an image of the cover.
  public var hasCover: Bool
}

/// A ruck that a search has found.
public struct FoundRuck: Codable, Sendable, Hashable, Identifiable {
  /// The id of the ruck.
  public var id: String
  /// The name, or nil.
  public var name: String?
  /// The note, or nil.
  public var note: String?
  /// When it started.
  public var startedAt: Date
  /// The metres walked.
  public var distance: Double
}
