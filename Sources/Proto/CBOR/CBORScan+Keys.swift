#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finding keys that are there twice. A struct's few keys are each compared with those whose hash bit they share; more
/// of them, and keys other than plain text, are sorted at the end of their map, so that no choice of keys makes it
/// slow.
extension CBORScan {
  private static let fewKeys = 24

  @inline(__always)
  mutating func note(keyAt place: Int, _ first: UInt8) throws(CBORError) {
    let before = keys.count &- top.pointee.keys
    keys.push(place)
    guard first >= 0x60, first < 0x78, before < CBORScan.fewKeys, count &- place > Int(first & 31) else {
      top.pointee.isDeferred = true
      return
    }
    let bits = hashBits(place, length: Int(first & 31))
    if top.pointee.seen & bits == bits { try compare(place, length: Int(first & 31), withLast: before) }
    top.pointee.seen |= bits
  }

  /// Two of 64 bits, so that the few keys of a struct are hardly ever taken for one another.
  @inline(__always)
  private func hashBits(_ place: Int, length: Int) -> UInt64 {
    let key = base + (place &+ 1)
    var mix = UInt64(truncatingIfNeeded: length)
    if length >= 4 {
      let first = key.loadUnaligned(as: UInt32.self)
      let last = (key + (length &- 4)).loadUnaligned(as: UInt32.self)
      mix = mix &<< 56 ^ UInt64(first) ^ UInt64(last) &<< 24
    } else if length > 0 {
      mix |= UInt64(key.load(as: UInt8.self)) &<< 8 | UInt64((key + (length &- 1)).load(as: UInt8.self)) &<< 16
    }
    let hash = mix &* 0x9E37_79B9_7F4A_7C15
    return 1 &<< (hash &>> 58) | 1 &<< (hash &>> 52 & 63)
  }

  @inline(never)
  private func compare(_ place: Int, length: Int, withLast before: Int) throws(CBORError) {
    for index in keys.count - 1 - before..<keys.count - 1 {
      let other = Int(keys.places[index])
      // The head says the length; the heads of the other kinds are no short text's.
      if CBORItem(base).byte(other) == CBORItem(base).byte(place),
        memcmp(base + other + 1, base + place + 1, length) == 0
      {
        throw CBORError(.duplicateKey, at: place)
      }
    }
  }

  @inline(__always)
  mutating func finishKeys() throws(CBORError) {
    if top.pointee.isDeferred { try compareAll() }
    keys.truncate(to: top.pointee.keys)
  }

  @inline(never)
  private func compareAll() throws(CBORError) {
    var all = UnsafeMutableBufferPointer(start: keys.places + top.pointee.keys, count: keys.count - top.pointee.keys)
    let order = CBORKeyOrder(item: CBORItem(base))
    // Our own dictionaries come sorted.
    var isSorted = true
    for index in all.indices.dropFirst() where isSorted {
      isSorted = order.compare(Int(all[index - 1]), Int(all[index])) < 0
    }
    if isSorted { return }
    all.sort { order.compare(Int($0), Int($1)) < 0 }
    for index in all.indices.dropFirst() where order.compare(Int(all[index - 1]), Int(all[index])) == 0 {
      throw CBORError(.duplicateKey, at: Int(max(all[index - 1], all[index])))
    }
  }
}
