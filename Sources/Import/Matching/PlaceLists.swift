/// Lists of places by a hash of 32 bits, each in ascending order. Keys with the same hash share their list, so a place
/// in it is only a candidate.
struct PlaceLists {
  /// The index of the last node of each list plus one, or 0 for a free slot.
  private var heads: [UInt32]
  private var hashes: [UInt32]
  private var counts: [UInt32]
  private var used = 0
  /// Each node has a place and the previous node plus one.
  private var places: [UInt32] = []
  private var previous: [UInt32] = []

  init(capacity: Int = 16) {
    heads = Array(repeating: 0, count: capacity)
    hashes = heads
    counts = heads
  }

  var byteCount: Int { 12 * heads.count + 8 * places.capacity }

  /// Appends a place, which must not be smaller than the last one of the list. Returns the length of the list.
  @discardableResult
  mutating func append(_ place: Int, to hash: UInt32) -> Int {
    if used * 10 >= heads.count * 7 { grow() }
    let slot = slot(of: hash)
    if heads[slot] == 0 {
      used += 1
      hashes[slot] = hash
    }
    places.append(UInt32(place))
    previous.append(heads[slot])
    heads[slot] = UInt32(places.count)
    counts[slot] += 1
    return Int(counts[slot])
  }

  func count(of hash: UInt32) -> Int { Int(counts[slot(of: hash)]) }

  /// Returns the places of a list in ascending order.
  subscript(hash: UInt32) -> [Int] {
    let slot = slot(of: hash)
    var found: [Int] = []
    found.reserveCapacity(Int(counts[slot]))
    var node = Int(heads[slot])
    while node > 0 {
      found.append(Int(places[node - 1]))
      node = Int(previous[node - 1])
    }
    found.reverse()
    return found
  }

  /// Returns the slot of the hash, or the free one that it would get.
  private func slot(of hash: UInt32) -> Int {
    var slot = Int(hash) & (heads.count - 1)
    while heads[slot] != 0, hashes[slot] != hash { slot = (slot + 1) & (heads.count - 1) }
    return slot
  }

  private mutating func grow() {
    let old = (heads: heads, hashes: hashes, counts: counts)
    heads = Array(repeating: 0, count: old.heads.count * 2)
    hashes = heads
    counts = heads
    for place in old.heads.indices where old.heads[place] != 0 {
      let slot = slot(of: old.hashes[place])
      (heads[slot], hashes[slot], counts[slot]) = (old.heads[place], old.hashes[place], old.counts[place])
    }
  }
}
