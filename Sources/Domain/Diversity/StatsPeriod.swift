public import Chronology

/// What statistics are of: everything, or the user's current year or month.
public enum StatsPeriod: String, Codable, CaseIterable, Hashable, Sendable {
  case allTime, year, month

  /// From the first instant to the one after the last; nil for everything.
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
