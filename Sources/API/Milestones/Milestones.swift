public import Domain
public import Languages
public import Proto

extension Endpoints {
  static let milestones: [Endpoint] = [
    MilestoneAPI.FetchMilestones.endpoint
  ]
}

extension MilestoneAPI {
  public struct FetchMilestones: Method {
    public typealias API = MilestoneAPI
    public static let name = "milestone.list"
    static let endpoint = Endpoint.get(
      "/analytics/milestones", FetchMilestones.self, "List the milestones with their progress."
    ).tagged().inLanguages()

    /// The language of texts. Default: English.
    public var lang: Language?

    public init(lang: Language? = nil) {
      self.lang = lang
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var milestones: [MilestoneStanding]
      public init(milestones: [MilestoneStanding]) { self.milestones = milestones }
    }
  }
}

extension MilestoneAPI.FetchMilestones.Reply: Described {
  public static let members: [String: Note] = [
    "milestones": "All of them, in a fixed order."
  ]
}

extension MilestoneStanding: Described {
  public static var title: String { "Milestone" }
  public static let members: [String: Note] = [
    "id": .id("The id.", like: "sea-road"),
    "title": .name("The title.", like: "The Sea Road"),
    "icon": Note("The name of an SF Symbol.", like: "book.fill"),
    "type": "The figure that counts.",
    "threshold": "The value to reach, in stories, seconds or days.",
    "currentValue": "The current value, in stories, seconds or days.",
    "isUnlocked": "Whether it has ever been reached. It then stays unlocked.",
    "unlockedAt": "When it was reached, or null if it is locked.",
  ]
}
