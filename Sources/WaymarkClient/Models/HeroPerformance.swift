public import Foundation

/// How one hero's stories do; the list comes with the most active first.
public struct HeroPerformance: Codable, Sendable, Hashable, Identifiable {
  public var heroId: String
  public var heroName: String
  public var storyCount: Int
  /// Seconds.
  public var totalListeningTime: Double
  /// When its latest story was made; nil without one.
  public var lastStoryDate: Date?
  public var isMostActive: Bool

  public var id: String { heroId }

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

struct HeroesAnswer: Codable, Sendable {
  var heroes: [HeroPerformance]
}
