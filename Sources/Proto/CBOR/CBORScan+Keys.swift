#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finding keys that are there twice. A struct's few keys are each compared with those whose hash bit they share; more of them,
/// and keys other than plain text, are sorted at the end of their map, so that no choice of keys makes it slow.
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
    let bit = hashBit(place, length: Int(first & 31))
    if top.pointee.seen & bit != 0 { try compare(place, length: Int(first & 31), withLast: before) }
    top.pointee.seen |= bit
  }

  @inline(__always)
  private func hashBit(_ place: Int, length: Int) -> UInt64 {
    // The length, the first, the middle and the last byte tell the members of a struct apart well enough.
    let key = base + place
    var mix = UInt64(truncatingIfNeeded: length)
    if length > 0 {
      mix |= UInt64(key.load(fromByteOffset: 1, as: UInt8.self)) &<< 8
      mix |= UInt64(key.load(fromByteOffset: 1 &+ length &>> 1, as: UInt8.self)) &<< 16
      mix |= UInt64(key.load(fromByteOffset: length, as: UInt8.self)) &<< 24
    }
    return 1 &<< (mix &* 0x9E37_79B9_7F4A_7C15 &>> 58)
  }

  @inline(never)
  private func compare(_ place: Int, length: Int, withLast before: Int) throws(CBORError) {
    guard let places = keys.places else { return }
    for index in keys.count - 1 - before..<keys.count - 1 {
      let other = Int(places[index])
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
    guard let places = keys.places else { return }
    var all = UnsafeMutableBufferPointer(start: places + top.pointee.keys, count: keys.count - top.pointee.keys)
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
