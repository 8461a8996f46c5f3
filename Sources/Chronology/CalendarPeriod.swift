/// The periods of the calendar.
public enum CalendarPeriod: CaseIterable, Hashable, Sendable {
  case week, month, quarter, year

  public func firstDay(on today: Day) -> Day {
    switch self {
    case .week: today.startOfWeek
    case .month: today.startOfMonth
    case .quarter: today.startOfMonth(after: -((today.civil.month - 1) % 3))
    case .year: today.startOfYear
    }
  }

  /// Returns all days of the period, including future ones.
  public func days(around today: Day) -> ClosedRange<Day> {
    let first = firstDay(on: today)
    return first...(start(1, after: first) + -1)
  }

  /// Returns as many days from the start of the previous period as have passed of this one, today included, or all of
  /// it if it was shorter.
  public func previous(on today: Day) -> ClosedRange<Day> {
    let first = firstDay(on: today)
    let start = start(-1, after: first)
    return start...min(start + (today - first), first + -1)
  }

  private func start(_ count: Int, after first: Day) -> Day {
    switch self {
    case .week: first + 7 * count
    case .month: first.startOfMonth(after: count)
    case .quarter: first.startOfMonth(after: 3 * count)
    case .year: first.startOfMonth(after: 12 * count)
    }
  }
}
