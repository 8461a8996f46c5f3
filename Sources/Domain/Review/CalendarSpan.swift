import Chronology

/// A year or a month in the user's calendar.
struct CalendarSpan: Sendable {
  static let years = 1...9_999
  static let months = 1...12

  let year: Int
  /// Nil for a whole year.
  let month: Int?
  let first: Day
  let last: Day
  /// From the start of its first day to that of the first day after it.
  let seconds: Range<Int64>

  init(year: Int, month: Int? = nil, in calendar: LocalCalendar) {
    self.year = year
    self.month = month
    first = Day(year: year, month: month ?? 1, day: 1)
    let next = first.startOfMonth(after: month == nil ? 12 : 1)
    last = next + -1
    seconds = calendar.start(of: first).seconds..<calendar.start(of: next).seconds
  }
}
