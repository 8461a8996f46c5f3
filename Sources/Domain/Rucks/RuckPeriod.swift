import Chronology

/// The user's current week, month, quarter or year so far, or all time.
public enum RuckPeriod: String, Codable, CaseIterable, Hashable, Sendable {
  case weekly, monthly, quarterly, yearly, allTime

  /// Nil for all time.
  var calendarPeriod: CalendarPeriod? {
    switch self {
    case .weekly: .week
    case .monthly: .month
    case .quarterly: .quarter
    case .yearly: .year
    case .allTime: nil
    }
  }

  /// Returns the first day, or nil if it is the day of the first ruck.
  func firstDay(on today: Day) -> Day? { calendarPeriod?.firstDay(on: today) }

  /// Returns as many days from the start of the previous period, or fewer if that was shorter.
  func previous(on today: Day) -> ClosedRange<Day>? { calendarPeriod?.previous(on: today) }
}

/// The period that figures of rucks cover: a calendar period or a range of days.
public enum ReportedPeriod: String, Codable, CaseIterable, Hashable, Sendable {
  case weekly, monthly, quarterly, yearly, allTime, custom

  init(_ period: RuckPeriod) {
    self =
      switch period {
      case .weekly: .weekly
      case .monthly: .monthly
      case .quarterly: .quarterly
      case .yearly: .yearly
      case .allTime: .allTime
      }
  }
}
