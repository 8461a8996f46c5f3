public import Domain
public import Proto

extension Endpoints {
  static let heroStandings: [Endpoint] = [
    StatsAPI.FetchHeroes.endpoint
  ]
}

extension StatsAPI {
  /// Returns every hero of the user, the most active first, in pages that fit into one frame. Throws `conflict` if the
  /// state has changed since the previous page; the caller then starts again with the first page.
  public struct FetchHeroes: Method {
    public typealias API = StatsAPI
    public static let name = "stats.heroes"
    static let endpoint = Endpoint.gather(
      "/analytics/heroes", FetchHeroes.self, list: "heroes",
      "List the heroes, the most active first."
    ).tagged()

    /// The `next` of the previous page.
    public var after: String?
    public init(after: String? = nil) { self.after = after }

    public struct Reply: Codable, Hashable, Sendable {
      public var heroes: [HeroStanding]
      /// Nil on the last page.
      public var next: String?

      public init(heroes: [HeroStanding], next: String? = nil) {
        self.heroes = heroes
        self.next = next
      }
    }
  }
}

extension StatsAPI.FetchHeroes.Reply: Described {
  public static var title: String { "HeroStandings" }
  public static let members: [String: Note] = [
    "heroes": "The heroes, the most active first."
  ]
}

extension HeroStanding: Described {
  public static let members: [String: Note] = [
    "heroId": .id("The hero's id.", like: "ada"),
    "heroName": .name("The hero's name.", like: "Ada"),
    "storyCount": "The number of the hero's stories.",
    "totalListeningTime": Note("Seconds of listening.", .from(0), like: 48_600),
    "lastStoryDate": "When the hero's latest story was created, or null if the hero has none.",
    "isMostActive": "Whether this is the most active hero.",
  ]
}
