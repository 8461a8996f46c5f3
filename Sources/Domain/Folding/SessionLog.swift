import Chronology

/// The data that a view keeps for one reading session.
protocol SessionRow: Sendable {
  /// The size of an encoded row.
  static var bytes: Int { get }

  var startedAt: Int64 { get }
  /// The work's number in the `WorkTable`.
  var work: UInt32 { get }

  init(from reader: inout ByteReader) throws(SnapshotDamage)
  func write(to writer: inout ByteWriter)
}

extension SessionRow {
  func isBefore(_ start: Int64, _ number: UInt32) -> Bool {
    (startedAt, work) < (start, number)
  }
}

/// A user's reading sessions, in chunks by start.
struct SessionLog<Row: SessionRow>: Sendable {
  struct Chunk: MonthChunk {
    let number: Int64
    /// Sorted by start, then by work.
    var rows: [Row] = []
    var isChanged = true

    init(number: Int64) {
      self.number = number
    }

    var isEmpty: Bool { rows.isEmpty }
  }

  private var months = MonthLog<Chunk>(partPrefix: "reading/")
  private(set) var count = 0

  init() {}

  var chunks: [Chunk] { months.chunks }

  /// Returns the replaced row, which has the same work and start.
  @discardableResult
  mutating func save(_ row: Row) -> Row? {
    let index = months.makeIndex(of: UTCMonth.number(of: row.startedAt))
    months.chunks[index].isChanged = true
    let place = Self.place(row.startedAt, row.work, in: months.chunks[index].rows)
    if place < months.chunks[index].rows.count,
      !row.isBefore(months.chunks[index].rows[place].startedAt, months.chunks[index].rows[place].work)
    {
      let old = months.chunks[index].rows[place]
      months.chunks[index].rows[place] = row
      return old
    }
    months.chunks[index].rows.insert(row, at: place)
    count += 1
    return nil
  }

  /// The latest start; `.min` if there is none.
  var lastStart: Int64 { months.chunks.last?.rows.last?.startedAt ?? .min }

  func row(_ start: Int64, _ work: UInt32) -> Row? {
    guard let index = months.index(of: UTCMonth.number(of: start)) else { return nil }
    let place = Self.place(start, work, in: months.chunks[index].rows)
    guard place < months.chunks[index].rows.count else { return nil }
    let row = months.chunks[index].rows[place]
    return row.startedAt == start && row.work == work ? row : nil
  }

  /// Returns the sessions that started in this second, which have different works.
  func rows(startedAt start: Int64) -> [Row] {
    guard let index = months.index(of: UTCMonth.number(of: start)) else { return [] }
    let rows = months.chunks[index].rows
    return Array(rows[Self.place(start, 0, in: rows)...].prefix { $0.startedAt == start })
  }

  mutating func remove(_ start: Int64, _ work: UInt32) -> Row? {
    guard let row = row(start, work), let index = months.index(of: UTCMonth.number(of: start)) else { return nil }
    months.chunks[index].rows.remove(at: Self.place(start, work, in: months.chunks[index].rows))
    months.chunks[index].isChanged = true
    count -= 1
    months.removeIfEmpty(at: index)
    return row
  }

  /// Changes every matching row except its start and work.
  mutating func change(_ matches: (Row) -> Bool, _ change: (inout Row) -> Void) {
    for index in months.chunks.indices {
      for place in months.chunks[index].rows.indices where matches(months.chunks[index].rows[place]) {
        change(&months.chunks[index].rows[place])
        months.chunks[index].isChanged = true
      }
    }
  }

  /// Calls `body` for the rows that may touch `[from, to)`. No session is longer than a day.
  func forEach(from: Int64, to: Int64, _ body: (Row) -> Void) {
    let first = UTCMonth.number(of: from - 86_400)
    for chunk in months.chunks where chunk.number >= first && chunk.number <= UTCMonth.number(of: to) {
      for row in chunk.rows { body(row) }
    }
  }

  private static func place(_ start: Int64, _ work: UInt32, in rows: [Row]) -> Int {
    var (low, high) = (0, rows.count)
    // A shortcut, because new rows are usually the newest.
    if let last = rows.last, last.isBefore(start, work) { return high }
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].isBefore(start, work) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension SessionLog {
  mutating func takeChangedParts() -> [SnapshotPart] { months.takeChangedParts() }

  mutating func allParts() -> [SnapshotPart] { months.allParts() }

  init(parts: [SnapshotPart], workCount: Int) throws(SnapshotDamage) {
    try months.restore(from: parts) { (number, part) throws(SnapshotDamage) in
      try Chunk(number: number, part: part, workCount: workCount)
    }
    count = months.chunks.reduce(0) { $0 + $1.rows.count }
  }
}

extension SessionLog.Chunk {
  func part() -> [UInt8] {
    var writer = ByteWriter(capacity: 4 + rows.count * Row.bytes)
    writer.write(UInt32(rows.count))
    for row in rows { row.write(to: &writer) }
    return writer.bytes
  }

  fileprivate init(number: Int64, part: [UInt8], workCount: Int) throws(SnapshotDamage) {
    self.init(number: number)
    var reader = ByteReader(part)
    for _ in 0..<(try reader.count(itemBytes: Row.bytes)) {
      let row = try Row(from: &reader)
      guard row.work < workCount, UTCMonth.number(of: row.startedAt) == number,
        rows.last.map({ $0.isBefore(row.startedAt, row.work) }) ?? true
      else { throw SnapshotDamage("a row does not belong to month \(number)") }
      rows.append(row)
    }
    try reader.finish()
    isChanged = false
  }
}
