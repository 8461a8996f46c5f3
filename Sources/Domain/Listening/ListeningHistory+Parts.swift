/// A part for each month chunk, so that a write changes one of them in the snapshot.
extension ListeningHistory {
  static let partPrefix = "month/"

  var approximateBytes: Int {
    chunks.reduce(0) { $0 + $1.approximateBytes }
  }

  mutating func takeChangedParts() -> [SnapshotPart] {
    var parts = removedNumbers.sorted().map { SnapshotPart(name: "\(Self.partPrefix)\($0)", bytes: nil) }
    removedNumbers = []
    for index in chunks.indices where chunks[index].isChanged {
      parts.append(SnapshotPart(name: "\(Self.partPrefix)\(chunks[index].number)", bytes: chunks[index].part()))
      chunks[index].isChanged = false
    }
    return parts
  }

  mutating func allParts() -> [SnapshotPart] {
    chunks.indices.map { index in
      SnapshotPart(name: "\(Self.partPrefix)\(chunks[index].number)", bytes: chunks[index].part())
    }
  }

  mutating func restore(number: Int64, part: [UInt8], storyCount: Int) throws(SnapshotDamage) {
    guard chunk(number: number) == nil else { throw SnapshotDamage("month \(number) comes twice") }
    chunks.insert(try MonthChunk(number: number, part: part, storyCount: storyCount), at: position(of: number))
    firstUnsettled = 0
  }
}
