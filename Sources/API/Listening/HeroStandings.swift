public import Chronology
public import Proto

extension StatsAPI {
  /// Every hero of the user, the most active first, in pages that fit a frame. `conflict` where the state has moved on
  /// since the page before: then the first page is to be asked for again.
  public struct FetchHeroes: Method {
    public typealias API = StatsAPI
    public static let name = "stats.heroes"
    /// The `next` of the page before.
    public var after: String?
    public init(after: String? = nil) { self.after = after }

    public struct Reply: Codable, Hashable, Sendable {
      public var heroes: [Standing]
      /// Nil on the last page.
      public var next: String?

      public init(heroes: [Standing], next: String? = nil) {
        self.heroes = heroes
        self.next = next
      }
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
