public import Domain
public import Proto

extension MilestoneAPI {
  public struct FetchGoals: Method {
    public typealias API = MilestoneAPI
    public static let name = "milestone.goals"
    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
      public var goals: [GoalStanding]
      public init(goals: [GoalStanding]) { self.goals = goals }
    }
  }

  /// The journal keeps the target; the answer is the whole goal as it then stands.
  public struct SetGoal: Method {
    public typealias API = MilestoneAPI
    public typealias Reply = Written<GoalStanding>
    public static let name = "milestone.setGoal"
    /// A text, so that an unknown goal is told apart from a malformed call.
    public var type: String
    public var target: Int

    public init(type: String, target: Int) {
      self.type = type
      self.target = target
    }
  }
}
