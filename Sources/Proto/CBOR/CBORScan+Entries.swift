/// A fast path for the maps of structs, which make up most bytes: a short key, then a number, a short text, a boolean
/// or an instant. Everything else, including errors, is left to the general loop.
extension CBORScan {
  /// Skips the entries of this form up to the first of another form, whose key may also be skipped.
  @inline(__always)
  mutating func passPlainEntries() throws(CBORError) {
    var at = offset
    var left = top.pointee.left
    var seen = top.pointee.seen
    // A tag around a number is one more level.
    let mayTag = top - outermost < depth
    while left > 0, at < count, keys.count &- top.pointee.keys < CBORScan.fewKeys {
      let key = plainText(at)
      guard key.end > 0, key.end < count else { break }
      let bits = CBORScan.hashBits(key.ends, length: key.end &- at &- 1)
      if seen & bits == bits {
        try compare(at, length: key.end &- at &- 1, with: keys.count &- top.pointee.keys)
      }
      seen |= bits
      keys.push(at)
      let end = endOfPlainValue(key.end, mayTag: mayTag)
      guard end > 0 else {
        at = key.end
        left &-= 1
        break
      }
      at = end
      left &-= 2
    }
    offset = at
    top.pointee.left = left
    top.pointee.seen = seen
  }

  /// Returns the end of an ASCII text of less than 24 bytes, or 0 if there is none, and its first and last bytes as
  /// `keyEnds` has them. There is a byte at `start`.
  @inline(__always)
  private func plainText(_ start: Int) -> (end: Int, ends: UInt64) {
    let head = base.load(fromByteOffset: start, as: UInt8.self)
    let length = Int(head & 31)
    let rest = count &- start &- 1
    guard head >= 0x60, head < 0x78, length <= rest else { return (0, 0) }
    let text = base + (start &+ 1)
    let end = start &+ 1 &+ length
    if length < 8 {
      var word: UInt64
      if rest >= 8 {
        word = UInt64(littleEndian: text.loadUnaligned(as: UInt64.self))
      } else {
        // Near the end of the buffer: reads the last eight bytes and shifts out those before the text.
        guard rest > 0, count >= 8 else { return (0, 0) }
        let last = UInt64(littleEndian: (base + (count &- 8)).loadUnaligned(as: UInt64.self))
        word = last &>> UInt64(truncatingIfNeeded: (8 &- rest) &* 8)
      }
      word &= (1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1
      return (word & CBORScan.beyondASCII == 0 ? end : 0, word)
    }
    let first = UInt64(littleEndian: text.loadUnaligned(as: UInt64.self))
    let last = UInt64(littleEndian: (text + (length &- 8)).loadUnaligned(as: UInt64.self))
    var all = first | last
    if length > 16 { all |= (text + 8).loadUnaligned(as: UInt64.self) }
    return (all & CBORScan.beyondASCII == 0 ? end : 0, first ^ (last &<< 1))
  }

  private static let beyondASCII: UInt64 = 0x8080_8080_8080_8080

  /// Returns the end of a number, a boolean, null, a short text or an instant, or 0 if there is none.
  @inline(__always)
  private func endOfPlainValue(_ start: Int, mayTag: Bool) -> Int {
    var place = start
    var first = base.load(fromByteOffset: place, as: UInt8.self)
    if first >> 5 == 3 { return plainText(place).end }
    if first == 0xC1 && mayTag && place &+ 1 < count {
      place &+= 1
      first = base.load(fromByteOffset: place, as: UInt8.self)
      guard first < 0x40 || first >= 0xF9 else { return 0 }
    }
    let short = first & 31
    let end: Int
    if first < 0x40 && short < 24 || first >= 0xF4 && first <= 0xF7 {
      end = place &+ 1
    } else if first < 0x40 && short < 28 || first >= 0xF9 && first <= 0xFB {
      end = place &+ 1 &+ 1 &<< Int(short &- 24)
    } else {
      return 0
    }
    return end <= count ? end : 0
  }
}
