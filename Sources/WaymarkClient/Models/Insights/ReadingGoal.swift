/// What a reader aims at, and how far it is.
public struct ReadingGoal: Codable, Sendable, Hashable, Identifiable {
  public var type: GoalType
  /// Books, cultures, days or rucks.
  public var target: Int
  public var current: Int
  /// 0…1.
  public var progress: Double
  public var remaining: Int
  /// As a person would say it: "5 books remaining".
  public var subtitle: String
  public var onTrack: Bool
  /// When it will be reached at this year's pace; nil without progress.
  public var projectedDate: CalendarDay?

  public var id: GoalType { type }
  public var isReached: Bool { current >= target }
}

public struct GoalType: OpenText, CaseIterable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Books in a year, 12 unless another target is set.
  public static let annualReading = GoalType(rawValue: "annualReading")
  /// Cultures in a year, 5.
  public static let culturalDiversity = GoalType(rawValue: "culturalDiversity")
  /// Days in a row, 7.
  public static let readingStreak = GoalType(rawValue: "readingStreak")

  /// Rucks in a week, 2.
  public static let weeklyRucks = GoalType(rawValue: "weeklyRucks")

  public static let allCases: [GoalType] = [.annualReading, .culturalDiversity, .readingStreak, .weeklyRucks]

  /// What a row is called.
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

struct GoalsAnswer: Codable, Sendable {
  var goals: [ReadingGoal]
}
