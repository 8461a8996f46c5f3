public import Chronology
public import Proto

extension StatsAPI {
  /// Every hero of the user, the most active first.
  public struct FetchHeroes: Method {
    public typealias API = StatsAPI
    public static let name = "stats.heroes"
    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
      public var heroes: [Standing]
      public init(heroes: [Standing]) { self.heroes = heroes }
    }

    public struct Standing: Codable, Hashable, Sendable {
      public var heroId: String
      public var heroName: String
      public var storyCount: Int
      public var totalListeningTime: Double
      public var lastStoryDate: Instant?
      public var isMostActive: Bool

      public init(
        heroId: String, heroName: String, storyCount: Int, totalListeningTime: Double, lastStoryDate: Instant?,
        isMostActive: Bool
      ) {
        self.heroId = heroId
        self.heroName = heroName
        self.storyCount = storyCount
        self.totalListeningTime = totalListeningTime
        self.lastStoryDate = lastStoryDate
        self.isMostActive = isMostActive
      }
    }
  }
}
