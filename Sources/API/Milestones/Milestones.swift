public import Domain
public import Proto

extension MilestoneAPI {
  public struct FetchMilestones: Method {
    public typealias API = MilestoneAPI
    public static let name = "milestone.list"
    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
      public var milestones: [MilestoneStanding]
      public init(milestones: [MilestoneStanding]) { self.milestones = milestones }
    }
  }
}
