public import Domain
public import Proto

extension Endpoints {
  static let heroStandings: [Endpoint] = [
    StatsAPI.FetchHeroes.endpoint
  ]
}

extension StatsAPI {
  /// Every hero of the user, the most active first, in pages that fit a frame. `conflict` where the state has moved on
  /// since the page before: then the first page is to be asked for again.
  public struct FetchHeroes: Method {
    public typealias API = StatsAPI
    public static let name = "stats.heroes"
    static let endpoint = Endpoint.gather(
      "/analytics/heroes", FetchHeroes.self, list: "heroes",
      "The heroes by how much is heard of them."
    ).tagged()

    /// The `next` of the page before.
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
    "heroes": "The most active first."
  ]
}

extension HeroStanding: Described {
  public static let members: [String: Note] = [
    "heroId": .id("The hero's id.", like: "ada"),
    "heroName": .name("The hero's name.", like: "Ada"),
    "storyCount": "Stories of the hero.",
    "totalListeningTime": Note("Seconds listened.", .from(0), like: 48_600),
    "lastStoryDate": "When the hero's latest story was made, null without one.",
    "isMostActive": "Whether it is the most active of all.",
  ]
}
