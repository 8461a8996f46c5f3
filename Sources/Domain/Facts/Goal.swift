/// What a reader can aim at, in the order in which goals are shown.
public enum GoalType: String, Codable, CaseIterable, Hashable, Sendable {
  case annualReading, culturalDiversity, readingStreak

  /// Books, cultures or days: what is aimed at until a target is set, and again once it is cleared.
  public var usualTarget: Int {
    switch self {
    case .annualReading: 12
    case .culturalDiversity: 5
    case .readingStreak: 7
    }
  }
}
