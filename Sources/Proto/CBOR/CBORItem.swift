/// Reads items that are known to be well-formed, without bounds checks.
@usableFromInline
package struct CBORItem {
  @usableFromInline package let base: UnsafeRawPointer

  @inlinable @inline(__always)
  package init(_ base: UnsafeRawPointer) {
    self.base = base
  }

  @inlinable @inline(__always)
  package init(_ base: UnsafeMutableRawPointer) {
    self.base = UnsafeRawPointer(base)
  }

  @inlinable @inline(__always)
  package func byte(_ offset: Int) -> UInt8 {
    base.load(fromByteOffset: offset, as: UInt8.self)
  }

  @inlinable @inline(__always)
  package func headBytes(at offset: Int) -> Int {
    let short = byte(offset) & 31
    return short < 24 || short == 31 ? 1 : 1 &+ (1 &<< Int(short &- 24))
  }

  /// Returns the argument of a head, or 0 for an indefinite length.
  @inlinable @inline(__always)
  package func argument(at offset: Int) -> UInt64 {
    let short = byte(offset) & 31
    return short < 24 ? UInt64(short) : longArgument(at: offset, short)
  }

  @inlinable
  func longArgument(at offset: Int, _ short: UInt8) -> UInt64 {
    let place = base + (offset &+ 1)
    switch short {
    case 24: return UInt64(place.load(as: UInt8.self))
    case 25: return UInt64(UInt16(bigEndian: place.loadUnaligned(as: UInt16.self)))
    case 26: return UInt64(UInt32(bigEndian: place.loadUnaligned(as: UInt32.self)))
    case 27: return UInt64(bigEndian: place.loadUnaligned(as: UInt64.self))
    default: return 0
    }
  }

  /// Returns the end of the item at `offset`.
  @inlinable @inline(__always)
  package func end(at offset: Int) -> Int {
    let first = byte(offset)
    // Most items are small numbers, short texts and simple values.
    if first < 0x18 || first >= 0xF4 && first <= 0xF7 { return offset &+ 1 }
    if first >= 0x60 && first < 0x78 { return offset &+ 1 &+ Int(first & 31) }
    return longEnd(at: offset)
  }

  @usableFromInline @inline(never)
  func longEnd(at start: Int) -> Int {
    var offset = start
    var left: UInt64 = 1
    while left > 0 {
      let first = byte(offset)
      left &-= 1
      if first & 31 == 31 {
        offset = endOfIndefinite(at: offset)
        continue
      }
      let argument = argument(at: offset)
      offset &+= headBytes(at: offset)
      switch first >> 5 {
      case 2, 3: offset &+= Int(argument)
      case 4: left &+= argument
      case 5: left &+= argument &* 2
      case 6: left &+= 1
      default: break
      }
    }
    return offset
  }

  /// Recursive; the check has limited the depth.
  private func endOfIndefinite(at start: Int) -> Int {
    var offset = start + 1
    while byte(offset) != 0xFF { offset = longEnd(at: offset) }
    return offset + 1
  }
}
