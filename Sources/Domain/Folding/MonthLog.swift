/// The thirty days of UTC that an instant lies in, numbered from 1970 on. They depend on nothing but the start of a
/// session, so that no row ever changes its chunk.
enum UTCMonth {
  static let seconds: Int64 = 30 * 86_400

  static func number(of second: Int64) -> Int64 {
    second / seconds - (second % seconds < 0 ? 1 : 0)
  }
}

/// The rows that began in one `UTCMonth`, and a part of the snapshot.
protocol MonthChunk: Sendable {
  var number: Int64 { get }
  var isEmpty: Bool { get }
  /// Whether it differs from its part in the last snapshot.
  var isChanged: Bool { get set }

  init(number: Int64)
  mutating func part() -> [UInt8]
}

/// Years of rows in chunks of a month, so that an edit costs a chunk and a snapshot writes what has changed alone.
struct MonthLog<Chunk: MonthChunk>: Sendable {
  let partPrefix: String
  /// In the order of their numbers, none of them empty.
  var chunks: [Chunk] = []
  /// Removed chunks that a snapshot may still have.
  private var removedNumbers: Set<Int64> = []

  init(partPrefix: String) {
    self.partPrefix = partPrefix
  }

  /// The place of the first chunk that is not before the number.
  func position(of number: Int64) -> Int {
    var (low, high) = (0, chunks.count)
    // New rows are mostly the newest.
    if let last = chunks.last, last.number <= number { return last.number == number ? high - 1 : high }
    while low < high {
      let middle = (low + high) / 2
      if chunks[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func index(of number: Int64) -> Int? {
    let index = position(of: number)
    return index < chunks.count && chunks[index].number == number ? index : nil
  }

  mutating func makeIndex(of number: Int64) -> Int {
    let index = position(of: number)
    if index < chunks.count, chunks[index].number == number { return index }
    chunks.insert(Chunk(number: number), at: index)
    removedNumbers.remove(number)
    return index
  }

  mutating func removeIfEmpty(at index: Int) {
    if chunks[index].isEmpty { removedNumbers.insert(chunks.remove(at: index).number) }
  }
}

extension MonthLog {
  mutating func takeChangedParts() -> [SnapshotPart] {
    var parts = removedNumbers.sorted().map { SnapshotPart(name: name(of: $0), bytes: nil) }
    removedNumbers = []
    for index in chunks.indices where chunks[index].isChanged {
      parts.append(part(index))
      chunks[index].isChanged = false
    }
    return parts
  }

  mutating func allParts() -> [SnapshotPart] {
    var parts: [SnapshotPart] = []
    for index in chunks.indices { parts.append(part(index)) }
    return parts
  }

  private mutating func part(_ index: Int) -> SnapshotPart {
    SnapshotPart(name: name(of: chunks[index].number), bytes: chunks[index].part())
  }

  private func name(of number: Int64) -> String { "\(partPrefix)\(number)" }

  /// Restores every part of this log, and leaves out those of other names.
  mutating func restore(
    from parts: [SnapshotPart], _ restored: (_ number: Int64, _ part: [UInt8]) throws(SnapshotDamage) -> Chunk
  ) throws(SnapshotDamage) {
    for (number, bytes) in try SnapshotPart.numbered(partPrefix, in: parts) {
      guard index(of: number) == nil else { throw SnapshotDamage("month \(number) comes twice") }
      let chunk = try restored(number, bytes)
      chunks.insert(chunk, at: position(of: number))
    }
  }
}
