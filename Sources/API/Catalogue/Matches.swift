public import Domain
public import Proto

extension Endpoints {
  static let matches: [Endpoint] = [
    SessionAPI.ListMatches.endpoint,
    SessionAPI.AcceptMatch.endpoint,
    SessionAPI.DismissMatch.endpoint,
  ]
}

extension SessionAPI {
  /// A proposal of the work of which a story is the audio form.
  public struct Match: Codable, Hashable, Sendable {
    /// The work as a person recognises it.
    public struct ProposedWork: Codable, Hashable, Sendable {
      public var title: String
      public var authors: [String]

      public init(_ work: Work) {
        title = work.title
        authors = work.authors
      }
    }

    public var storyId: String
    public var title: String
    public var authors: [String]
    public var workId: String?
    public var work: ProposedWork?
    public var reason: MatchReason

    public init(_ story: Story, _ reason: MatchReason, _ work: Work?) {
      storyId = story.id
      title = story.title
      authors = story.authors ?? []
      workId = work?.id
      self.work = work.map(ProposedWork.init)
      self.reason = reason
    }
  }

  public struct ListMatches: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<Match>
    public static let name = "match.list"
    static let endpoint = Endpoint.get(
      "/matches", ListMatches.self, parameters: Parameter.page,
      "List proposals of works for stories without a work, sorted by story id.",
      details: """
        A story is compared with the works by ISBN and ASIN, then by title and author. `create` proposes a new work; \
        it is listed only for stories with authors, an ISBN or an ASIN. Nothing is linked before a person accepts it.
        """)

    public var limit: Int?
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
      self.limit = limit
      self.cursor = cursor
    }
  }

  public struct AcceptMatch: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<StoryReply>
    public static let name = "match.accept"
    static let endpoint = Endpoint.write(
      .post, "/matches/{storyId}", AcceptMatch.self, parameters: [.storyID], "Link a story to a work.",
      details: """
        Give `workId`, or `create` to make a work from the title, the authors, the ISBN and the ASIN of the story. The \
        work is added to the library. `create` returns a linked story unchanged.
        """, example: #"{"workId": "things-fall-apart"}"#
    ).returning(200)

    public var storyId: String
    public var workId: String?
    public var create: Bool?

    public init(storyId: String, workId: String? = nil, create: Bool? = nil) {
      self.storyId = storyId
      self.workId = workId
      self.create = create
    }
  }

  public struct DismissMatch: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "match.dismiss"
    static let endpoint = Endpoint.mark(
      .delete, "/matches/{storyId}", DismissMatch.self, parameters: [.storyID],
      "Never propose a work for this story again.")

    public var storyId: String
    public init(storyId: String) { self.storyId = storyId }
  }
}

extension SessionAPI.Match: Described {
  public static let members: [String: Note] = [
    "storyId": .id("The story's id.", like: "sea-road"),
    "title": .name("The story's title.", like: "The Sea Road"),
    "authors": Note("The authors that the story names.", .list(upTo: LibraryRules.mostInList, of: .name)),
    "workId": .id("The id of the proposed work, or null if a new one is proposed."),
    "work": "The proposed work, or null if a new one is proposed.",
    "reason": "Why it is proposed.",
  ]
}

extension SessionAPI.Match.ProposedWork: Described {
  public static let members: [String: Note] = [
    "title": .name("The work's title.", like: "The Sea Road"),
    "authors": Note("The work's authors.", .list(upTo: LibraryRules.mostInList, of: .name)),
  ]
}

extension SessionAPI.AcceptMatch: Described {
  public static let title = "MatchInput"
  public static let members: [String: Note] = [
    "workId": .id("The id of an existing work.", like: "things-fall-apart"),
    "create": "True to make a new work.",
  ]
}
