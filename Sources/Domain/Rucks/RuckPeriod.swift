import Chronology

/// The user's current week, month, quarter or year so far, or everything.
public enum RuckPeriod: String, Codable, CaseIterable, Hashable, Sendable {
  case weekly, monthly, quarterly, yearly, allTime

  /// Its first day; nil where that is the day of the first ruck.
  func firstDay(on today: Day) -> Day? {
    switch self {
    case .weekly: today.startOfWeek
    case .monthly: today.startOfMonth
    case .quarterly: today.startOfMonth(after: -((today.civil.month - 1) % 3))
    case .yearly: today.startOfYear
    case .allTime: nil
    }
  }

  /// As many days of the period before, from its start on; fewer where that one was shorter.
  func previous(on today: Day) -> ClosedRange<Day>? {
    guard let first = firstDay(on: today) else { return nil }
    let start =
      switch self {
      case .weekly: first + -7
      case .monthly: first.startOfMonth(after: -1)
      case .quarterly: first.startOfMonth(after: -3)
      case .yearly, .allTime: first.startOfMonth(after: -12)
      }
    return start...min(start + (today - first), first + -1)
  }
}
