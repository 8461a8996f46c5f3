/// What a user can aim at, in the order in which goals are shown.
public enum GoalType: String, Codable, CaseIterable, Hashable, Sendable {
  case annualReading, culturalDiversity, readingStreak, weeklyRucks

  /// Books, cultures, days or rucks: what is aimed at until a target is set, and again once it is cleared.
  public var usualTarget: Int {
    switch self {
    case .annualReading: 12
    case .culturalDiversity: 5
    case .readingStreak: 7
    case .weeklyRucks: 2
    }
  }
}
