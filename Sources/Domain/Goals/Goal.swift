/// The goals, in the order in which they are shown.
public enum GoalType: String, Codable, CaseIterable, Hashable, Sendable {
  case annualReading, culturalDiversity, readingStreak, weeklyRucks

  /// The target if none is set, in books, cultures, days or rucks.
  public var defaultTarget: Int {
    switch self {
    case .annualReading: 12
    case .culturalDiversity: 5
    case .readingStreak: 7
    case .weeklyRucks: 2
    }
  }
}
