import Chronology

/// The settings by which the days of streaks are counted.
struct StreakSettings: Sendable {
  var calendar: LocalCalendar
  var restDays: SettingByDay<Int>

  /// Returns the first second at which a session that ends then may count differently than with other settings, or nil
  /// if all sessions count equally.
  func firstDifference(from other: StreakSettings) -> Int64? {
    let second = calendar.firstDifference(from: other.calendar)?.seconds
    guard let day = restDays.firstDifference(from: other.restDays) else { return second }
    guard day.number > .min else { return .min }
    // A change of the rest days counts for its whole week.
    return min(second ?? .max, calendar.start(of: day.startOfWeek).seconds)
  }
}
