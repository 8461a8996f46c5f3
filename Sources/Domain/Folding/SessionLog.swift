import Chronology

/// What a view holds of a reading session.
protocol SessionRow: Sendable {
  /// What is written of one.
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

/// A user's reading sessions, in chunks by their start, each a part of the snapshot.
struct SessionLog<Row: SessionRow>: Sendable {
  struct Chunk: Sendable {
    let number: Int64
    /// By start, then by work.
    var rows: [Row] = []
    var isChanged = true
  }

  static var partPrefix: String { "reading/" }

  private(set) var chunks: [Chunk] = []
  private(set) var count = 0
  private var removedNumbers: Set<Int64> = []

  /// Says what was there of the same work and start.
  @discardableResult
  mutating func save(_ row: Row) -> Row? {
    let index = makeChunk(MonthChunk.number(of: row.startedAt))
    chunks[index].isChanged = true
    let place = Self.place(row.startedAt, row.work, in: chunks[index].rows)
    if place < chunks[index].rows.count,
      !row.isBefore(chunks[index].rows[place].startedAt, chunks[index].rows[place].work)
    {
      let old = chunks[index].rows[place]
      chunks[index].rows[place] = row
      return old
    }
    chunks[index].rows.insert(row, at: place)
    count += 1
    return nil
  }

  func row(_ start: Int64, _ work: UInt32) -> Row? {
    guard let index = find(MonthChunk.number(of: start)) else { return nil }
    let place = Self.place(start, work, in: chunks[index].rows)
    guard place < chunks[index].rows.count else { return nil }
    let row = chunks[index].rows[place]
    return row.startedAt == start && row.work == work ? row : nil
  }

  /// All that began in one second, of different works.
  func rows(startedAt start: Int64) -> [Row] {
    guard let index = find(MonthChunk.number(of: start)) else { return [] }
    let rows = chunks[index].rows
    return Array(rows[Self.place(start, 0, in: rows)...].prefix { $0.startedAt == start })
  }

  mutating func remove(_ start: Int64, _ work: UInt32) -> Row? {
    guard let row = row(start, work), let index = find(MonthChunk.number(of: start)) else { return nil }
    chunks[index].rows.remove(at: Self.place(start, work, in: chunks[index].rows))
    chunks[index].isChanged = true
    count -= 1
    if chunks[index].rows.isEmpty { removedNumbers.insert(chunks.remove(at: index).number) }
    return row
  }

  /// Changes every row that is meant; its start and work stay.
  mutating func change(_ isMeant: (Row) -> Bool, _ change: (inout Row) -> Void) {
    for index in chunks.indices {
      for place in chunks[index].rows.indices where isMeant(chunks[index].rows[place]) {
        change(&chunks[index].rows[place])
        chunks[index].isChanged = true
      }
    }
  }

  /// Those that may touch `[from, to)`: no session is longer than a day.
  func forEach(from: Int64, to: Int64, _ body: (Row) -> Void) {
    let first = MonthChunk.number(of: from - 86_400)
    for chunk in chunks where chunk.number >= first && chunk.number <= MonthChunk.number(of: to) {
      for row in chunk.rows { body(row) }
    }
  }

  private static func place(_ start: Int64, _ work: UInt32, in rows: [Row]) -> Int {
    var (low, high) = (0, rows.count)
    // What comes is mostly the newest.
    if let last = rows.last, last.isBefore(start, work) { return high }
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].isBefore(start, work) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func position(_ number: Int64) -> Int {
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      if chunks[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func find(_ number: Int64) -> Int? {
    let index = position(number)
    return index < chunks.count && chunks[index].number == number ? index : nil
  }

  private mutating func makeChunk(_ number: Int64) -> Int {
    if let index = find(number) { return index }
    let index = position(number)
    chunks.insert(Chunk(number: number), at: index)
    removedNumbers.remove(number)
    return index
  }
}

extension SessionLog {
  mutating func takeChangedParts() -> [SnapshotPart] {
    let removed = removedNumbers.sorted().map { SnapshotPart(name: "\(Self.partPrefix)\($0)", bytes: nil) }
    removedNumbers = []
    let changed = chunks.filter(\.isChanged).map(Self.part)
    for index in chunks.indices { chunks[index].isChanged = false }
    return removed + changed
  }

  func allParts() -> [SnapshotPart] { chunks.map(Self.part) }

  private static func part(_ chunk: Chunk) -> SnapshotPart {
    var writer = ByteWriter(capacity: 4 + chunk.rows.count * Row.bytes)
    writer.write(UInt32(chunk.rows.count))
    for row in chunk.rows { row.write(to: &writer) }
    return SnapshotPart(name: "\(partPrefix)\(chunk.number)", bytes: writer.bytes)
  }

  init(parts: [SnapshotPart], workCount: Int) throws(SnapshotDamage) {
    for part in try SnapshotPart.numbered(Self.partPrefix, in: parts) {
      try restore(number: part.number, part: part.bytes, workCount: workCount)
    }
  }

  private mutating func restore(number: Int64, part: [UInt8], workCount: Int) throws(SnapshotDamage) {
    guard find(number) == nil else { throw SnapshotDamage("month \(number) comes twice") }
    var reader = ByteReader(part)
    var chunk = Chunk(number: number, isChanged: false)
    for _ in 0..<(try reader.count(itemBytes: Row.bytes)) {
      let row = try Row(from: &reader)
      guard row.work < workCount, MonthChunk.number(of: row.startedAt) == number,
        chunk.rows.last.map({ $0.isBefore(row.startedAt, row.work) }) ?? true
      else { throw SnapshotDamage("a row does not belong into month \(number)") }
      chunk.rows.append(row)
    }
    try reader.finish()
    count += chunk.rows.count
    chunks.insert(chunk, at: position(number))
  }
}
