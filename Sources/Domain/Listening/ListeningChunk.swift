import Chronology

/// The listening sessions that started in one `UTCMonth`, and their sums.
///
/// Appending a session only adds to the sums; any other change recomputes them. Nothing is ever subtracted from a
/// floating-point sum.
struct ListeningChunk: MonthChunk {
  let number: Int64
  private(set) var rows: [ListeningRow] = []
  private(set) var days = DaySums()
  private var isSorted = true
  /// The number of rows, from the start, that `days` includes.
  private var summedCount = 0
  private var cachedTallies: Tallies?
  /// The tallies of spans that include a part of the chunk, the most recent last.
  private var cachedEdges: [Tallies] = []
  /// A chunk can be at the boundary of two years and two months.
  private static let mostEdges = 4
  var isChanged = true

  /// The totals of all earlier chunks, maintained by the history.
  var before = HistoryTotals()

  init(number: Int64) {
    self.number = number
  }

  var isEmpty: Bool { rows.isEmpty }

  mutating func append(_ row: ListeningRow) {
    if isSorted, let last = rows.last, !last.isBefore(row) { isSorted = false }
    rows.append(row)
    isChanged = true
  }

  /// Replaces the row of the same session. Returns whether it exists.
  mutating func replace(_ row: ListeningRow) -> Bool {
    guard let index = index(of: row) else { return false }
    rows[index] = row
    if index < summedCount { discardDays() }
    touch()
    return true
  }

  mutating func remove(_ row: ListeningRow) -> Bool {
    guard let index = index(of: row) else { return false }
    rows.remove(at: index)
    if index < summedCount { discardDays() }
    touch()
    return true
  }

  private mutating func touch() {
    discardTallies()
    isChanged = true
  }

  private mutating func discardTallies() {
    cachedTallies = nil
    cachedEdges = []
  }

  func ends(atOrAfter second: Int64) -> Bool { rows.contains { $0.endedAt >= second } }

  /// Discards the sums, because the calendar has changed.
  mutating func rebucket() {
    discardDays()
    discardTallies()
  }

  private mutating func discardDays() {
    days = DaySums()
    summedCount = 0
  }

  /// Updates `days`. Returns whether the streak days may have changed.
  mutating func updateSums(in calendar: LocalCalendar) -> Bool {
    sort()
    var changed = summedCount == 0
    while summedCount < rows.count {
      if days.add(rows[summedCount], in: calendar) { changed = true }
      summedCount += 1
    }
    return changed
  }

  /// The totals of all chunks up to and including this one.
  var totals: HistoryTotals {
    var sum = before.sum
    sum += days.seconds
    return HistoryTotals(
      count: before.count + rows.count, sum: sum, lastEnd: max(before.lastEnd, days.lastEnd))
  }

  mutating func tallies(in calendar: LocalCalendar) -> Tallies {
    sort()
    var computed = cachedTallies.take() ?? Tallies()
    computed.addNew(of: rows, in: calendar)
    cachedTallies = computed
    return computed
  }

  /// Returns the tallies of a span. The days must be up to date.
  mutating func tallies(of span: Range<Int64>, in calendar: LocalCalendar) -> Tallies {
    sort()
    guard let first = rows.first, let last = rows.last else { return Tallies() }
    if span.contains(first.startedAt), span.contains(last.startedAt), days.lastEnd <= span.upperBound {
      return tallies(in: calendar)
    }
    var computed = cachedEdges.firstIndex { $0.span == span }.map { cachedEdges.remove(at: $0) } ?? Tallies(of: span)
    computed.addNew(of: rows, in: calendar)
    if cachedEdges.count == Self.mostEdges { cachedEdges.removeFirst() }
    cachedEdges.append(computed)
    return computed
  }

  private mutating func index(of row: ListeningRow) -> Int? {
    sort()
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].isBefore(row) { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && !row.isBefore(rows[low]) ? low : nil
  }

  /// Rows that arrive late are sorted on the next read, because sorting many at once costs little more than sorting
  /// one.
  private mutating func sort() {
    guard !isSorted else { return }
    rows.sort { $0.isBefore($1) }
    isSorted = true
    rebucket()
  }
}

extension ListeningChunk {
  var approximateBytes: Int {
    256 + rows.capacity * MemoryLayout<ListeningRow>.stride + days.cells.capacity
      * MemoryLayout<DaySums.Cell>.stride
      + (cachedTallies?.approximateBytes ?? 0) + cachedEdges.reduce(0) { $0 + $1.approximateBytes }
  }

  mutating func part() -> [UInt8] {
    sort()
    var writer = ByteWriter(capacity: 4 + rows.count * ListeningRow.bytes)
    writer.write(UInt32(rows.count))
    for row in rows { row.write(to: &writer) }
    return writer.bytes
  }

  init(number: Int64, part: [UInt8], storyCount: Int) throws(SnapshotDamage) {
    self.init(number: number)
    var reader = ByteReader(part)
    let count = try reader.count(itemBytes: ListeningRow.bytes)
    rows.reserveCapacity(count)
    for _ in 0..<count {
      let row = try ListeningRow(from: &reader)
      guard row.story < storyCount, UTCMonth.number(of: row.startedAt) == number, row.duration.isFinite,
        rows.last.map({ !row.isBefore($0) }) ?? true
      else { throw SnapshotDamage("a row does not belong to month \(number)") }
      rows.append(row)
    }
    try reader.finish()
    isChanged = false
  }
}
