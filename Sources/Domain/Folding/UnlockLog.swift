import Chronology

/// Which items are unlocked, and since when. Nothing is ever locked again.
struct UnlockLog: Sendable {
  private let ids: [String]
  private let partName: String
  /// In the order of the ids.
  private(set) var unlockedAt: [Instant?]
  private(set) var lockedCount: Int
  /// Whether the log differs from its part in the last snapshot.
  private var isChanged = true

  init(ids: [String], partName: String) {
    self.ids = ids
    self.partName = partName
    unlockedAt = [Instant?](repeating: nil, count: ids.count)
    lockedCount = ids.count
  }

  func isLocked(_ index: Int) -> Bool { unlockedAt[index] == nil }

  /// Does nothing if the instant is nil.
  mutating func unlock(_ index: Int, at instant: Instant?) {
    guard let instant, unlockedAt[index] == nil else { return }
    unlockedAt[index] = instant
    lockedCount -= 1
    isChanged = true
  }
}

extension UnlockLog {
  mutating func takeChangedParts() -> [SnapshotPart] {
    defer { isChanged = false }
    return isChanged ? allParts() : []
  }

  func allParts() -> [SnapshotPart] {
    var writer = ByteWriter()
    let unlocked = zip(ids, unlockedAt).compactMap { id, at in at.map { (id, $0) } }
    writer.write(UInt32(unlocked.count))
    for (id, at) in unlocked {
      writer.write(id)
      writer.write(at.seconds)
    }
    return [SnapshotPart(name: partName, bytes: writer.bytes)]
  }

  init(ids: [String], partName: String, parts: [SnapshotPart]) throws(SnapshotDamage) {
    self.init(ids: ids, partName: partName)
    guard let bytes = parts.first(where: { $0.name == partName })?.bytes else {
      throw SnapshotDamage("the part \(partName) is missing")
    }
    var reader = ByteReader(bytes)
    for _ in 0..<(try reader.count(itemBytes: 12)) {
      let id = try reader.text()
      let at = Instant(seconds: try reader.integer())
      guard let index = ids.firstIndex(of: id) else { throw SnapshotDamage("unknown id \(id)") }
      unlock(index, at: at)
    }
    try reader.finish()
    isChanged = false
  }
}
