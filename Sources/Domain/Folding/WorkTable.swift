/// The data that a view keeps for one work.
protocol WorkRow: Sendable {
  /// The least size of an encoded row.
  static var bytes: Int { get }

  init()
  init(from reader: inout ByteReader) throws(SnapshotDamage)
  func write(to writer: inout ByteWriter)
  /// The heap memory that the row uses.
  var outsideBytes: Int { get }
}

/// Every work in a user's history, each with a number that rows refer to. A deleted work keeps its number, because its
/// sessions and points remain and belong to it again if it is recreated.
struct WorkTable<Row: WorkRow>: Sendable {
  private struct Chunk: Sendable {
    var ids: [String] = []
    var works: [Row] = []
    var isChanged = true
  }

  /// Chunks let a snapshot write a few works instead of the whole library.
  private static var chunkCount: Int { 512 }
  static var partPrefix: String { "works/" }

  private var chunks: [Chunk] = []
  private var numbers: [String: UInt32] = [:]
  private(set) var count = 0
  private var textBytes = 0
  private var outsideBytes = 0

  func known(_ id: String) -> UInt32? { numbers[id] }

  mutating func number(of id: String) -> UInt32 {
    numbers[id] ?? add(id, Row())
  }

  func id(_ number: UInt32) -> String {
    chunks[Int(number) / Self.chunkCount].ids[Int(number) % Self.chunkCount]
  }

  subscript(number: UInt32) -> Row {
    get { chunks[Int(number) / Self.chunkCount].works[Int(number) % Self.chunkCount] }
    set {
      outsideBytes += newValue.outsideBytes - self[number].outsideBytes
      chunks[Int(number) / Self.chunkCount].works[Int(number) % Self.chunkCount] = newValue
      chunks[Int(number) / Self.chunkCount].isChanged = true
    }
  }

  private mutating func add(_ id: String, _ work: Row) -> UInt32 {
    let number = UInt32(count)
    if count % Self.chunkCount == 0 { chunks.append(Chunk()) }
    chunks[chunks.count - 1].ids.append(id)
    chunks[chunks.count - 1].works.append(work)
    chunks[chunks.count - 1].isChanged = true
    numbers[id] = number
    count += 1
    textBytes += id.utf8.count
    outsideBytes += work.outsideBytes
    return number
  }

  func forEach(_ body: (UInt32, Row) -> Void) {
    var number: UInt32 = 0
    for chunk in chunks {
      for work in chunk.works {
        body(number, work)
        number += 1
      }
    }
  }

  var approximateBytes: Int {
    count * (MemoryLayout<Row>.stride + 4 * MemoryLayout<String>.stride) + 2 * textBytes + outsideBytes
  }
}

extension WorkTable {
  mutating func takeChangedParts() -> [SnapshotPart] {
    let parts = chunks.indices.filter { chunks[$0].isChanged }.map(part)
    for index in chunks.indices { chunks[index].isChanged = false }
    return parts
  }

  func allParts() -> [SnapshotPart] { chunks.indices.map(part) }

  private func part(_ index: Int) -> SnapshotPart {
    let chunk = chunks[index]
    var writer = ByteWriter(capacity: 4 + chunk.works.count * (Row.bytes + 24))
    writer.write(UInt32(chunk.works.count))
    for (id, work) in zip(chunk.ids, chunk.works) {
      writer.write(id)
      work.write(to: &writer)
    }
    return SnapshotPart(name: "\(Self.partPrefix)\(index)", bytes: writer.bytes)
  }

  init(parts: [SnapshotPart]) throws(SnapshotDamage) {
    for part in try SnapshotPart.consecutive(Self.partPrefix, in: parts) { try restore(part: part) }
  }

  /// Must be called in the order of the parts' numbers.
  private mutating func restore(part: [UInt8]) throws(SnapshotDamage) {
    guard count % Self.chunkCount == 0 else { throw SnapshotDamage("an earlier part of the works is missing") }
    var reader = ByteReader(part)
    let restored = try reader.count(itemBytes: 4 + Row.bytes)
    guard (1...Self.chunkCount).contains(restored) else { throw SnapshotDamage("a part holds \(restored) works") }
    for _ in 0..<restored {
      let id = try reader.text()
      guard numbers[id] == nil else { throw SnapshotDamage("duplicate work") }
      _ = add(id, try Row(from: &reader))
    }
    try reader.finish()
    chunks[chunks.count - 1].isChanged = false
  }
}
