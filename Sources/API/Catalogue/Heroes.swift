public import Domain
public import Proto

extension Endpoints {
  static let heroes: [Endpoint] = [
    SessionAPI.ListHeroes.endpoint,
    SessionAPI.FetchHero.endpoint,
    SessionAPI.SaveHero.endpoint,
    SessionAPI.DeleteHero.endpoint,
  ]
}

extension SessionAPI {
  public struct ListHeroes: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<Hero>
    public static let name = "hero.list"
    static let endpoint = Endpoint.get(
      "/heroes", ListHeroes.self, parameters: Parameter.page, "List the heroes, sorted by id.")

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
    static let endpoint = Endpoint.get("/heroes/{id}", FetchHero.self, parameters: [.chosenID], "Get one hero.")

    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct SaveHero: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<Hero>
    public static let name = "hero.put"
    static let endpoint = Endpoint.write(
      .put, "/heroes/{id}", SaveHero.self, parameters: [.chosenID], "Create or replace a hero.",
      example: #"{"name": "Ada"}"#)

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
    static let endpoint = Endpoint.mark(
      .delete, "/heroes/{id}", DeleteHero.self, parameters: [.chosenID], "Delete a hero.",
      details: "Its stories remain, without a hero.")

    public var id: String
    public init(id: String) { self.id = id }
  }
}

extension Hero: Described {
  public static let members: [String: Note] = [
    "id": .id("The hero's id.", like: "sea-road"),
    "name": .name("The hero's name.", like: "Ada"),
  ]
}

extension SessionAPI.SaveHero: Described {
  public static var title: String { "HeroInput" }
  public static var members: [String: Note] { Hero.members }
}
