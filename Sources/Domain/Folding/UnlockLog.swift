import Chronology

/// Which items are unlocked, and since when. Nothing is ever locked again.
struct UnlockLog: Sendable {
  private let ids: [String]
  private let partName: String
  /// In the order of the ids.
  private(set) var unlockedAt: [Instant?]
  /// The items whose dates are those of an earlier version. Only new facts move them.
  private var isKept: [Bool]
  private(set) var lockedCount: Int
  /// Whether the facts date an unlock. Otherwise an earlier version has written the events, which used the latest fact.
  private(set) var datesByFacts = false
  /// Whether the log differs from its part in the last snapshot.
  private var isChanged = true

  init(ids: [String], partName: String) {
    self.ids = ids
    self.partName = partName
    unlockedAt = [Instant?](repeating: nil, count: ids.count)
    isKept = [Bool](repeating: false, count: ids.count)
    lockedCount = ids.count
  }

  func isLocked(_ index: Int) -> Bool { unlockedAt[index] == nil }

  /// Does nothing if the instant is nil or not earlier than the known one.
  mutating func unlock(_ index: Int, at instant: Instant?) {
    guard let instant, unlockedAt[index].map({ instant < $0 }) ?? true else { return }
    if unlockedAt[index] == nil { lockedCount -= 1 }
    unlockedAt[index] = instant
    isKept[index] = !datesByFacts
    isChanged = true
  }

  /// The second before which facts are of interest: an item that is unlocked can only be unlocked earlier.
  func limit(of index: Int) -> Int64 { unlockedAt[index]?.seconds ?? .max }

  /// Whether facts may move the date of an item: `changed` is the first date of all changes, `added` that of new facts.
  func isOpen(_ index: Int, changed: Int64, added: Int64) -> Bool {
    limit(of: index) > (isKept[index] ? added : changed)
  }

  /// Applies an event that decides how unlocks are dated.
  mutating func follow(_ event: AccountEvent) {
    switch event {
    case .opened(let event) where event.datesUnlocks == true: datesByFacts = true
    case .unlocksDated(let event): datesByFacts = event.byFacts
    case .opened, .profileChanged: return
    }
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
    writer.write(datesByFacts)
    let unlocked = ids.indices.filter { unlockedAt[$0] != nil }
    writer.write(UInt32(unlocked.count))
    for index in unlocked {
      writer.write(ids[index])
      writer.write(unlockedAt[index]?.seconds ?? 0)
      writer.write(isKept[index])
    }
    return [SnapshotPart(name: partName, bytes: writer.bytes)]
  }

  init(ids: [String], partName: String, parts: [SnapshotPart]) throws(SnapshotDamage) {
    self.init(ids: ids, partName: partName)
    guard let bytes = parts.first(where: { $0.name == partName })?.bytes else {
      throw SnapshotDamage("the part \(partName) is missing")
    }
    var reader = ByteReader(bytes)
    datesByFacts = try reader.bool()
    for _ in 0..<(try reader.count(itemBytes: 13)) {
      let id = try reader.text()
      let at = Instant(seconds: try reader.integer())
      guard let index = ids.firstIndex(of: id) else { throw SnapshotDamage("unknown id \(id)") }
      unlock(index, at: at)
      isKept[index] = try reader.bool()
    }
    try reader.finish()
    isChanged = false
  }
}
