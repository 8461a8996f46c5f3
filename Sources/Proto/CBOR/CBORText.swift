/// Checks for UTF-8 of RFC 3629: no surrogates, no overlong forms, nothing above U+10FFFF.
enum CBORText {
  @inline(__always)
  static func isValid(_ start: UnsafeRawPointer, count: Int) -> Bool {
    let ascii = asciiPrefix(start, count: count)
    return ascii == count || isValidBeyondASCII(start, count: count, from: ascii)
  }

  /// Returns a number of leading bytes that are ASCII.
  @inline(__always)
  private static func asciiPrefix(_ start: UnsafeRawPointer, count: Int) -> Int {
    var index = 0
    while count &- index >= 8 {
      let word = (start + index).loadUnaligned(as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { return index }
      index &+= 8
    }
    while index < count {
      if start.load(fromByteOffset: index, as: UInt8.self) & 0x80 != 0 { return index }
      index &+= 1
    }
    return count
  }

  @inline(never)
  private static func isValidBeyondASCII(_ start: UnsafeRawPointer, count: Int, from ascii: Int) -> Bool {
    var index = ascii
    while index < count {
      let first = start.load(fromByteOffset: index, as: UInt8.self)
      if first < 0x80 {
        index += 1
        continue
      }
      let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard first >= 0xC2, first <= 0xF4, count - index >= length else { return false }
      let second = start.load(fromByteOffset: index + 1, as: UInt8.self)
      guard secondBytes(after: first).contains(second) else { return false }
      for further in 2..<max(length, 2) {
        guard start.load(fromByteOffset: index + further, as: UInt8.self) & 0xC0 == 0x80 else { return false }
      }
      index += length
    }
    return true
  }

  private static func secondBytes(after first: UInt8) -> ClosedRange<UInt8> {
    switch first {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }
}
