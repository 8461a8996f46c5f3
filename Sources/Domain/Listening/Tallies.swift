import Chronology

/// Sessions and their seconds.
struct Tally: Hashable, Sendable {
  var count = 0
  var seconds = 0.0

  static func += (left: inout Tally, right: Tally) {
    left.count += right.count
    left.seconds += right.seconds
  }
}

/// What the sessions of one story add up to.
struct StoryTally: Sendable {
  var story: UInt32
  var tally = Tally()
  var lastEnd = Int64.min

  mutating func add(_ row: ListeningRow) {
    tally += Tally(count: 1, seconds: row.duration)
    lastEnd = max(lastEnd, row.endedAt)
  }

  mutating func add(_ other: StoryTally) {
    tally += other.tally
    lastEnd = max(lastEnd, other.lastEnd)
  }
}

/// The sessions of one month chunk by the hour that they began at, and by story.
struct Tallies: Sendable {
  private(set) var hours = [Tally](repeating: Tally(), count: 24)
  private(set) var stories: [StoryTally] = []

  init(of rows: [ListeningRow], in calendar: LocalCalendar) {
    var positions: [UInt32: Int] = [:]
    for row in rows {
      hours[calendar.hour(of: Instant(seconds: row.startedAt))] += Tally(count: 1, seconds: row.duration)
      if let position = positions[row.story] {
        stories[position].add(row)
      } else {
        positions[row.story] = stories.count
        stories.append(StoryTally(story: row.story))
        stories[stories.count - 1].add(row)
      }
    }
  }
}
