public import Domain
public import Proto

extension Endpoints {
  static let achievements: [Endpoint] = [
    MilestoneAPI.FetchAchievements.endpoint
  ]
}

extension MilestoneAPI {
  public struct FetchAchievements: Method {
    public typealias API = MilestoneAPI
    public static let name = "milestone.achievements"
    static let endpoint = Endpoint.get(
      "/achievements", FetchAchievements.self, "The achievements of reading, and how far each is.",
      details: """
        `currentValue` and `threshold` are those of the first condition where there are several; `progress` is the \
        mean of all. Once unlocked, always: the other figures are what they are now.
        """
    ).tagged()

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
      public var achievements: [AchievementStanding]
      public init(achievements: [AchievementStanding]) { self.achievements = achievements }
    }
  }
}

extension MilestoneAPI.FetchAchievements.Reply: Described {
  public static let members: [String: Note] = [
    "achievements": "All there are, in their order."
  ]
}

extension AchievementStanding: Described {
  public static var title: String { "Achievement" }
  public static let members: [String: Note] = [
    "id": .id("Its id.", like: "sea-road"),
    "title": .name("A title to show.", like: "The Sea Road"),
    "description": Note("What has to be done, as a person would say it.", like: "Finish 10 books."),
    "icon": Note("The name of an SF Symbol.", like: "book.fill"),
    "category": "What kind of achievement it is.",
    "rarity": "How rare it is.",
    "hapticIntensity": "How strongly a device may tap when it is unlocked.",
    "isUnlocked": "Whether it was reached, ever.",
    "unlockedAt": "When it was reached, null while it is not.",
    "currentValue": "What the first condition counts, now.",
    "threshold": "Where it is reached.",
    "progress": Note("0 to 1: how far the conditions are reached, their mean.", .range(0...1), like: 0.75),
    "progressSteps": Note("Dots of four to fill.", .range(0...4)),
  ]
}
