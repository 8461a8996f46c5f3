/// A period of thirty UTC days, numbered from 1970. It depends only on the start of a session, so a row never changes
/// its chunk.
enum UTCMonth {
  static let seconds: Int64 = 30 * 86_400

  static func number(of second: Int64) -> Int64 {
    second / seconds - (second % seconds < 0 ? 1 : 0)
  }
}

extension Int64 {
  /// Returns an earlier second, or the earliest one.
  func before(by seconds: Int64) -> Int64 { Swift.max(self, .min + seconds) - seconds }
}

/// The rows of one `UTCMonth`, which are one part of the snapshot.
protocol MonthChunk: Sendable {
  var number: Int64 { get }
  var isEmpty: Bool { get }
  /// Whether the chunk differs from its part in the last snapshot.
  var isChanged: Bool { get set }

  init(number: Int64)
  mutating func part() -> [UInt8]
}

/// Rows of many years in chunks of a month. An edit recomputes one chunk, and a snapshot writes only changed chunks.
struct MonthLog<Chunk: MonthChunk>: Sendable {
  let partPrefix: String
  /// Sorted by number. No chunk is empty.
  var chunks: [Chunk] = []
  /// Removed chunks that a snapshot may still contain.
  private var removedNumbers: Set<Int64> = []

  init(partPrefix: String) {
    self.partPrefix = partPrefix
  }

  /// Returns the index of the first chunk that is not before the number.
  func position(of number: Int64) -> Int {
    var (low, high) = (0, chunks.count)
    // A shortcut, because new rows are usually the newest.
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

  /// Restores every part of this log and ignores parts with other names.
  mutating func restore(
    from parts: [SnapshotPart], _ restored: (_ number: Int64, _ part: [UInt8]) throws(SnapshotDamage) -> Chunk
  ) throws(SnapshotDamage) {
    for (number, bytes) in try SnapshotPart.numbered(partPrefix, in: parts) {
      guard index(of: number) == nil else { throw SnapshotDamage("duplicate month \(number)") }
      let chunk = try restored(number, bytes)
      chunks.insert(chunk, at: position(of: number))
    }
  }
}
