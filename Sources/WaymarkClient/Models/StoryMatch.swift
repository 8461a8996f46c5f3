/// A proposal of the work of which a story is the audio form. Nothing is linked before a person accepts it.
public struct StoryMatch: Codable, Sendable, Hashable, Identifiable {
  /// The proposed work as a person recognizes it.
  public struct ProposedWork: Codable, Sendable, Hashable {
    /// The title.
    public var title: String
    /// The names of the authors.
    public var authors: [String]
  }

  /// The id of the story.
  public var storyId: String
  /// The title of the story.
  public var title: String
  /// The authors that the story names.
  public var authors: [String]
  /// The id of the proposed work, or nil if a new one is proposed.
  public var workId: String?
  /// The proposed work, or nil if a new one is proposed.
  public var work: ProposedWork?
  /// Why it is proposed.
  public var reason: MatchReason

  /// The id of the story.
  public var id: String { storyId }
}

/// Why a work is proposed for a story.
public struct MatchReason: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a reason from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// An ISBN or an ASIN is the same.
  public static let isbn = MatchReason(rawValue: "isbn")
  /// The title and an author are the same.
  public static let titleAndAuthor = MatchReason(rawValue: "titleAndAuthor")
  /// The title is the same, and the authors of one of them are unknown.
  public static let title = MatchReason(rawValue: "title")
  /// No work matches, so a new one is proposed.
  public static let create = MatchReason(rawValue: "create")
}
