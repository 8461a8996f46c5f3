import Chronology

extension ListeningHistory {
  /// Returns the first second at which the sessions that had ended add up to this time, or nil if they never do.
  mutating func firstSecond(of seconds: Double) -> Int64? {
    _ = totals()
    let chunks = months.chunks
    guard let reaching = chunks.firstIndex(where: { $0.totals.seconds >= seconds }) else { return nil }
    // A session may end a day after the end of its month, so its neighbours count too.
    let near = chunks[max(0, reaching - 1)...min(chunks.count - 1, reaching + 1)]
    var sum = near.first?.before.sum ?? DecimalSum()
    let rows = near.flatMap(\.rows).sorted { $0.endedAt < $1.endedAt }
    for (place, row) in rows.enumerated() {
      sum += row.duration
      let isLastOfSecond = place + 1 == rows.count || rows[place + 1].endedAt > row.endedAt
      if isLastOfSecond, sum.value >= seconds { return row.endedAt }
    }
    // The sum is rounded differently because it was added in another order.
    return chunks[reaching].rows.map(\.endedAt).max()
  }

  /// The latest start and end of a completed session; `.min` if there is none.
  var lastCompleted: (start: Int64, end: Int64) {
    var last = (start: Int64.min, end: Int64.min)
    // No session is longer than a day, so only the last two chunks with completed sessions can contain the latest end.
    var found = 0
    for chunk in months.chunks.reversed() where found < 2 {
      let completed = chunk.rows.lazy.filter(\.isCompleted)
      guard !completed.isEmpty else { continue }
      found += 1
      for row in completed { last = (max(last.start, row.startedAt), max(last.end, row.endedAt)) }
    }
    return last
  }

  /// Returns the streak days of the completed sessions that ended before a second.
  func streakDates(before limit: Int64) -> StreakDates {
    var dates = StreakDates()
    for chunk in months.chunks where chunk.number <= UTCMonth.number(of: limit) {
      for row in chunk.rows where row.isCompleted && row.endedAt < limit {
        for day in calendar.days(from: row.startedAt, to: row.endedAt) { dates.add(day, end: row.endedAt) }
      }
    }
    return dates
  }
}

extension LocalCalendar {
  /// The days that a session touches. A day that the time zone skipped is not one of them.
  func days(from startedAt: Int64, to endedAt: Int64) -> [Day] {
    let first = day(of: Instant(seconds: startedAt))
    guard endedAt > startedAt else { return [first] }
    let last = day(of: Instant(seconds: endedAt - 1))
    if first == last { return [first] }
    var days: [Day] = []
    var (day, start) = (first, startedAt)
    while day <= last {
      let end = day == last ? endedAt : min(self.start(of: day + 1).seconds, endedAt)
      if end > start {
        days.append(day)
        start = end
      }
      day = day + 1
    }
    return days
  }
}
