import Chronology

/// A year in the user's calendar.
struct CalendarYear: Sendable {
  static let numbers = 1...9_999

  let number: Int
  let first: Day
  let last: Day
  /// From the start of its first day to that of the next year's first day.
  let seconds: Range<Int64>

  init(_ number: Int, in calendar: LocalCalendar) {
    self.number = number
    first = Day(year: number, month: 1, day: 1)
    let next = Day(year: number + 1, month: 1, day: 1)
    last = next + -1
    seconds = calendar.start(of: first).seconds..<calendar.start(of: next).seconds
  }
}
