/// Appends several bytes at once. The capacity must suffice.
extension OutputSpan where Element == UInt8 {
  @inline(__always)
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    withUnsafeMutableBufferPointer { all, count in
      // `copyMemory` checks its bounds in debug builds only.
      precondition(bytes.count <= all.count - count, "appended more bytes than there is capacity for")
      let free = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: all[count...]))
      free.copyMemory(from: bytes)
      count += bytes.count
    }
  }

  @inline(__always)
  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  @inline(__always)
  mutating func append(_ word: StaticString) {
    word.withUTF8Buffer { append(UnsafeRawBufferPointer($0)) }
  }

  /// Appends two lowercase digits.
  @inline(__always)
  mutating func append(hex byte: UInt8) {
    append(Bytes.hexDigit(byte >> 4))
    append(Bytes.hexDigit(byte & 15))
  }

  /// Appends at most 20 digits.
  mutating func append(decimal value: UInt64) {
    var divisor: UInt64 = 1
    var rest = value
    while rest >= 10 {
      divisor *= 10
      rest /= 10
    }
    rest = value
    while divisor > 0 {
      append(UInt8(truncatingIfNeeded: rest / divisor) + 0x30)
      rest %= divisor
      divisor /= 10
    }
  }
}

extension [UInt8] {
  mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    bytes.extracting(range).withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  @inline(__always)
  mutating func append(_ word: StaticString) {
    word.withUTF8Buffer { append(contentsOf: $0) }
  }
}
