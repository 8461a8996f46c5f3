public import Chronology

/// The sums of one month. A session belongs entirely to the day on which it started.
public struct MonthFigures: Hashable, Sendable {
  /// The first day.
  public var month: Day
  /// Books finished in the month.
  public var books: Int
  public var pages: Int
  public var minutes: Int
  /// Cultures of the books.
  public var cultures: Int
  public var listeningSeconds: Double
  public var rucks: Int
  /// Metres.
  public var distance: Double
}

extension StatsView {
  /// Returns every month from the first with any activity to the current one.
  public mutating func months(now: Instant) -> [MonthFigures] {
    let starts = [fold.history.firstStart, rucks.firstStart].compactMap { start in
      start.map { calendar.day(of: Instant(seconds: $0)) }
    }
    guard let first = (starts + [reading.earliestDay(toMonth: true)].compactMap(\.self)).min() else { return [] }
    let today = calendar.day(of: now)
    var months: [MonthFigures] = []
    var month = first.startOfMonth
    while month <= today {
      let next = month.startOfMonth(after: 1)
      months.append(figures(from: month, to: next + -1))
      month = next
    }
    return months
  }

  private mutating func figures(from first: Day, to last: Day) -> MonthFigures {
    let finished = reading.countFinished(in: DaySpan(from: first, to: last, in: calendar))
    let read = reading.sessions.days.read(from: first, to: last)
    let effort = rucks.effort(from: first, to: last)
    let (from, to) = (calendar.start(of: first).seconds, calendar.start(of: last + 1).seconds)
    return MonthFigures(
      month: first, books: finished.books, pages: read.pages, minutes: read.minutes,
      cultures: finished.culturesExplored, listeningSeconds: fold.history.duration(from: from, to: to).clampedToFinite,
      rucks: effort.sessions, distance: effort.distance.value)
  }
}

extension ListeningHistory {
  fileprivate var firstStart: Int64? { months.chunks.first?.rows.map(\.startedAt).min() }

  /// Returns the seconds of the sessions that started in `[from, to)`.
  fileprivate func duration(from: Int64, to: Int64) -> Double {
    var sum = DecimalSum()
    var index = months.position(of: UTCMonth.number(of: from))
    while index < months.chunks.count, months.chunks[index].number <= UTCMonth.number(of: to) {
      for row in months.chunks[index].rows where row.startedAt >= from && row.startedAt < to { sum += row.duration }
      index += 1
    }
    return sum.value
  }
}
