public import Chronology
public import Domain
public import Languages
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
      "/goals", FetchGoals.self,
      parameters: [
        .query("year", .integer(GoalRules.years), "The year whose goals to list. Default: the goals of today.")
      ],
      "List the goals with their progress.",
      details: """
        The goals are books finished this year, their cultures, the current reading streak, and this week's rucks. \
        `projectedDate` is the day on which the target is reached at the pace of this year or week, or if the streak \
        misses no day. With `year`, the response has only the goals per year, with the targets that applied when that \
        year ended.
        """
    ).tagged().inLanguages()

    public var year: Int?
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(year: Int? = nil, lang: Language? = nil) {
      self.year = year
      self.lang = lang
    }

    /// The goals of today, or those of a year.
    public struct Reply: Hashable, Sendable {
      /// Nil for the goals of today.
      public var year: Int?
      public var goals: [ListedGoal]

      public init(goals: [GoalStanding]) {
        self.goals = goals.map(ListedGoal.current)
      }

      public init(year: Int, goals: [GoalOfYear]) {
        self.year = year
        self.goals = goals.map(ListedGoal.ofYear)
      }
    }
  }

  public enum ListedGoal: Hashable, Sendable {
    case current(GoalStanding)
    case ofYear(GoalOfYear)
  }

  /// Sets the target and returns the goal. The journal stores the target.
  public struct SetGoal: Method {
    public typealias API = MilestoneAPI
    public typealias Reply = Written<GoalStanding>
    public static let name = "milestone.setGoal"
    static let endpoint = Endpoint.write(
      .put, "/goals/{type}", SetGoal.self, parameters: [.goalType], "Set the target of a goal.",
      details: """
        The target counts books, cultures, days in a row, or rucks per week (at most 14). Returns the updated goal. \
        `since` says from when on the target counts: `now` (the default), `always`, or the year or week of a day. \
        Years and weeks that ended before keep their target.
        """,
      example: #"{"target": 24}"#
    ).returning(200).inLanguages()

    /// A string, so that an unknown goal is reported as an invalid value and not as a malformed call.
    public var type: String
    public var target: Int
    public var since: String?
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(type: String, target: Int, since: String? = nil, lang: Language? = nil) {
      self.type = type
      self.target = target
      self.since = since
      self.lang = lang
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
    public var since: String?

    public init(type: String, target: Int, since: String? = nil) {
      self.type = type
      self.target = target
      self.since = since
    }
  }

  /// Repeats a change of another account's goal, with the moment since which it counts.
  public struct RestoreGoal: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "goal.restore"

    public var type: GoalType
    /// Nil for the default.
    public var target: Int?
    /// Nil if the target always applied.
    public var since: Instant?

    public init(type: GoalType, target: Int?, since: Instant?) {
      self.type = type
      self.target = target
      self.since = since
    }
  }

  /// Resets the target to the default from now on.
  public struct ClearGoal: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "goal.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/goals/{type}", ClearGoal.self, parameters: [.goalType],
      "Reset a goal to its default target from now on.",
      details: "The defaults are 12 books, 5 cultures, 7 days and 2 rucks per week.")

    public var type: String
    public init(type: String) { self.type = type }
  }
}

// Only the goals of a year have the members `year` and `reached`.
extension MilestoneAPI.FetchGoals.Reply: Codable {
  private enum Member: String, CodingKey { case year, goals }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    year = try members.decodeIfPresent(Int.self, forKey: .year)
    goals = try members.decode([MilestoneAPI.ListedGoal].self, forKey: .goals)
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    if let year { try members.encode(year, forKey: .year) }
    try members.encode(goals, forKey: .goals)
  }
}

extension MilestoneAPI.ListedGoal: Codable {
  private enum Member: String, CodingKey {
    case type, target, current, progress, reached, remaining, subtitle, onTrack, projectedDate
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    let type = try members.decode(GoalType.self, forKey: .type)
    let target = try members.decode(Int.self, forKey: .target)
    let current = try members.decode(Int.self, forKey: .current)
    let progress = try members.decode(Double.self, forKey: .progress)
    let reached = try members.decodeIfPresent(Bool.self, forKey: .reached)
    let remaining = try members.decodeIfPresent(Int.self, forKey: .remaining)
    let subtitle = try members.decodeIfPresent(String.self, forKey: .subtitle)
    let onTrack = try members.decodeIfPresent(Bool.self, forKey: .onTrack)
    let projectedDate = try members.decodeIfPresent(Day.self, forKey: .projectedDate)
    if let remaining, let subtitle, let onTrack {
      self = .current(
        GoalStanding(
          type: type, target: target, current: current, progress: progress, remaining: remaining, subtitle: subtitle,
          onTrack: onTrack, projectedDate: projectedDate))
    } else {
      self = .ofYear(
        GoalOfYear(type: type, target: target, current: current, progress: progress, reached: reached ?? false))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .current(let goal): try goal.encode(to: encoder)
    case .ofYear(let goal): try goal.encode(to: encoder)
    }
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
    "year": Note("The year. Omitted for the goals of today.", .range(GoalRules.years), like: 2026).omittable,
    "goals": "The goals, in a fixed order.",
  ]
}

extension MilestoneAPI.ListedGoal: Described {
  public static var members: [String: Note] {
    var members = GoalStanding.members
    members["reached"] = Note("Whether the target was reached. Only in the goals of a year.")
    for name in ["remaining", "subtitle", "onTrack", "projectedDate", "reached"] {
      members[name] = members[name]?.omittable
    }
    return members
  }
}

extension GoalStanding: Described {
  public static var title: String { "Goal" }
  public static let members: [String: Note] = [
    "type": "The type of the goal.",
    "target": Note("The target.", .range(GoalRules.targets)),
    "current": "The current value.",
    "progress": Note("The current value divided by the target, at most 1.", .range(0...1), like: 0.75),
    "remaining": "The amount still needed to reach the target; 0 once it is reached.",
    "subtitle": Note("The amount that remains, as a phrase to display.", like: "3 books remaining"),
    "onTrack": "Whether the current pace reaches the target in time.",
    "projectedDate": "The day on which the current pace reaches the target, or null if there is no progress.",
  ]
}

extension MilestoneAPI.SetGoal: Described {
  public static var title: String { "GoalInput" }
  public static var members: [String: Note] { GoalStanding.members + ["since": .sinceWhen] }
}
