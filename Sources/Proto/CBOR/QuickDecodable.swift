/// A type with a fast path for its usual encoding, because journals consist mostly of it.
public protocol QuickDecodable: Decodable {
  /// Returns nil for any other encoding, which is then decoded by `init(from:)`.
  init?(quickly reader: inout QuickReader)
}

/// Reads expected bytes. Each step returns nil or false if the bytes are different.
public struct QuickReader {
  private let bytes: UnsafeRawBufferPointer
  public private(set) var offset: Int

  @usableFromInline package init(_ bytes: UnsafeRawBufferPointer, from offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Skips constant bytes, such as heads and names.
  public mutating func pass(_ expected: StaticString) -> Bool {
    let count = expected.utf8CodeUnitCount
    guard bytes.count - offset >= count else { return false }
    let here = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    let there = UnsafeRawBufferPointer(start: expected.utf8Start, count: count)
    guard Self.isSame(here, there) else { return false }
    offset += count
    return true
  }

  /// Compares words, of which the last two can overlap. Both have the same length.
  private static func isSame(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count >= 4 else { return left.elementsEqual(right) }
    guard left.count >= 8 else {
      return isSame(UInt32.self, left, right, at: 0) && isSame(UInt32.self, left, right, at: left.count - 4)
    }
    var place = 0
    while place <= left.count - 8 {
      guard isSame(UInt64.self, left, right, at: place) else { return false }
      place += 8
    }
    return isSame(UInt64.self, left, right, at: left.count - 8)
  }

  @inline(__always)
  private static func isSame<Word: FixedWidthInteger & BitwiseCopyable>(
    _ type: Word.Type, _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, at place: Int
  ) -> Bool {
    left.loadUnaligned(fromByteOffset: place, as: type) == right.loadUnaligned(fromByteOffset: place, as: type)
  }

  /// Skips one byte.
  @inline(__always)
  public mutating func pass(_ expected: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == expected else { return false }
    offset += 1
    return true
  }

  /// Reads a text with its head.
  public mutating func text() -> String? {
    guard let length = argument(of: 3), length <= UInt64(bytes.count - offset) else { return nil }
    let piece = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + Int(length)])
    if let start = piece.baseAddress, !CBORText.isValid(start, count: piece.count) { return nil }
    offset += Int(length)
    return String(decoding: piece, as: UTF8.self)
  }

  /// Reads an instant since 1970, in seconds.
  public mutating func instant() -> Int64? {
    guard pass(0xC1), let seconds = argument(of: 0) else { return nil }
    return Int64(exactly: seconds)
  }

  /// Reads an integer that is not negative.
  public mutating func count() -> Int? { argument(of: 0).flatMap { Int(exactly: $0) } }

  public mutating func passNull() -> Bool { pass(0xF6) }

  /// Reads null as nil, or a value. Inlined, so that no code looks up the size of the value.
  @inlinable
  public mutating func optional<Value>(_ read: (inout QuickReader) -> Value?) -> Value?? {
    if passNull() { return .some(nil) }
    guard let value = read(&self) else { return nil }
    return .some(value)
  }

  public mutating func bool() -> Bool? {
    if pass(0xF4) { return false }
    return pass(0xF5) ? true : nil
  }

  public mutating func double() -> Double? {
    guard offset < bytes.count else { return nil }
    switch bytes[offset] {
    case 0..<0x1C: return argument(of: 0).flatMap { Double(exactly: $0) }
    case 0xF9: return argument(of: 7).map { Double(halfBits: UInt16(truncatingIfNeeded: $0)) }
    case 0xFA: return argument(of: 7).map { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) }
    case 0xFB: return argument(of: 7).map { Double(bitPattern: $0) }
    default: return nil
    }
  }

  /// Reads a head of this major type and returns its argument.
  @inline(__always)
  private mutating func argument(of major: UInt8) -> UInt64? {
    guard offset < bytes.count else { return nil }
    let head = bytes[offset]
    let short = head & 31
    guard head >> 5 == major, short < 28 else { return nil }
    let width = short < 24 ? 0 : 1 << Int(short - 24)
    guard bytes.count - offset > width else { return nil }
    var value: UInt64 = short < 24 ? UInt64(short) : 0
    for byte in bytes[offset + 1..<offset + 1 + width] { value = value << 8 | UInt64(byte) }
    offset += 1 + width
    return value
  }
}
