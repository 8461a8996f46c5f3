import Chronology

/// The user's current week, month, quarter or year so far, or everything.
public enum RuckPeriod: String, Codable, CaseIterable, Hashable, Sendable {
  case weekly, monthly, quarterly, yearly, allTime

  private var calendarPeriod: CalendarPeriod? {
    switch self {
    case .weekly: .week
    case .monthly: .month
    case .quarterly: .quarter
    case .yearly: .year
    case .allTime: nil
    }
  }

  /// Its first day; nil where that is the day of the first ruck.
  func firstDay(on today: Day) -> Day? { calendarPeriod?.firstDay(on: today) }

  /// As many days of the period before, from its start on; fewer where that one was shorter.
  func previous(on today: Day) -> ClosedRange<Day>? { calendarPeriod?.previous(on: today) }
}

/// What the figures of rucks cover: one of the periods, or a range of days.
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
