public import Domain
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
      "/analytics/milestones", FetchMilestones.self, "The milestones, and which are reached."
    ).tagged()

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
      public var milestones: [MilestoneStanding]
      public init(milestones: [MilestoneStanding]) { self.milestones = milestones }
    }
  }
}

extension MilestoneAPI.FetchMilestones.Reply: Described {
  public static let members: [String: Note] = [
    "milestones": "All there are, in their order."
  ]
}

extension MilestoneStanding: Described {
  public static var title: String { "Milestone" }
  public static let members: [String: Note] = [
    "id": .id("Its id.", like: "sea-road"),
    "title": .name("A title to show.", like: "The Sea Road"),
    "icon": Note("The name of an SF Symbol.", like: "book.fill"),
    "type": "What is counted.",
    "threshold": "Stories, seconds or days.",
    "currentValue": "Stories, seconds or days, now.",
    "isUnlocked": "Whether it was reached, ever.",
    "unlockedAt": "When it was reached, null while it is not.",
  ]
}
