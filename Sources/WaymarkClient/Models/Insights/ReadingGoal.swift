/// A goal and the progress towards it.
public struct ReadingGoal: Codable, Sendable, Hashable, Identifiable {
  /// The quantity that the goal counts.
  public var type: GoalType
  /// The target in books, cultures, days or rucks, depending on ``type``.
  public var target: Int
  /// The current count.
  public var current: Int
  /// The progress, 0…1.
  public var progress: Double
  /// The count still needed to reach the target; 0 once it is reached.
  public var remaining: Int
  /// A short description, such as "5 books remaining".
  public var subtitle: String
  /// Whether the target is reached in time at the current pace.
  public var onTrack: Bool
  /// The day on which the target is reached at the current pace, or nil if there is no progress yet.
  public var projectedDate: CalendarDay?

  /// The type, because there is one goal per type.
  public var id: GoalType { type }
  /// Whether the target is reached.
  public var isReached: Bool { current >= target }
}

/// A goal of a whole year, which may be over.
public struct GoalOfYear: Codable, Sendable, Hashable, Identifiable {
  /// The quantity that the goal counts.
  public var type: GoalType
  /// The last target that was set before the year ended.
  public var target: Int
  /// The books finished in the year, or their cultures.
  public var current: Int
  /// Whether the target was reached.
  public var reached: Bool

  /// The type, because a year has one goal per type.
  public var id: GoalType { type }
  /// The progress, 0…1.
  public var progress: Double { target > 0 ? min(1, Double(current) / Double(target)) : 1 }
}

/// The quantity that a goal counts.
public struct GoalType: OpenText, CaseIterable {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a type from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Books finished this year; 12 by default.
  public static let annualReading = GoalType(rawValue: "annualReading")
  /// Different cultural origins of the books finished this year; 5 by default.
  public static let culturalDiversity = GoalType(rawValue: "culturalDiversity")
  /// Consecutive days with a reading session; 7 by default.
  public static let readingStreak = GoalType(rawValue: "readingStreak")

  /// Rucks in the current week; 2 by default, at most 14.
  public static let weeklyRucks = GoalType(rawValue: "weeklyRucks")

  /// All goal types that this version knows.
  public static let allCases: [GoalType] = [.annualReading, .culturalDiversity, .readingStreak, .weeklyRucks]

  /// The name of the goal, in English.
  public var displayName: String {
    switch self {
    case .annualReading: "Annual Reading Goal"
    case .culturalDiversity: "Cultural Diversity Goal"
    case .readingStreak: "Reading Streak Goal"
    case .weeklyRucks: "Weekly Ruck Goal"
    default: rawValue
    }
  }
}

struct GoalsResponse: Codable, Sendable {
  var goals: [ReadingGoal]
}

struct YearGoalsResponse: Codable, Sendable {
  var goals: [GoalOfYear]
}
