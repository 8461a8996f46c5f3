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
      "/goals", FetchGoals.self, "The goals, and how far each is.",
      details: """
        Books finished this year, their cultures, the current reading streak, and this week's rucks. `projectedDate` \
        is the day on which the target is reached at the pace of this year or week, or if no day of the streak is \
        missed.
        """
    ).tagged()

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
    static let endpoint = Endpoint.write(
      .put, "/goals/{type}", SetGoal.self, parameters: [.goalType], "Aim at something else.",
      details: """
        Books, cultures, days in a row, or rucks a week (at most 14). The answer is the goal as it then stands.
        """,
      example: #"{"target": 24}"#
    ).answering(200)

    /// A text, so that an unknown goal is not a malformed call.
    public var type: String
    public var target: Int

    public init(type: String, target: Int) {
      self.type = type
      self.target = target
    }
  }
}

extension SessionAPI {
  /// Sets the target of a goal. `MilestoneAPI.SetGoal` answers how the goal then stands.
  public struct SaveGoal: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "goal.put"
    /// A text, so that an unknown goal is not a malformed call.
    public var type: String
    public var target: Int

    public init(type: String, target: Int) {
      self.type = type
      self.target = target
    }
  }

  /// From then on the default target holds again.
  public struct ClearGoal: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "goal.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/goals/{type}", ClearGoal.self, parameters: [.goalType], "Aim at the default again.",
      details: "12 books, 5 cultures, 7 days, 2 rucks.")

    public var type: String
    public init(type: String) { self.type = type }
  }
}

extension Fault {
  /// The path names a goal as it names any other object.
  public static let noGoal = Fault(.notFound, "there is no such goal")
}

extension Parameter {
  fileprivate static let goalType = path("type", .name(GoalType.allCases.map(\.rawValue)), "What is aimed at.")
}

extension MilestoneAPI.FetchGoals.Reply: Described {
  public static let members: [String: Note] = [
    "goals": "All there are, in their order."
  ]
}

extension GoalStanding: Described {
  public static var title: String { "Goal" }
  public static let members: [String: Note] = [
    "type": "What is aimed at.",
    "target": Note("What is aimed at.", .range(GoalRules.targets)),
    "current": "How far the goal is, now.",
    "progress": Note("0 to 1, capped.", .range(0...1), like: 0.75),
    "remaining": "What is missing to the target.",
    "subtitle": Note("The goal as a person would say it.", like: "3 books remaining"),
    "onTrack": "Whether this pace reaches the target in time.",
    "projectedDate": "The day on which the target is reached at this pace, null without progress.",
  ]
}

extension MilestoneAPI.SetGoal: Described {
  public static var title: String { "GoalInput" }
  public static var members: [String: Note] { GoalStanding.members }
}
