import Chronology

/// The listening sessions that began in one `UTCMonth`, and what they add up to.
///
/// A session at the end costs what it adds; anything else costs the chunk. Nothing is ever subtracted from a floating
/// sum.
struct ListeningChunk: MonthChunk {
  let number: Int64
  private(set) var rows: [ListeningRow] = []
  private(set) var days = DaySums()
  private var isSorted = true
  /// So many rows, from the first on, are in `days`.
  private var summedCount = 0
  private var cachedTallies: Tallies?
  /// The tallies of spans that include a part of the chunk, the latest one last.
  private var cachedEdges: [Tallies] = []
  /// One chunk is at the edge of two years.
  private static let mostEdges = 2
  var isChanged = true

  /// What the chunks before this one add up to; the history keeps it.
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

  /// Replaces the row of the same session; returns whether there is one.
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

  /// For another calendar.
  mutating func rebucket() {
    discardDays()
    discardTallies()
  }

  private mutating func discardDays() {
    days = DaySums()
    summedCount = 0
  }

  /// Brings `days` up to date; returns whether the streak days may have changed.
  mutating func settle(in calendar: LocalCalendar) -> Bool {
    sort()
    var changed = summedCount == 0
    while summedCount < rows.count {
      if days.add(rows[summedCount], in: calendar) { changed = true }
      summedCount += 1
    }
    return changed
  }

  /// What the chunks up to and including this one add up to.
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

  /// The tallies of a span of time. The days must be up to date.
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

  /// Late uploads are sorted at the next read: sorting many at once costs hardly more than one.
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
      else { throw SnapshotDamage("a row does not belong into month \(number)") }
      rows.append(row)
    }
    try reader.finish()
    isChanged = false
  }
}
