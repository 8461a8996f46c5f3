import Chronology

/// The user's current week, month or year, all of it, or everything.
public enum ReadingTimeframe: String, Codable, CaseIterable, Hashable, Sendable {
  case week, month, year, allTime

  /// Nil for everything.
  var period: CalendarPeriod? {
    switch self {
    case .week: .week
    case .month: .month
    case .year: .year
    case .allTime: nil
    }
  }
}
