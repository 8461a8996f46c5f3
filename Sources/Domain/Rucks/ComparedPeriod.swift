public import Chronology

/// The period whose figures are shown next to those of the requested one.
public enum ComparedPeriod: String, Codable, CaseIterable, Hashable, Sendable {
  /// As many days of the period of the same kind immediately before, as for a trend.
  case previous
  /// The same days one year earlier.
  case lastYear

  /// Returns the days to compare with the part of a calendar period that has passed.
  func days(before period: CalendarPeriod, on today: Day) -> ClosedRange<Day> {
    switch self {
    case .previous: period.previous(on: today)
    case .lastYear: Self.yearBefore(period.firstDay(on: today)...today)
    }
  }

  /// Returns the days to compare with a range of days.
  public func days(before days: ClosedRange<Day>) -> ClosedRange<Day> {
    switch self {
    case .previous: days.lowerBound + -days.count...days.lowerBound + -1
    case .lastYear: Self.yearBefore(days)
    }
  }

  private static func yearBefore(_ days: ClosedRange<Day>) -> ClosedRange<Day> {
    days.lowerBound.yearBefore...days.upperBound.yearBefore
  }
}

extension ClosedRange<Day> {
  /// The number of days.
  var count: Int { upperBound - lowerBound + 1 }
}
