import Chronology

/// The period of statistics: all time, or the user's current year or month.
public enum StatsPeriod: String, Codable, CaseIterable, Hashable, Sendable {
  case allTime, year, month

  /// Nil for all time.
  func span(around now: Instant, in calendar: LocalCalendar) -> DaySpan? {
    let today = calendar.day(of: now)
    switch self {
    case .allTime: return nil
    case .year: return DaySpan(from: today.startOfYear, to: today.startOfNextYear + -1, in: calendar)
    case .month: return DaySpan(from: today.startOfMonth, to: today.startOfMonth(after: 1) + -1, in: calendar)
    }
  }
}

extension Day {
  fileprivate var startOfNextYear: Day { Day(year: civil.year + 1, month: 1, day: 1) }
}
