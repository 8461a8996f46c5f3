import Chronology

struct HistoryTotals: Hashable, Sendable {
  var count = 0
  var sum = DecimalSum()
  var lastEnd = Int64.min

  var seconds: Double { sum.value }
}

/// All listening sessions of a user in month chunks, and their sums.
///
/// An event changes only rows. Sums are computed on first use, only for changed chunks; totals and maxima combine the
/// chunks in order. An edit or deletion therefore costs one chunk.
struct ListeningHistory: Sendable {
  private(set) var months = MonthLog<ListeningChunk>(partPrefix: "month/")
  private(set) var calendar = LocalCalendar(zone: .utc)
  private var restDays = SettingByDay(0)
  /// The chunks from this index may be outdated.
  private var firstOutdated = 0
  private var cachedStreaks: Streaks?
  private var cachedTallies: TallySums?

  mutating func record(_ row: ListeningRow) {
    let index = months.makeIndex(of: UTCMonth.number(of: row.startedAt))
    months.chunks[index].append(row)
    touch(index)
  }

  mutating func change(_ row: ListeningRow) {
    if let index = months.index(of: UTCMonth.number(of: row.startedAt)), months.chunks[index].replace(row) {
      touch(index)
    } else {
      record(row)
    }
  }

  mutating func remove(_ row: ListeningRow) {
    guard let index = months.index(of: UTCMonth.number(of: row.startedAt)), months.chunks[index].remove(row) else {
      return
    }
    touch(index)
    cachedStreaks = nil
    months.removeIfEmpty(at: index)
  }

  /// Recounts the days of the sessions that end at or after the first difference between the calendars. No row moves to
  /// another chunk.
  mutating func count(in calendar: LocalCalendar, restDays: SettingByDay<Int>) {
    let difference = calendar.firstDifference(from: self.calendar)
    self.calendar = calendar
    if restDays != self.restDays { cachedStreaks = nil }
    self.restDays = restDays
    guard let second = difference?.seconds else { return }
    // No session is longer than a day.
    let first = months.position(of: UTCMonth.number(of: second.before(by: 86_400)))
    for index in first..<months.chunks.count where months.chunks[index].ends(atOrAfter: second) {
      months.chunks[index].rebucket()
      touch(index)
      cachedStreaks = nil
    }
  }

  private mutating func touch(_ index: Int) {
    firstOutdated = min(firstOutdated, index)
    cachedTallies = nil
  }

  mutating func totals() -> HistoryTotals {
    updateSums()
    return months.chunks.last?.totals ?? HistoryTotals()
  }

  mutating func streaks() -> Streaks {
    updateSums()
    if let cachedStreaks { return cachedStreaks }
    let computed = streaks(from: Day(number: .min), to: Day(number: .max))
    cachedStreaks = computed
    return computed
  }

  /// Returns the runs from one day to another, both included.
  mutating func streaks(from first: Day, to last: Day) -> Streaks {
    updateSums()
    var streaks = Streaks(restDays: restDays.upTo(last))
    // Counts a day in two chunks once. Days up to `before` that the later chunk has are in the earlier one too, because
    // its session spans the boundary.
    var before = Int64(first.number) - 1
    for chunk in months.chunks {
      for (offset, cell) in chunk.days.cells.enumerated() where cell.completed > 0 {
        let day = chunk.days.firstDay + Int32(offset)
        guard day > before, day <= last.number else { continue }
        streaks.add(Day(number: day))
        before = Int64(day)
      }
    }
    return streaks
  }

  /// Returns the seconds of each day from one to another, both included.
  mutating func seconds(from first: Day, to last: Day) -> [Double] {
    updateSums()
    guard first <= last else { return [] }
    var seconds = [DecimalSum](repeating: DecimalSum(), count: last - first + 1)
    for chunk in months.chunks {
      let from = max(first.number, chunk.days.firstDay)
      let until = min(Int(last.number), Int(chunk.days.firstDay) + chunk.days.cells.count - 1)
      guard Int(from) <= until else { continue }
      for day in Int(from)...until {
        seconds[day - Int(first.number)] += chunk.days.cells[day - Int(chunk.days.firstDay)].seconds
      }
    }
    return seconds.map(\.value)
  }

  /// Returns all sessions by hour of their start and by story.
  mutating func tallies() -> TallySums {
    if let cachedTallies { return cachedTallies }
    var sums = TallySums()
    for index in months.chunks.indices { sums.add(months.chunks[index].tallies(in: calendar)) }
    cachedTallies = sums
    return sums
  }

  /// Returns the tallies of a span.
  mutating func tallies(of span: Range<Int64>) -> TallySums {
    updateSums()
    var sums = TallySums()
    // No session is longer than a day.
    let last = UTCMonth.number(of: span.upperBound)
    for index in months.position(of: UTCMonth.number(of: span.lowerBound - 86_400))..<months.chunks.count {
      guard months.chunks[index].number <= last else { break }
      sums.add(months.chunks[index].tallies(of: span, in: calendar))
    }
    return sums
  }

  private mutating func updateSums() {
    guard firstOutdated < months.chunks.count else { return }
    for index in firstOutdated..<months.chunks.count {
      if months.chunks[index].updateSums(in: calendar) { cachedStreaks = nil }
      months.chunks[index].before = index == 0 ? HistoryTotals() : months.chunks[index - 1].totals
    }
    firstOutdated = months.chunks.count
  }
}

extension ListeningHistory {
  var approximateBytes: Int {
    months.chunks.reduce(0) { $0 + $1.approximateBytes }
  }

  mutating func takeChangedParts() -> [SnapshotPart] { months.takeChangedParts() }

  mutating func allParts() -> [SnapshotPart] { months.allParts() }

  mutating func restore(from parts: [SnapshotPart], storyCount: Int) throws(SnapshotDamage) {
    try months.restore(from: parts) { (number, part) throws(SnapshotDamage) in
      try ListeningChunk(number: number, part: part, storyCount: storyCount)
    }
    firstOutdated = 0
  }
}
