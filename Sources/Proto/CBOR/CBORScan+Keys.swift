#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds duplicate keys. The few keys of a struct are compared with those that share their hash bit. Many keys, and
/// keys that are not plain text, are sorted at the end of their map, so that no choice of keys is slow.
extension CBORScan {
  static let fewKeys = 24

  @inline(__always)
  mutating func note(keyAt place: Int, _ first: UInt8) throws(CBORError) {
    let before = keys.count &- top.pointee.keys
    guard first >= 0x60, first < 0x78, before < CBORScan.fewKeys, count &- place > Int(first & 31) else {
      top.pointee.isDeferred = true
      keys.push(place)
      return
    }
    let length = Int(first & 31)
    let bits = CBORScan.hashBits(keyEnds(place, length: length), length: length)
    if top.pointee.seen & bits == bits { try compare(place, length: length, with: before) }
    top.pointee.seen |= bits
    keys.push(place)
  }

  /// Combines the first and last eight bytes of a key. For a key of at most eight bytes that is the whole key.
  private func keyEnds(_ place: Int, length: Int) -> UInt64 {
    let key = base + (place &+ 1)
    if length >= 8 {
      let first = UInt64(littleEndian: key.loadUnaligned(as: UInt64.self))
      let last = UInt64(littleEndian: (key + (length &- 8)).loadUnaligned(as: UInt64.self))
      return first ^ (last &<< 1)
    }
    var ends: UInt64 = 0
    for index in 0..<length {
      ends |= UInt64(key.load(fromByteOffset: index, as: UInt8.self)) &<< UInt64(truncatingIfNeeded: index &* 8)
    }
    return ends
  }

  /// Two of 64 bits, so that the few keys of a struct rarely collide.
  @inline(__always)
  static func hashBits(_ ends: UInt64, length: Int) -> UInt64 {
    let hash = (ends ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
    return 1 &<< (hash &>> 58) | 1 &<< (hash &>> 52 & 63)
  }

  @inline(never)
  func compare(_ place: Int, length: Int, with before: Int) throws(CBORError) {
    for index in keys.count - before..<keys.count {
      let other = Int(keys.places[index])
      // The head contains the length; no other major type has such heads.
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
    // Dictionaries of the own encoder are sorted.
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
