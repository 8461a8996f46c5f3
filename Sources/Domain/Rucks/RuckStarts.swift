import Chronology

/// The starts of rucks, which is all that counting them needs. Starts are unique.
struct RuckStarts: Sendable {
  /// The sorted starts of one `UTCMonth`.
  fileprivate struct Chunk: MonthChunk {
    let number: Int64
    var starts: [Int64] = []
    var isChanged = true

    init(number: Int64) {
      self.number = number
    }

    var isEmpty: Bool { starts.isEmpty }

    /// Returns the index of a start, or the index at which to insert it.
    func place(of start: Int64) -> Int {
      var (low, high) = (0, starts.count)
      while low < high {
        let middle = (low + high) / 2
        if starts[middle] < start { low = middle + 1 } else { high = middle }
      }
      return low
    }

    func contains(_ start: Int64, at place: Int) -> Bool { place < starts.count && starts[place] == start }
  }

  private var months = MonthLog<Chunk>(partPrefix: "ruck-starts/")
  private(set) var count = 0

  init() {}

  mutating func apply(_ event: Event) {
    switch event {
    case .rucks(.recorded(let event)): insert(event.ruck.startedAt.seconds)
    case .rucks(.removed(let event)): remove(event.ruck.startedAt.seconds)
    // An edit never changes a start.
    case .rucks(.changed): break
    case .account, .catalogue, .listening, .reading, .diversity, .goals, .shares, .connections, .covers: break
    }
  }

  private mutating func insert(_ start: Int64) {
    let index = months.makeIndex(of: UTCMonth.number(of: start))
    let place = months.chunks[index].place(of: start)
    if months.chunks[index].contains(start, at: place) { return }
    months.chunks[index].starts.insert(start, at: place)
    months.chunks[index].isChanged = true
    count += 1
  }

  private mutating func remove(_ start: Int64) {
    guard let index = months.index(of: UTCMonth.number(of: start)) else { return }
    let place = months.chunks[index].place(of: start)
    guard months.chunks[index].contains(start, at: place) else { return }
    months.chunks[index].starts.remove(at: place)
    months.chunks[index].isChanged = true
    months.removeIfEmpty(at: index)
    count -= 1
  }

  /// Returns the number of rucks that started in `[from, to)`.
  func count(from: Int64, to: Int64) -> Int {
    guard from < to else { return 0 }
    var (sum, index) = (0, months.position(of: UTCMonth.number(of: from)))
    while index < months.chunks.count, months.chunks[index].number <= UTCMonth.number(of: to) {
      sum += months.chunks[index].place(of: to) - months.chunks[index].place(of: from)
      index += 1
    }
    return sum
  }
}

extension RuckStarts {
  fileprivate static let startBytes = 8

  var approximateBytes: Int { count * Self.startBytes + months.chunks.count * 96 }

  mutating func takeChangedParts() -> [SnapshotPart] { months.takeChangedParts() }

  mutating func allParts() -> [SnapshotPart] { months.allParts() }

  init(parts: [SnapshotPart]) throws(SnapshotDamage) {
    try months.restore(from: parts) { (number, part) throws(SnapshotDamage) in
      try Chunk(number: number, part: part)
    }
    count = months.chunks.reduce(0) { $0 + $1.starts.count }
  }
}

extension RuckStarts.Chunk {
  /// No valid time exceeds it, and sums within it cannot overflow.
  private static let endOfClocks: Int64 = 1 << 54

  func part() -> [UInt8] {
    var writer = ByteWriter(capacity: 4 + starts.count * RuckStarts.startBytes)
    writer.write(UInt32(starts.count))
    for start in starts { writer.write(start) }
    return writer.bytes
  }

  fileprivate init(number: Int64, part: [UInt8]) throws(SnapshotDamage) {
    self.init(number: number)
    var reader = ByteReader(part)
    for _ in 0..<(try reader.count(itemBytes: RuckStarts.startBytes)) {
      let start = try reader.integer()
      guard (-Self.endOfClocks..<Self.endOfClocks).contains(start), UTCMonth.number(of: start) == number,
        starts.last.map({ $0 < start }) ?? true
      else { throw SnapshotDamage("a ruck does not belong to month \(number)") }
      starts.append(start)
    }
    try reader.finish()
    guard !starts.isEmpty else { throw SnapshotDamage("month \(number) is empty") }
    isChanged = false
  }
}
