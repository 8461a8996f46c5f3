import Chronology

/// The rucks that started in one `UTCMonth`, sorted by start, and their sums. A change recomputes the sums of the
/// chunk, in the order of the rows.
struct RuckChunk: MonthChunk {
  let number: Int64
  private(set) var rows: [RuckRow] = []
  var isChanged = true
  private var cachedTally: RuckTally?
  private var cachedBests: RuckBests?
  private var cachedDays: DaySums?

  init(number: Int64) {
    self.number = number
  }

  var isEmpty: Bool { rows.isEmpty }

  /// Returns whether the row is new.
  mutating func save(_ row: RuckRow) -> Bool {
    touch()
    let place = place(of: row.startedAt)
    if place < rows.count, rows[place].startedAt == row.startedAt {
      rows[place] = row
      return false
    }
    rows.insert(row, at: place)
    return true
  }

  mutating func remove(_ startedAt: Int64) {
    let place = place(of: startedAt)
    guard place < rows.count, rows[place].startedAt == startedAt else { return }
    rows.remove(at: place)
    touch()
  }

  private mutating func touch() {
    isChanged = true
    cachedBests = nil
    rebucket()
  }

  /// Discards the sums, because the calendar has changed.
  mutating func rebucket() {
    cachedTally = nil
    cachedDays = nil
  }

  mutating func tally(in calendar: LocalCalendar) -> RuckTally {
    if let cachedTally { return cachedTally }
    var tally = RuckTally()
    for row in rows { tally.add(row, in: calendar) }
    cachedTally = tally
    return tally
  }

  /// Returns the tally of the rucks that started in `[from, to)`.
  mutating func tally(from: Int64, to: Int64, in calendar: LocalCalendar) -> RuckTally {
    guard let first = rows.first, let last = rows.last else { return RuckTally() }
    if from <= first.startedAt && last.startedAt < to { return tally(in: calendar) }
    var tally = RuckTally()
    let (start, end) = (place(of: from), place(of: to))
    if start < end { for row in rows[start..<end] { tally.add(row, in: calendar) } }
    return tally
  }

  mutating func bests() -> RuckBests {
    if let cachedBests { return cachedBests }
    var bests = RuckBests()
    for row in rows { bests.add(row) }
    cachedBests = bests
    return bests
  }

  /// Returns the best of the rucks that started in `[from, to)`.
  mutating func bests(from: Int64, to: Int64) -> RuckBests {
    guard let first = rows.first, let last = rows.last else { return RuckBests() }
    if from <= first.startedAt && last.startedAt < to { return bests() }
    var bests = RuckBests()
    let (start, end) = (place(of: from), place(of: to))
    if start < end { for row in rows[start..<end] { bests.add(row) } }
    return bests
  }

  mutating func days(in calendar: LocalCalendar) -> DaySums {
    if let cachedDays { return cachedDays }
    var days = DaySums()
    for row in rows { _ = days.add(row.spread, in: calendar) }
    cachedDays = days
    return days
  }

  /// Returns the index of a start, or the index at which to insert it.
  private func place(of start: Int64) -> Int {
    var (low, high) = (0, rows.count)
    // A shortcut, because new rows are usually the newest.
    if let last = rows.last, last.startedAt < start { return high }
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].startedAt < start { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension RuckChunk {
  var approximateBytes: Int {
    256 + rows.reduce(0) { $0 + MemoryLayout<RuckRow>.stride + ($1.extras?.approximateBytes ?? 0) }
      + (cachedTally?.approximateBytes ?? 0)
      + (cachedDays.map { $0.cells.capacity * MemoryLayout<DaySums.Cell>.stride } ?? 0)
  }

  func part() -> [UInt8] {
    var writer = ByteWriter(capacity: 4 + rows.count * (RuckRow.leastBytes + 16))
    writer.write(UInt32(rows.count))
    for row in rows { row.write(to: &writer) }
    return writer.bytes
  }

  init(number: Int64, part: [UInt8]) throws(SnapshotDamage) {
    self.init(number: number)
    var reader = ByteReader(part)
    for _ in 0..<(try reader.count(itemBytes: RuckRow.leastBytes)) {
      let row = try RuckRow(from: &reader)
      guard UTCMonth.number(of: row.startedAt) == number,
        rows.last.map({ $0.startedAt < row.startedAt }) ?? true
      else { throw SnapshotDamage("a ruck does not belong to month \(number)") }
      rows.append(row)
    }
    try reader.finish()
    isChanged = false
  }
}
