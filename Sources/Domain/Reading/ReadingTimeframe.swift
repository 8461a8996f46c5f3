import Chronology

/// The user's current week, month or year, the whole of it, or all time.
public enum ReadingTimeframe: String, Codable, CaseIterable, Hashable, Sendable {
  case week, month, year, allTime

  /// Nil for all time.
  var period: CalendarPeriod? {
    switch self {
    case .week: .week
    case .month: .month
    case .year: .year
    case .allTime: nil
    }
  }
}
