import Chronology

/// A number of sessions and their seconds.
struct Tally: Hashable, Sendable {
  var count = 0
  var sum = DecimalSum()

  var seconds: Double { sum.value }

  @inline(__always)
  static func += (left: inout Tally, right: Tally) {
    left.count += right.count
    left.sum += right.sum
  }
}

/// The sums of one story's sessions.
struct StoryTally: Sendable {
  var story: UInt32
  var tally = Tally()
  var lastEnd = Int64.min

  @inline(__always)
  mutating func add(_ other: StoryTally) {
    tally += other.tally
    lastEnd = max(lastEnd, other.lastEnd)
  }
}

/// The sessions of one month chunk by hour of their start and by story: all of them, or those in a span. A session over
/// the edge of the span adds its seconds within the span, and counts as a session where it started.
struct Tallies: Sendable {
  let span: Range<Int64>?
  private(set) var hours = [Tally](repeating: Tally(), count: 24)
  private(set) var stories: [StoryTally] = []
  private var positions: [UInt32: Int] = [:]
  /// The number of rows, from the start, that are included.
  private var rowCount = 0

  init(of span: Range<Int64>? = nil) {
    self.span = span
  }

  /// Adds the rows that are new since the last call, in order, so that floating-point sums are always the same.
  mutating func addNew(of rows: [ListeningRow], in calendar: LocalCalendar) {
    while rowCount < rows.count {
      add(rows[rowCount], in: calendar)
      rowCount += 1
    }
  }

  private mutating func add(_ row: ListeningRow, in calendar: LocalCalendar) {
    let isBegun = span?.contains(row.startedAt) ?? true
    let seconds = span.map { row.seconds(in: $0) } ?? row.duration
    guard isBegun || seconds > 0 else { return }
    var tally = Tally(count: isBegun ? 1 : 0)
    tally.sum += seconds
    if isBegun { hours[calendar.hour(of: Instant(seconds: row.startedAt))] += tally }
    let entry = StoryTally(story: row.story, tally: tally, lastEnd: isBegun ? row.endedAt : .min)
    if let position = positions[row.story] {
      stories[position].add(entry)
    } else {
      positions[row.story] = stories.count
      stories.append(entry)
    }
  }

  var approximateBytes: Int {
    24 * MemoryLayout<Tally>.stride + stories.count * (MemoryLayout<StoryTally>.stride + 24)
  }
}
