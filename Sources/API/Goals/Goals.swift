public import Domain
public import Proto

extension Endpoints {
  static let goals: [Endpoint] = [
    MilestoneAPI.FetchGoals.endpoint,
    MilestoneAPI.SetGoal.endpoint,
    SessionAPI.ClearGoal.endpoint,
  ]
}

extension MilestoneAPI {
  public struct FetchGoals: Method {
    public typealias API = MilestoneAPI
    public static let name = "milestone.goals"
    static let endpoint = Endpoint.get(
      "/goals", FetchGoals.self, "List the goals with their progress.",
      details: """
        The goals are books finished this year, their cultures, the current reading streak, and this week's rucks. \
        `projectedDate` is the day on which the target is reached at the pace of this year or week, or if the streak \
        misses no day.
        """
    ).tagged()

    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
      public var goals: [GoalStanding]
      public init(goals: [GoalStanding]) { self.goals = goals }
    }
  }

  /// Sets the target and returns the goal. The journal stores the target.
  public struct SetGoal: Method {
    public typealias API = MilestoneAPI
    public typealias Reply = Written<GoalStanding>
    public static let name = "milestone.setGoal"
    static let endpoint = Endpoint.write(
      .put, "/goals/{type}", SetGoal.self, parameters: [.goalType], "Set the target of a goal.",
      details: """
        The target counts books, cultures, days in a row, or rucks per week (at most 14). Returns the updated goal.
        """,
      example: #"{"target": 24}"#
    ).returning(200)

    /// A string, so that an unknown goal is reported as an invalid value and not as a malformed call.
    public var type: String
    public var target: Int

    public init(type: String, target: Int) {
      self.type = type
      self.target = target
    }
  }
}

extension SessionAPI {
  /// Sets the target of a goal. `MilestoneAPI.SetGoal` also returns the goal.
  public struct SaveGoal: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "goal.put"
    /// A string, so that an unknown goal is reported as an invalid value and not as a malformed call.
    public var type: String
    public var target: Int

    public init(type: String, target: Int) {
      self.type = type
      self.target = target
    }
  }

  /// Resets the target to the default.
  public struct ClearGoal: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "goal.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/goals/{type}", ClearGoal.self, parameters: [.goalType], "Reset a goal to its default target.",
      details: "The defaults are 12 books, 5 cultures, 7 days and 2 rucks per week.")

    public var type: String
    public init(type: String) { self.type = type }
  }
}

extension Fault {
  public static let noGoal = Fault(.notFound, "no goal has this type")
}

extension Parameter {
  fileprivate static let goalType = path("type", .name(GoalType.allCases.map(\.rawValue)), "The type of the goal.")
}

extension MilestoneAPI.FetchGoals.Reply: Described {
  public static let members: [String: Note] = [
    "goals": "All of them, in a fixed order."
  ]
}

extension GoalStanding: Described {
  public static var title: String { "Goal" }
  public static let members: [String: Note] = [
    "type": "The type of the goal.",
    "target": Note("The target.", .range(GoalRules.targets)),
    "current": "The current value.",
    "progress": Note("The current value divided by the target, at most 1.", .range(0...1), like: 0.75),
    "remaining": "The amount that is missing to the target.",
    "subtitle": Note("The remaining work, as a phrase to display.", like: "3 books remaining"),
    "onTrack": "Whether the current pace reaches the target in time.",
    "projectedDate": "The day on which the current pace reaches the target, or null if there is no progress.",
  ]
}

extension MilestoneAPI.SetGoal: Described {
  public static var title: String { "GoalInput" }
  public static var members: [String: Note] { GoalStanding.members }
}
