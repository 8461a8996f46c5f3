public import Domain
public import Proto

extension MilestoneAPI {
  public struct FetchAchievements: Method {
    public typealias API = MilestoneAPI
    public static let name = "milestone.achievements"
    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
      public var achievements: [AchievementStanding]
      public init(achievements: [AchievementStanding]) { self.achievements = achievements }
    }
  }
}
