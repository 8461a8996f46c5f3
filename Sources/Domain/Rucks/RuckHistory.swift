import Chronology

/// All rucks of a user in month chunks, and their sums. Starts are unique.
struct RuckHistory: Sendable {
  private static let longestSpan = RuckRules.longestSpanSeconds

  private var months = MonthLog<RuckChunk>(partPrefix: "ruck/")
  private(set) var calendar = LocalCalendar(zone: .utc)
  private var bytes = 0

  mutating func save(_ row: RuckRow) {
    let index = months.makeIndex(of: UTCMonth.number(of: row.startedAt))
    if months.chunks[index].save(row) { bytes += MemoryLayout<RuckRow>.stride + (row.extras?.approximateBytes ?? 0) }
  }

  mutating func remove(startedAt: Int64) {
    guard let index = months.index(of: UTCMonth.number(of: startedAt)) else { return }
    months.chunks[index].remove(startedAt)
    months.removeIfEmpty(at: index)
  }

  mutating func count(in calendar: LocalCalendar) {
    guard let second = calendar.firstDifference(from: self.calendar)?.seconds else { return }
    self.calendar = calendar
    let earliest = UTCMonth.number(of: second.before(by: Self.longestSpan))
    for index in months.position(of: earliest)..<months.chunks.count { months.chunks[index].rebucket() }
  }

  var firstStart: Int64? { months.chunks.first?.rows.first?.startedAt }

  /// Returns the tally of the rucks that started from one day to another, both included.
  mutating func tally(from first: Day, to last: Day) -> RuckTally {
    let (from, to) = (calendar.start(of: first).seconds, calendar.start(of: last + 1).seconds)
    var tally = RuckTally()
    var index = months.position(of: UTCMonth.number(of: from))
    while index < months.chunks.count, months.chunks[index].number <= UTCMonth.number(of: to) {
      tally.add(months.chunks[index].tally(from: from, to: to, in: calendar))
      index += 1
    }
    return tally
  }

  /// Returns the best of the rucks that started from one day to another, both included.
  mutating func bests(from first: Day, to last: Day) -> RuckBests {
    let (from, to) = (calendar.start(of: first).seconds, calendar.start(of: last + 1).seconds)
    var bests = RuckBests()
    var index = months.position(of: UTCMonth.number(of: from))
    while index < months.chunks.count, months.chunks[index].number <= UTCMonth.number(of: to) {
      bests.add(months.chunks[index].bests(from: from, to: to))
      index += 1
    }
    return bests
  }

  /// Returns all weeks with rucks, in order.
  mutating func weeks() -> [RuckWeek] {
    var weeks: [RuckWeek] = []
    for index in months.chunks.indices { weeks.append(months.chunks[index].tally(in: calendar).weeks) }
    return weeks
  }

  mutating func bests() -> RuckBests {
    var bests = RuckBests()
    for index in months.chunks.indices { bests.add(months.chunks[index].bests()) }
    return bests
  }

  /// Returns the seconds of each day from one to another, both included. A ruck over several days is divided among
  /// them.
  mutating func seconds(from first: Day, to last: Day) -> [Double] {
    guard first <= last else { return [] }
    var seconds = [DecimalSum](repeating: DecimalSum(), count: last - first + 1)
    let earliest = calendar.start(of: first).seconds - Self.longestSpan
    let end = UTCMonth.number(of: calendar.start(of: last + 1).seconds)
    var index = months.position(of: UTCMonth.number(of: earliest))
    while index < months.chunks.count, months.chunks[index].number <= end {
      let days = months.chunks[index].days(in: calendar)
      for (offset, cell) in days.cells.enumerated() {
        let place = Int(days.firstDay) + offset - Int(first.number)
        if seconds.indices.contains(place) { seconds[place] += cell.seconds }
      }
      index += 1
    }
    return seconds.map(\.value)
  }
}

extension RuckHistory {
  /// An estimate: removed and replaced rucks count until the next restoration.
  var approximateBytes: Int { bytes + months.chunks.count * 1_024 }

  mutating func takeChangedParts() -> [SnapshotPart] { months.takeChangedParts() }

  mutating func allParts() -> [SnapshotPart] { months.allParts() }

  /// A history without rucks has no parts.
  init(parts: [SnapshotPart]) throws(SnapshotDamage) {
    try months.restore(from: parts) { (number, part) throws(SnapshotDamage) in
      try RuckChunk(number: number, part: part)
    }
    bytes = months.chunks.reduce(0) { $0 + $1.approximateBytes }
  }
}
