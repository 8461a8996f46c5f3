public import Foundation

/// Figures about the stories of one hero.
public struct HeroPerformance: Codable, Sendable, Hashable, Identifiable {
  /// The id of the hero.
  public var heroId: String
  /// The name of the hero.
  public var heroName: String
  /// The number of stories about the hero.
  public var storyCount: Int
  /// The time listened to these stories, in seconds.
  public var totalListeningTime: Double
  /// When the latest of these stories was created, or nil if there is none.
  public var lastStoryDate: Date?
  /// Whether this is the most active hero.
  public var isMostActive: Bool

  /// The id of the hero.
  public var id: String { heroId }

  /// Creates the figures of a hero, for previews and tests.
  public init(
    heroId: String, heroName: String, storyCount: Int, totalListeningTime: Double, lastStoryDate: Date?,
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

struct HeroesResponse: Codable, Sendable {
  var heroes: [HeroPerformance]
}
