/// Appends single JSON values to bytes. `JSONWriter` adds names, commas and brackets.
public enum JSONBytes {
  public static let null = [UInt8]("null".utf8)
  private static let quote: UInt8 = 0x22
  private static let backslash: UInt8 = 0x5C
  private static let hexDigits = [UInt8]("0123456789abcdef".utf8)
  private static let base64 = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  public static func append(_ value: Bool, to output: inout [UInt8]) {
    (value ? "true" : "false" as StaticString).withUTF8Buffer { output.append(contentsOf: $0) }
  }

  // Inlinable, because most numbers in responses have one digit.
  @inlinable
  public static func append(_ value: UInt64, to output: inout [UInt8]) {
    if value < 10 { output.append(UInt8(truncatingIfNeeded: value) + 0x30) } else { append(long: value, to: &output) }
  }

  @usableFromInline
  static func append(long value: UInt64, to output: inout [UInt8]) {
    output.append(addingCapacity: 20) { digits in
      var divisor: UInt64 = 1
      var rest = value
      while rest >= 10 {
        divisor *= 10
        rest /= 10
      }
      rest = value
      while divisor > 0 {
        digits.append(UInt8(truncatingIfNeeded: rest / divisor) + 0x30)
        rest %= divisor
        divisor /= 10
      }
    }
  }

  public static func append(_ value: Int, to output: inout [UInt8]) {
    if value < 0 { output.append(0x2D) }
    append(UInt64(value.magnitude), to: &output)
  }

  /// Writes whole numbers up to 2⁵³ without fraction and exponent, and others in their shortest form. JSON has no NaN
  /// and no infinity: they become null.
  public static func append(_ value: Double, to output: inout [UInt8]) {
    guard value.isFinite else { return output += null }
    if value == value.rounded(), value.magnitude <= 0x1p53 { return append(Int(value), to: &output) }
    let digits = value.description.utf8
    guard let e = digits.firstIndex(of: 0x65) else { return output += digits }
    // The exponent has no plus sign and no leading zeros.
    output += digits[...e]
    let exponent = digits[digits.index(after: e)...]
    if exponent.first == 0x2D { output.append(0x2D) }
    output += exponent.drop { !(0x31...0x39).contains($0) }
  }

  public static func append(_ text: String, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(text: UnsafeRawBufferPointer($0), to: &output) }
  }

  /// `text` is UTF-8.
  public static func append(text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    guard var escaped = firstEscaped(text, from: 0) else {
      return output.append(addingCapacity: text.count + 2) { output in
        output.append(quote)
        output.append(copying: text)
        output.append(quote)
      }
    }
    output.append(quote)
    var start = 0
    while true {
      output.append(contentsOf: text[start..<escaped])
      escape(text[escaped], to: &output)
      start = escaped + 1
      guard let next = firstEscaped(text, from: start) else { break }
      escaped = next
    }
    output.append(contentsOf: text[start...])
    output.append(quote)
  }

  /// Returns the place of the first byte that must be escaped. Tests eight bytes at once.
  @inline(__always)
  private static func firstEscaped(_ text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var index = start
    while text.count - index >= 8 {
      let found = escapedBits(UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < text.count {
      if isEscaped(text[index]) { return index }
      index += 1
    }
    return nil
  }

  /// Sets the highest bit of each byte that must be escaped. Only the lowest of these bits is reliable, because a match
  /// may borrow from the byte above it.
  @inline(__always)
  private static func escapedBits(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits: UInt64 = 0x8080_8080_8080_8080
    let quotes = word ^ UInt64(quote) &* ones
    let backslashes = word ^ UInt64(backslash) &* ones
    return ((word &- 0x20 &* ones) & ~word | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes)
      & highBits
  }

  private static func isEscaped(_ byte: UInt8) -> Bool { byte < 0x20 || byte == quote || byte == backslash }

  private static func escape(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(backslash)
    switch byte {
    case 0x0A: output.append(0x6E)
    case 0x0D: output.append(0x72)
    case 0x09: output.append(0x74)
    case quote, backslash: output.append(byte)
    default: output += [0x75, 0x30, 0x30, hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
    }
  }

  public static func append(base64 bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    output.append(quote)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var group: UInt32 = 0
      for index in 0..<3 { group = group << 8 | (index < count ? UInt32(bytes[start + index]) : 0) }
      for index in 0..<4 {
        output.append(index <= count ? base64[Int(group >> UInt32(18 - 6 * index) & 63)] : 0x3D)
      }
    }
    output.append(quote)
  }
}

extension OutputSpan where Element == UInt8 {
  @inline(__always)
  fileprivate mutating func append(copying bytes: UnsafeRawBufferPointer) {
    withUnsafeMutableBufferPointer { all, count in
      // `copyMemory` checks its bounds in debug builds only.
      precondition(bytes.count <= all.count - count, "appended more bytes than there is capacity for")
      let free = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: all[count...]))
      free.copyMemory(from: bytes)
      count += bytes.count
    }
  }
}
