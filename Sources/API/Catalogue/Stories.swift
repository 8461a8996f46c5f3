public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let stories: [Endpoint] = [
    SessionAPI.ListStories.endpoint,
    SessionAPI.FetchStory.endpoint,
    SessionAPI.SaveStory.endpoint,
    SessionAPI.DeleteStory.endpoint,
    SessionAPI.FavoriteStory.endpoint,
    SessionAPI.UnfavoriteStory.endpoint,
  ]
}

extension SessionAPI {
  /// A story as responses contain it.
  public struct StoryReply: Codable, Hashable, Sendable {
    public var id: String
    public var title: String
    public var heroId: String?
    public var estimatedDuration: Double
    public var createdAt: Instant
    public var isFavorite: Bool
    public var workId: String?
    public var authors: [String]
    public var isbn: String?
    public var asin: String?
    public var hasCover: Bool

    public init(_ story: Story, hasCover: Bool) {
      id = story.id
      title = story.title
      heroId = story.heroId
      estimatedDuration = story.estimatedDuration
      createdAt = story.createdAt
      isFavorite = story.isFavorite
      workId = story.workId
      authors = story.authors ?? []
      isbn = story.isbn
      asin = story.asin
      self.hasCover = hasCover
    }
  }

  public struct ListStories: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<StoryReply>
    public static let name = "story.list"
    static let endpoint = Endpoint.get(
      "/stories", ListStories.self,
      parameters: [
        .search("title"), .query("heroId", .id, "Only stories of this hero."),
        .query("workId", .id, "Only the stories of this work."),
        .query("favorite", .flag, "`true` for only favourites, `false` for only the others."),
      ] + Parameter.page, "List the stories, sorted by id.", details: Parameter.searchDetails)

    public var q: String?
    public var heroId: String?
    public var workId: String?
    public var favorite: Bool?
    public var limit: Int?
    public var cursor: String?

    public init(
      q: String? = nil, heroId: String? = nil, workId: String? = nil, favorite: Bool? = nil, limit: Int? = nil,
      cursor: String? = nil
    ) {
      self.q = q
      self.heroId = heroId
      self.workId = workId
      self.favorite = favorite
      self.limit = limit
      self.cursor = cursor
    }
  }

  public struct FetchStory: Method {
    public typealias API = SessionAPI
    public typealias Reply = StoryReply
    public static let name = "story.get"
    static let endpoint = Endpoint.get("/stories/{id}", FetchStory.self, parameters: [.chosenID], "Get one story.")

    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct SaveStory: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<StoryReply>
    public static let name = "story.put"
    static let endpoint = Endpoint.write(
      .put, "/stories/{id}", SaveStory.self, parameters: [.chosenID], "Create or replace a story.",
      details: """
        `heroId` and `workId` must exist. `createdAt` defaults to the time of creation and never changes afterwards. \
        `workId` makes the story the audio form of a work, so that listening to the end means having read it; a work \
        has at most \(LibraryRules.mostStories) stories. `workId`, `authors`, `isbn`, `asin` and `isFavorite` stay \
        unchanged if they are left out. Null clears the first four.
        """,
      example: #"{"title": "The Sea Road", "heroId": "ada", "estimatedDuration": 1800}"#)

    public var id: String
    public var title: String
    public var heroId: String?
    public var estimatedDuration: Double
    public var createdAt: Instant?
    public var isFavorite: Bool?
    public var workId: Patch<String>
    public var authors: Patch<[String]>
    public var isbn: Patch<String>
    public var asin: Patch<String>

    public init(
      id: String, title: String, heroId: String? = nil, estimatedDuration: Double, createdAt: Instant? = nil,
      isFavorite: Bool? = nil, workId: Patch<String> = .unchanged, authors: Patch<[String]> = .unchanged,
      isbn: Patch<String> = .unchanged, asin: Patch<String> = .unchanged
    ) {
      self.id = id
      self.title = title
      self.heroId = heroId
      self.estimatedDuration = estimatedDuration
      self.createdAt = createdAt
      self.isFavorite = isFavorite
      self.workId = workId
      self.authors = authors
      self.isbn = isbn
      self.asin = asin
    }
  }

  public struct DeleteStory: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "story.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/stories/{id}", DeleteStory.self, parameters: [.chosenID], "Delete a story.",
      details: "Its sessions remain, and belong to it again if a story with the same id is created.")

    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct FavoriteStory: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "story.favorite"
    static let endpoint = Endpoint.mark(
      .put, "/stories/{id}/favorite", FavoriteStory.self, parameters: [.chosenID], "Mark a story as a favourite.")

    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct UnfavoriteStory: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "story.unfavorite"
    static let endpoint = Endpoint.mark(
      .delete, "/stories/{id}/favorite", UnfavoriteStory.self, parameters: [.chosenID],
      "Remove a story from the favourites.")

    public var id: String
    public init(id: String) { self.id = id }
  }
}

extension SessionAPI.StoryReply: Described {
  public static let members: [String: Note] = [
    "id": .id("The story's id.", like: "sea-road"),
    "title": .name("The story's title.", like: "The Sea Road"),
    "heroId": .id("The id of the story's hero, or null if it has none.", like: "ada"),
    "estimatedDuration": Note("The length of the story in seconds.", .above(0), like: 3_600),
    "createdAt": "When the story was created.",
    "isFavorite": "Whether the story is a favourite.",
    "workId": .id("The id of the work of which the story is the audio form, or null.", like: "things-fall-apart"),
    "authors": Note("The authors of the book.", .list(upTo: LibraryRules.mostInList, of: .name)),
    "isbn": Note("An ISBN of the book, with 10 or 13 digits, or null.", .text(10...17, form: "^[0-9Xx -]+$")),
    "asin": Note(
      "The ASIN of the book at Audible or Amazon, or null.",
      .text(1...LibraryRules.longestIdentifier, form: "^[^\\u0000]*$")),
    "hasCover": "Whether a cover is stored. Otherwise the cover is a drawing.",
  ]
}

extension SessionAPI.SaveStory: Described {
  public static var title: String { "StoryInput" }
  public static var members: [String: Note] { SessionAPI.StoryReply.members }
}

extension Story {
  public init(_ reply: SessionAPI.StoryReply) {
    self.init(
      id: reply.id, title: reply.title, heroId: reply.heroId, estimatedDuration: reply.estimatedDuration,
      createdAt: reply.createdAt, isFavorite: reply.isFavorite)
    workId = reply.workId
    authors = reply.authors.isEmpty ? nil : reply.authors
    isbn = reply.isbn
    asin = reply.asin
  }
}
