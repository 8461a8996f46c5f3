public import Domain
public import Proto

extension SessionAPI {
  public struct ListHeroes: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<Hero>
    public static let name = "hero.list"
    public var limit: Int?
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
      self.limit = limit
      self.cursor = cursor
    }
  }

  public struct FetchHero: Method {
    public typealias API = SessionAPI
    public typealias Reply = Hero
    public static let name = "hero.get"
    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct SaveHero: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<Hero>
    public static let name = "hero.put"
    public var id: String
    public var name: String

    public init(id: String, name: String) {
      self.id = id
      self.name = name
    }
  }

  public struct DeleteHero: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "hero.delete"
    public var id: String
    public init(id: String) { self.id = id }
  }
}
