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
  public struct ListStories: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<Story>
    public static let name = "story.list"
    static let endpoint = Endpoint.get(
      "/stories", ListStories.self,
      parameters: [
        .search("title"), .query("heroId", .id, "Only stories of this hero."),
        .query("favorite", .flag, "`true` for only favourites, `false` for only the others."),
      ] + Parameter.page, "List the stories, sorted by id.", details: Parameter.searchDetails)

    public var q: String?
    public var heroId: String?
    public var favorite: Bool?
    public var limit: Int?
    public var cursor: String?

    public init(
      q: String? = nil, heroId: String? = nil, favorite: Bool? = nil, limit: Int? = nil,
      cursor: String? = nil
    ) {
      self.q = q
      self.heroId = heroId
      self.favorite = favorite
      self.limit = limit
      self.cursor = cursor
    }
  }

  public struct FetchStory: Method {
    public typealias API = SessionAPI
    public typealias Reply = Story
    public static let name = "story.get"
    static let endpoint = Endpoint.get("/stories/{id}", FetchStory.self, parameters: [.chosenID], "Get one story.")

    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct SaveStory: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<Story>
    public static let name = "story.put"
    static let endpoint = Endpoint.write(
      .put, "/stories/{id}", SaveStory.self, parameters: [.chosenID], "Create or replace a story.",
      details: "`heroId` must exist. `createdAt` defaults to the time of creation and never changes afterwards.",
      example: #"{"title": "The Sea Road", "heroId": "ada", "estimatedDuration": 1800}"#)

    public var id: String
    public var title: String
    public var heroId: String?
    public var estimatedDuration: Double
    public var createdAt: Instant?
    public var isFavorite: Bool?

    public init(
      id: String, title: String, heroId: String? = nil, estimatedDuration: Double, createdAt: Instant? = nil,
      isFavorite: Bool? = nil
    ) {
      self.id = id
      self.title = title
      self.heroId = heroId
      self.estimatedDuration = estimatedDuration
      self.createdAt = createdAt
      self.isFavorite = isFavorite
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

extension Story: Described {
  public static let members: [String: Note] = [
    "id": .id("The story's id.", like: "sea-road"),
    "title": .name("The story's title.", like: "The Sea Road"),
    "heroId": .id("The id of the story's hero, or null if it has none.", like: "ada"),
    "estimatedDuration": Note("The length of the story in seconds.", .above(0), like: 3_600),
    "createdAt": "When the story was created.",
    "isFavorite": "Whether the story is a favourite.",
  ]
}

extension SessionAPI.SaveStory: Described {
  public static var title: String { "StoryInput" }
  public static var members: [String: Note] { Story.members }
}
