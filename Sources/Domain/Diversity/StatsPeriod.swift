public import Chronology

/// The period of statistics: all time, or the user's current year or month.
public enum StatsPeriod: String, Codable, CaseIterable, Hashable, Sendable {
  case allTime, year, month

  /// Returns the first instant and the instant after the last, or nil for all time.
  public func span(around now: Instant, in calendar: LocalCalendar) -> (from: Instant, to: Instant)? {
    let today = calendar.day(of: now)
    switch self {
    case .allTime: return nil
    case .year: return (calendar.start(of: today.startOfYear), calendar.start(of: today.startOfNextYear))
    case .month: return (calendar.start(of: today.startOfMonth), calendar.start(of: today.startOfMonth(after: 1)))
    }
  }
}

extension Day {
  fileprivate var startOfNextYear: Day { Day(year: civil.year + 1, month: 1, day: 1) }
}
