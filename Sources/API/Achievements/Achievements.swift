public import Domain
public import Languages
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
      "/achievements", FetchAchievements.self, "List the reading achievements with their progress.",
      details: """
        If an achievement has several conditions, `currentValue` and `threshold` are those of the first, and \
        `progress` is the mean of all. An unlocked achievement stays unlocked; its other figures continue to change.
        """
    ).tagged().inLanguages()

    /// The language of texts. Default: English.
    public var lang: Language?

    public init(lang: Language? = nil) {
      self.lang = lang
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var achievements: [AchievementStanding]
      public init(achievements: [AchievementStanding]) { self.achievements = achievements }
    }
  }
}

extension MilestoneAPI.FetchAchievements.Reply: Described {
  public static let members: [String: Note] = [
    "achievements": "All of them, in a fixed order."
  ]
}

extension AchievementStanding: Described {
  public static var title: String { "Achievement" }
  public static let members: [String: Note] = [
    "id": .id("The id.", like: "sea-road"),
    "title": .name("The title.", like: "The Sea Road"),
    "description": Note("The condition, as a sentence.", like: "Finish 10 books."),
    "icon": Note("The name of an SF Symbol.", like: "book.fill"),
    "category": "The category.",
    "rarity": "The rarity.",
    "hapticIntensity": "The strength of the haptic feedback when it is unlocked.",
    "isUnlocked": "Whether it has ever been reached. It then stays unlocked.",
    "unlockedAt": "When it was reached, or null if it is locked.",
    "currentValue": "The current value of the first condition: books, cultures, languages, days or stars.",
    "threshold": "The value at which the first condition is met, in the same unit.",
    "progress": Note("The mean progress of all conditions, from 0 to 1.", .range(0...1), like: 0.75),
    "progressSteps": Note("The number of progress dots to fill, of four.", .range(0...4)),
  ]
}
