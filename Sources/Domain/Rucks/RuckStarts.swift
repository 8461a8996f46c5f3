import Chronology

/// The starts of rucks alone, which is all that counting them needs. A start is in one ruck only.
struct RuckStarts: Sendable {
  static let partPrefix = "ruck-starts/"
  private static let startBytes = 8
  /// No clock comes here, and within it no sum overflows.
  private static let endOfClocks: Int64 = 1 << 54

  /// Sorted, by the number of their thirty days of UTC.
  private var chunks: [Int64: [Int64]] = [:]
  private var changed: Set<Int64> = []
  private(set) var count = 0

  init() {}

  mutating func apply(_ event: Event) {
    switch event {
    case .rucks(.recorded(let event)): insert(event.ruck.startedAt.seconds)
    case .rucks(.removed(let event)): remove(event.ruck.startedAt.seconds)
    // An edit never moves a start.
    case .rucks(.changed): break
    case .account, .catalogue, .listening, .reading, .diversity, .goals: break
    }
  }

  private mutating func insert(_ start: Int64) {
    let number = UTCMonth.number(of: start)
    let place = place(of: start, in: number)
    if let starts = chunks[number], place < starts.count, starts[place] == start { return }
    chunks[number, default: []].insert(start, at: place)
    changed.insert(number)
    count += 1
  }

  private mutating func remove(_ start: Int64) {
    let number = UTCMonth.number(of: start)
    let place = place(of: start, in: number)
    guard let starts = chunks[number], place < starts.count, starts[place] == start else { return }
    chunks[number]?.remove(at: place)
    if chunks[number]?.isEmpty == true { chunks[number] = nil }
    changed.insert(number)
    count -= 1
  }

  /// How many began in `[from, to)`.
  func count(from: Int64, to: Int64) -> Int {
    guard from < to else { return 0 }
    return (UTCMonth.number(of: from)...UTCMonth.number(of: to)).reduce(0) { sum, number in
      sum + place(of: to, in: number) - place(of: from, in: number)
    }
  }

  /// Where a start is, or would be, among those of a chunk.
  private func place(of start: Int64, in number: Int64) -> Int {
    guard let starts = chunks[number] else { return 0 }
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < start { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension RuckStarts {
  var approximateBytes: Int { count * Self.startBytes + chunks.count * 96 }

  mutating func takeChangedParts() -> [SnapshotPart] {
    defer { changed = [] }
    return changed.sorted().map(part)
  }

  func allParts() -> [SnapshotPart] { chunks.keys.sorted().map(part) }

  private func part(_ number: Int64) -> SnapshotPart {
    let name = "\(Self.partPrefix)\(number)"
    guard let starts = chunks[number] else { return SnapshotPart(name: name, bytes: nil) }
    var writer = ByteWriter(capacity: 4 + starts.count * Self.startBytes)
    writer.write(UInt32(starts.count))
    for start in starts { writer.write(start) }
    return SnapshotPart(name: name, bytes: writer.bytes)
  }

  init(parts: [SnapshotPart]) throws(SnapshotDamage) {
    for part in try SnapshotPart.numbered(Self.partPrefix, in: parts) {
      var reader = ByteReader(part.bytes)
      var starts: [Int64] = []
      for _ in 0..<(try reader.count(itemBytes: Self.startBytes)) {
        let start = try reader.integer()
        guard (-Self.endOfClocks..<Self.endOfClocks).contains(start), UTCMonth.number(of: start) == part.number,
          starts.last.map({ $0 < start }) ?? true
        else { throw SnapshotDamage("a ruck does not belong into month \(part.number)") }
        starts.append(start)
      }
      try reader.finish()
      guard chunks[part.number] == nil, !starts.isEmpty else {
        throw SnapshotDamage("month \(part.number) comes twice, or is empty")
      }
      chunks[part.number] = starts
      count += starts.count
    }
  }
}
