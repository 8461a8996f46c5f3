import Chronology

/// The sums per day of the rows of one month chunk. Rows are added in order, so that floating-point sums are always the
/// same.
struct DaySums: Sendable {
  struct Cell: Sendable {
    var seconds = DecimalSum()
    /// The number of completed sessions that touch the day. A day with any is a streak day.
    var completed: Int32 = 0
  }

  private(set) var seconds = DecimalSum()
  private(set) var lastEnd = Int64.min
  /// One cell per day, starting with the first day.
  private(set) var cells: [Cell] = []
  private(set) var firstDay: Int32 = 0

  /// Returns whether a day became a streak day.
  mutating func add(_ row: ListeningRow, in calendar: LocalCalendar) -> Bool {
    seconds += row.duration
    lastEnd = max(lastEnd, row.endedAt)
    let first = calendar.day(of: Instant(seconds: row.startedAt))
    let last = row.span == 0 ? first : calendar.day(of: Instant(seconds: row.endedAt - 1))
    if first == last {
      return add(row.duration, isCompleted: row.isCompleted, to: first)
    }
    return spread(row, from: first, to: last, in: calendar)
  }

  /// Divides a session that spans several days by the time in each day. A day that the time zone skipped gets nothing.
  private mutating func spread(_ row: ListeningRow, from first: Day, to last: Day, in calendar: LocalCalendar) -> Bool {
    var changed = false
    var day = first
    var start = row.startedAt
    while day <= last {
      let end = day == last ? row.endedAt : min(calendar.start(of: day + 1).seconds, row.endedAt)
      if end > start {
        let share = row.duration * (Double(end - start) / Double(row.span))
        if add(share, isCompleted: row.isCompleted, to: day) { changed = true }
        start = end
      }
      day = day + 1
    }
    return changed
  }

  private mutating func add(_ seconds: Double, isCompleted: Bool, to day: Day) -> Bool {
    let index = index(of: day.number)
    cells[index].seconds += seconds
    guard isCompleted else { return false }
    cells[index].completed += 1
    return cells[index].completed == 1
  }

  private mutating func index(of day: Int32) -> Int {
    if cells.isEmpty {
      firstDay = day
    } else if day < firstDay {
      cells.insert(contentsOf: repeatElement(Cell(), count: Int(firstDay - day)), at: 0)
      firstDay = day
    }
    let index = Int(day - firstDay)
    while cells.count <= index { cells.append(Cell()) }
    return index
  }
}
