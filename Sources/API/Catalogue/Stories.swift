public import Chronology
public import Domain
public import Proto

extension SessionAPI {
  public struct ListStories: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<Story>
    public static let name = "story.list"
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
    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct SaveStory: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<Story>
    public static let name = "story.put"
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
    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct FavoriteStory: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "story.favorite"
    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct UnfavoriteStory: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "story.unfavorite"
    public var id: String
    public init(id: String) { self.id = id }
  }
}
