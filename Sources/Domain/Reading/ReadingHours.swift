import Chronology

/// Reading sessions per chunk by local hour of their start. Integers only, so that removing is exact.
struct ReadingHours: Sendable {
  private var chunks: [Int64: [Int32]] = [:]

  mutating func add(_ row: PageRow, in calendar: LocalCalendar) { count(row, 1, in: calendar) }

  mutating func remove(_ row: PageRow, in calendar: LocalCalendar) { count(row, -1, in: calendar) }

  private mutating func count(_ row: PageRow, _ step: Int32, in calendar: LocalCalendar) {
    let hour = calendar.hour(of: Instant(seconds: row.startedAt))
    chunks[UTCMonth.number(of: row.startedAt), default: [Int32](repeating: 0, count: 24)][hour] += step
  }

  /// Uses the counts of whole chunks, and the rows of chunks at the edges.
  func counts(in span: Range<Int64>, of log: SessionLog<PageRow>, _ calendar: LocalCalendar) -> [Int] {
    var counts = [Int](repeating: 0, count: 24)
    for chunk in log.chunks {
      let start = chunk.number * UTCMonth.seconds
      guard start < span.upperBound, start + UTCMonth.seconds > span.lowerBound else { continue }
      if start >= span.lowerBound, start + UTCMonth.seconds <= span.upperBound {
        for (hour, count) in (chunks[chunk.number] ?? []).enumerated() { counts[hour] += Int(count) }
      } else {
        for row in chunk.rows where span.contains(row.startedAt) {
          counts[calendar.hour(of: Instant(seconds: row.startedAt))] += 1
        }
      }
    }
    return counts
  }

  var approximateBytes: Int { chunks.count * 192 }
}
