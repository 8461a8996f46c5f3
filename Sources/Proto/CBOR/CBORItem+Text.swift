extension CBORItem {
  /// Returns the bytes of a text or byte string, with its chunks joined.
  func pieces(at offset: Int) -> [UInt8] {
    let first = offset + headBytes(at: offset)
    if byte(offset) & 31 != 31 {
      return Array(UnsafeRawBufferPointer(start: base + first, count: Int(argument(at: offset))))
    }
    var bytes: [UInt8] = []
    var piece = first
    while byte(piece) != 0xFF {
      let end = end(at: piece)
      let start = piece + headBytes(at: piece)
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: base + start, count: end - start))
      piece = end
    }
    return bytes
  }

  /// Returns the bytes of a definite text, or nil if the item is anything else.
  @inlinable @inline(__always)
  package func definiteText(at offset: Int) -> UnsafeRawBufferPointer? {
    let head = byte(offset)
    guard head >> 5 == 3, head != 0x7F else { return nil }
    return definiteBytes(at: offset)
  }

  /// Returns the bytes of a definite text or byte string.
  @inlinable @inline(__always)
  package func definiteBytes(at offset: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + (offset &+ headBytes(at: offset)), count: Int(argument(at: offset)))
  }

  func text(at offset: Int) -> String {
    String(decoding: pieces(at: offset), as: UTF8.self)
  }

  @inline(__always)
  func isNull(at offset: Int) -> Bool {
    byte(offset) & 0xFE == 0xF6
  }

  /// Returns the half, single or double at `offset`, or nil if the item is anything else.
  func float(at offset: Int) -> Double? {
    switch byte(offset) {
    case 0xF9: Double(halfBits: UInt16(truncatingIfNeeded: argument(at: offset)))
    case 0xFA: Double(Float(bitPattern: UInt32(truncatingIfNeeded: argument(at: offset))))
    case 0xFB: Double(bitPattern: argument(at: offset))
    default: nil
    }
  }
}
