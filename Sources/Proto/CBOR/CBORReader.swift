/// Reads CBOR one token at a time, without recursion and without copying.
///
/// It reads heads and lengths; `CBORCheck` checks that items nest.
public struct CBORReader {
  public let bytes: UnsafeRawBufferPointer
  /// The offset of the next head.
  public private(set) var offset: Int

  public init(_ bytes: UnsafeRawBufferPointer, from offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  public var isAtEnd: Bool { offset >= bytes.count }

  /// Reads one token.
  public mutating func next() throws(CBORError) -> CBORToken {
    let start = offset
    let first = try byte()
    let argument = try argument(of: first, at: start)
    switch first >> 5 {
    case 0: return .unsigned(try definite(argument, at: start))
    case 1: return .negative(try definite(argument, at: start))
    case 2:
      guard let argument else { return .bytesInPieces }
      return .bytes(try take(argument, of: start))
    case 3:
      guard let argument else { return .textInPieces }
      return .text(try take(argument, of: start))
    case 4: return .array(argument)
    case 5: return .map(argument)
    case 6: return .tag(try definite(argument, at: start))
    default: return try simple(first, argument, at: start)
    }
  }

  /// Skips one whole item.
  public mutating func skip(depth: Int = CBORLimits.depth) throws(CBORError) {
    offset = try CBORCheck.end(ofItemAt: offset, in: bytes, depth: depth)
  }

  @inline(__always)
  private mutating func byte() throws(CBORError) -> UInt8 {
    guard offset < bytes.count else { throw CBORError(.truncated, at: bytes.count) }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// Returns the argument of a head, or nil if the length is indefinite.
  @inline(__always)
  private mutating func argument(of first: UInt8, at start: Int) throws(CBORError) -> UInt64? {
    let short = first & 31
    if short < 24 { return UInt64(short) }
    if short == 31 { return nil }
    guard short < 28 else { throw CBORError(.reservedHead, at: start) }
    let width = 1 << Int(short - 24)
    guard bytes.count - offset >= width else { throw CBORError(.truncated, at: bytes.count) }
    var value: UInt64 = 0
    for index in offset..<offset + width { value = value << 8 | UInt64(bytes[index]) }
    offset += width
    return value
  }

  @inline(__always)
  private func definite(_ argument: UInt64?, at start: Int) throws(CBORError) -> UInt64 {
    guard let argument else { throw CBORError(.reservedHead, at: start) }
    return argument
  }

  @inline(__always)
  private mutating func take(_ length: UInt64, of start: Int) throws(CBORError) -> UnsafeRawBufferPointer {
    guard length <= UInt64(bytes.count - offset) else { throw CBORError(.truncated, at: bytes.count) }
    let piece = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + Int(length)])
    offset += Int(length)
    return piece
  }

  @inline(__always)
  private func simple(_ first: UInt8, _ argument: UInt64?, at start: Int) throws(CBORError) -> CBORToken {
    guard let argument else { return .end }
    switch first & 31 {
    case 20: return .bool(false)
    case 21: return .bool(true)
    case 22: return .null
    case 23: return .undefined
    case 24:
      guard argument >= 32 else { throw CBORError(.reservedHead, at: start) }
      return .simple(UInt8(argument))
    case 25: return .float(Double(halfBits: UInt16(argument)))
    case 26: return .float(Double(Float(bitPattern: UInt32(argument))))
    case 27: return .float(Double(bitPattern: argument))
    default: return .simple(UInt8(argument))
    }
  }
}
