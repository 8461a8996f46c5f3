import Chronology

/// The reading sessions of a user, and what is counted from them.
struct ReadingSessions: Sendable {
  private(set) var log = SessionLog<PageRow>()

  // Derived from the log.
  private(set) var days = ReadingDays()
  private var hours = ReadingHours()
  private var firsts = FirstSessions()
  private var cachedStreaks: Streaks?

  init() {}

  init(parts: [SnapshotPart], workCount: Int) throws(SnapshotDamage) {
    log = try SessionLog(parts: parts, workCount: workCount)
  }

  var approximateBytes: Int {
    log.count * MemoryLayout<PageRow>.stride + days.cells.capacity * MemoryLayout<ReadingDays.Cell>.stride
      + hours.approximateBytes + firsts.approximateBytes
  }

  mutating func takeChangedParts() -> [SnapshotPart] { log.takeChangedParts() }

  mutating func allParts() -> [SnapshotPart] { log.allParts() }

  mutating func save(_ row: PageRow, in calendar: LocalCalendar) {
    if let old = log.save(row) {
      if days.remove(old, in: calendar) { cachedStreaks = nil }
    } else {
      hours.add(row, in: calendar)
      firsts.add(row)
    }
    if days.add(row, in: calendar) { cachedStreaks = nil }
  }

  mutating func remove(_ startedAt: Int64, _ work: UInt32, in calendar: LocalCalendar) {
    guard let old = log.remove(startedAt, work) else { return }
    if days.remove(old, in: calendar) { cachedStreaks = nil }
    hours.remove(old, in: calendar)
    firsts.remove(old)
  }

  /// Whether the sessions have been counted since a restoration.
  var areCounted: Bool { !days.cells.isEmpty }

  /// Counts the sessions again that end at or after a second.
  mutating func recount(from second: Int64, in old: LocalCalendar, now calendar: LocalCalendar) {
    if second == .min {
      days = ReadingDays()
      hours = ReadingHours()
      cachedStreaks = nil
    }
    // No session is longer than a day. One without a span may be at the very second.
    for chunk in log.chunks where chunk.number >= UTCMonth.number(of: second.before(by: 86_400)) {
      for row in chunk.rows where row.endedAt >= second {
        if second > .min {
          _ = days.remove(row, in: old)
          hours.remove(row, in: old)
          cachedStreaks = nil
        }
        _ = days.add(row, in: calendar)
        hours.add(row, in: calendar)
      }
    }
  }

  /// Whether the streak days have changed since the streaks were computed.
  var areStreaksOutdated: Bool { cachedStreaks == nil }

  mutating func discardStreaks() { cachedStreaks = nil }

  /// Returns the streaks. A day that a reading session touches is a streak day.
  mutating func streaks(restDays: SettingByDay<Int>) -> Streaks {
    if let cachedStreaks { return cachedStreaks }
    let computed =
      days.cells.isEmpty
      ? Streaks(restDays: restDays)
      : days.streaks(from: days.firstDay, to: days.day(days.cells.count - 1), restDays: restDays)
    cachedStreaks = computed
    return computed
  }

  /// Returns the sessions that started in a span by local hour of their start.
  func starts(in span: Range<Int64>, _ calendar: LocalCalendar) -> [Int] { hours.counts(in: span, of: log, calendar) }

  /// Returns the streak days of the sessions that ended before a second.
  func streakDates(before limit: Int64, in calendar: LocalCalendar) -> StreakDates {
    var dates = StreakDates()
    for chunk in log.chunks where chunk.number <= UTCMonth.number(of: limit) {
      for row in chunk.rows where row.endedAt < limit {
        for day in calendar.days(from: row.startedAt, to: row.endedAt) { dates.add(day, end: row.endedAt) }
      }
    }
    return dates
  }

  /// Returns the first session of each window, if there is one.
  mutating func firstStarts(of wanted: [(work: UInt32, window: ReadWindow)]) -> [Int64?] {
    var found = [Int64?](repeating: nil, count: wanted.count)
    var later: [UInt32: [Int]] = [:]
    for (place, (work, window)) in wanted.enumerated() {
      if window.after == .min {
        found[place] = firsts.start(of: work, in: log).flatMap { window.contains($0) ? $0 : nil }
      } else {
        later[work, default: []].append(place)
      }
    }
    guard let after = later.values.joined().map({ wanted[$0].window.after }).min() else { return found }
    for chunk in log.chunks where chunk.number >= UTCMonth.number(of: after) {
      for row in chunk.rows {
        guard let places = later[row.work] else { continue }
        for place in places where found[place] == nil && wanted[place].window.contains(row.startedAt) {
          found[place] = row.startedAt
        }
      }
    }
    return found
  }

  /// No session is longer than a day, so only the last two chunks can contain the latest end.
  var latestEnd: Int64? { log.chunks.suffix(2).flatMap { $0.rows.lazy.map(\.endedAt) }.max() }

  func earliestDay(in calendar: LocalCalendar) -> Day? {
    log.chunks.first?.rows.first.map { calendar.day(of: Instant(seconds: $0.startedAt)) }
  }
}
