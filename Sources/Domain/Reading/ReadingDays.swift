import Chronology

/// The sums of reading sessions per day. Integers only, so that removing is exact.
struct ReadingDays: Sendable {
  struct Cell: Hashable, Sendable {
    /// The seconds within the day of all sessions that touch it.
    var seconds: Int64 = 0
    /// The number of sessions that touch the day. A day with any is a streak day.
    var sessions: Int32 = 0
    /// The pages of the sessions that started on the day.
    var pages: Int64 = 0
    var minutes: Int64 = 0
  }

  private(set) var cells: [Cell] = []
  private(set) var firstDay = Day(number: 0)

  /// Returns whether a day became a streak day.
  mutating func add(_ row: PageRow, in calendar: LocalCalendar) -> Bool { count(row, 1, in: calendar) }

  /// Returns whether a day is no longer a streak day.
  mutating func remove(_ row: PageRow, in calendar: LocalCalendar) -> Bool { count(row, -1, in: calendar) }

  private mutating func count(_ row: PageRow, _ step: Int, in calendar: LocalCalendar) -> Bool {
    let first = calendar.day(of: Instant(seconds: row.startedAt))
    let last = row.span == 0 ? first : calendar.day(of: Instant(seconds: row.endedAt - 1))
    let place = place(of: first)
    cells[place].pages += Int64(step) * Int64(row.pages)
    cells[place].minutes += Int64(step) * Int64(row.minutes)
    if first == last { return touch(first, Int64(row.span), step) }
    var changed = false
    var (day, start) = (first, row.startedAt)
    while day <= last {
      let end = day == last ? row.endedAt : min(calendar.start(of: day + 1).seconds, row.endedAt)
      // A day that the time zone skipped gets nothing.
      if end > start {
        if touch(day, end - start, step) { changed = true }
        start = end
      }
      day = day + 1
    }
    return changed
  }

  private mutating func touch(_ day: Day, _ seconds: Int64, _ step: Int) -> Bool {
    let place = place(of: day)
    cells[place].seconds += Int64(step) * seconds
    cells[place].sessions += Int32(step)
    return cells[place].sessions == (step > 0 ? 1 : 0)
  }

  private mutating func place(of day: Day) -> Int {
    if cells.isEmpty {
      firstDay = day
    } else if day < firstDay {
      cells.insert(contentsOf: repeatElement(Cell(), count: firstDay - day), at: 0)
      firstDay = day
    }
    let place = day - firstDay
    if place >= cells.count { cells.append(contentsOf: repeatElement(Cell(), count: place - cells.count + 1)) }
    return place
  }

  /// Returns the indices of the days from one to another, both included, as far as they exist.
  func range(from first: Day, to last: Day) -> Range<Int> {
    let start = min(max(0, first - firstDay), cells.count)
    return start..<max(start, min(cells.count, last - firstDay + 1))
  }

  func day(_ place: Int) -> Day { firstDay + place }

  func seconds(from first: Day, to last: Day) -> [Double] {
    guard first <= last else { return [] }
    var seconds = [Double](repeating: 0, count: last - first + 1)
    for place in range(from: first, to: last) { seconds[day(place) - first] = Double(cells[place].seconds) }
    return seconds
  }

  /// Returns the sums of the sessions that started on these days.
  func read(from first: Day, to last: Day) -> (pages: Int, minutes: Int) {
    let cells = cells[range(from: first, to: last)]
    return (Int(cells.reduce(0) { $0 + $1.pages }), Int(cells.reduce(0) { $0 + $1.minutes }))
  }

  func streaks(from first: Day, to last: Day, restDays: SettingByDay<Int>) -> Streaks {
    var streaks = Streaks(restDays: restDays)
    for place in range(from: first, to: last) where cells[place].sessions > 0 { streaks.add(day(place)) }
    return streaks
  }
}
