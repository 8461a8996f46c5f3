/// Eight bytes that are tested at once. A test sets the highest bit of each matching byte. Only the lowest of these
/// bits is reliable, because a match may borrow from the byte above it.
struct ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The first byte is the least significant.
  let bits: UInt64

  /// `limit` is at most 128.
  @inline(__always)
  func below(_ limit: UInt8) -> UInt64 {
    (bits &- UInt64(limit) &* ByteWord.ones) & ~bits & ByteWord.highBits
  }

  @inline(__always)
  func equal(_ byte: UInt8) -> UInt64 {
    let difference = bits ^ UInt64(byte) &* ByteWord.ones
    return (difference &- ByteWord.ones) & ~difference & ByteWord.highBits
  }

  @inline(__always)
  var beyondASCII: UInt64 { bits & ByteWord.highBits }

  /// Matches control characters, space, DEL and bytes that are not ASCII.
  @inline(__always)
  var invisible: UInt64 { below(0x21) | equal(0x7F) | beyondASCII }
}

extension Span where Element == UInt8 {
  /// Returns the place of the first byte in the range that `test` matches.
  @inline(__always)
  func first(in range: Range<Int>, where test: (ByteWord) -> UInt64) -> Int? {
    var index = range.lowerBound
    while range.upperBound - index >= 8 {
      let found = test(word(at: index))
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    guard index < range.upperBound else { return nil }
    if range.count >= 8 {
      // The last eight bytes overlap with bytes that did not match.
      index = range.upperBound - 8
      let found = test(word(at: index))
      return found == 0 ? nil : index + found.trailingZeroBitCount / 8
    }
    while index < range.upperBound {
      if test(ByteWord(bits: UInt64(self[index]))) & 0x80 != 0 { return index }
      index += 1
    }
    return nil
  }

  @inline(__always)
  private func word(at index: Int) -> ByteWord {
    extracting(index..<index + 8).withUnsafeBytes { bytes in
      ByteWord(bits: UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)))
    }
  }

  @inline(__always)
  func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    first(in: range) { $0.equal(byte) }
  }

  func isVisible(_ range: Range<Int>) -> Bool {
    first(in: range, where: \.invisible) == nil
  }

  /// Whether the range has no control characters except tabs, and so no line break for any reader.
  func isFieldValue(_ range: Range<Int>) -> Bool {
    var start = range.lowerBound
    while let control = first(in: start..<range.upperBound, where: { $0.below(0x20) | $0.equal(0x7F) }) {
      guard self[control] == Bytes.tab else { return false }
      start = control + 1
    }
    return true
  }
}
