import Loop

/// A hash table of calls by id, with open addressing and without tombstones. The hash is seeded because the peer
/// chooses the ids. The limit of calls per connection keeps the table small.
struct CallTable<Entry> {
  private var ids: [UInt32]
  private var entries: [Entry?]
  private let seed: UInt64
  private var mask: Int
  private(set) var count = 0

  init(seed: UInt64 = .random(in: .min ... .max)) {
    self.seed = seed | 1
    ids = Array(repeating: 0, count: 16)
    entries = Array(repeating: nil, count: 16)
    mask = 15
  }

  func contains(_ call: UInt32) -> Bool { index(of: call) != nil }

  subscript(call: UInt32) -> Entry? {
    guard let index = index(of: call) else { return nil }
    return entries[index]
  }

  /// Changes an entry, or returns false if there is none.
  mutating func update(_ call: UInt32, _ change: (inout Entry) -> Void) -> Bool {
    guard let index = index(of: call), var entry = entries[index] else { return false }
    change(&entry)
    entries[index] = entry
    return true
  }

  /// The id must not be in the table.
  mutating func insert(_ call: UInt32, _ entry: Entry) {
    if count * 4 >= entries.count * 3 { grow() }
    var index = home(of: call)
    while entries[index] != nil { index = (index + 1) & mask }
    ids[index] = call
    entries[index] = entry
    count += 1
  }

  mutating func remove(_ call: UInt32) -> Entry? {
    remove(call, where: { _ in true })
  }

  /// Removes the entry if it matches.
  @inline(__always)
  mutating func remove(_ call: UInt32, where isMeant: (borrowing Entry) -> Bool) -> Entry? {
    guard var hole = index(of: call), let found = entries[hole], isMeant(found) else { return nil }
    let removed = exchange(&entries[hole], with: nil)
    count -= 1
    // Moves back the entries that the removed one displaced, so that a search may stop at the first free slot.
    var next = (hole + 1) & mask
    while let entry = entries[next] {
      if (next - home(of: ids[next])) & mask >= (next - hole) & mask {
        ids[hole] = ids[next]
        entries[hole] = entry
        entries[next] = nil
        hole = next
      }
      next = (next + 1) & mask
    }
    return removed
  }

  mutating func removeAll() -> [(call: UInt32, entry: Entry)] {
    let all = snapshot
    entries = Array(repeating: nil, count: entries.count)
    count = 0
    return all
  }

  var snapshot: [(call: UInt32, entry: Entry)] {
    guard count > 0 else { return [] }
    return zip(ids, entries).compactMap { id, entry in entry.map { (id, $0) } }
  }

  @inline(__always)
  private func home(of call: UInt32) -> Int {
    Int(truncatingIfNeeded: (UInt64(call) ^ (seed >> 32)) &* seed >> 24) & mask
  }

  @inline(__always)
  private func index(of call: UInt32) -> Int? {
    var index = home(of: call)
    while entries[index] != nil {
      if ids[index] == call { return index }
      index = (index + 1) & mask
    }
    return nil
  }

  private mutating func grow() {
    let all = snapshot
    ids = Array(repeating: 0, count: entries.count * 2)
    entries = Array(repeating: nil, count: entries.count * 2)
    mask = entries.count - 1
    count = 0
    for (call, entry) in all { insert(call, entry) }
  }
}
