#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension EncodeState {
  /// Increments the count in the head of the array or map at `offset`, which began as one byte.
  @inline(__always)
  mutating func countUp(at offset: Int) {
    let head = base.load(fromByteOffset: offset, as: UInt8.self)
    if head & 31 < 23 {
      base.storeBytes(of: head &+ 1, toByteOffset: offset, as: UInt8.self)
    } else {
      countUpLong(at: offset, head)
    }
  }

  @inline(never)
  private mutating func countUpLong(at offset: Int, _ first: UInt8) {
    let width = first & 31 == 23 ? 0 : 1 << Int(first & 31 - 24)
    var count: UInt64 = width == 0 ? 23 : 0
    for index in 0..<width {
      count = count << 8 | UInt64(base.load(fromByteOffset: offset + 1 + index, as: UInt8.self))
    }
    widenHead(at: offset, from: 1 + width, first & 0xE0, count + 1)
  }

  /// Replaces a head of `oldWidth` bytes and moves the bytes after it.
  mutating func widenHead(at offset: Int, from oldWidth: Int, _ major: UInt8, _ argument: UInt64) {
    let end = count
    let content = end - offset - oldWidth
    reserve(9)
    // Writes the head after the end first, to learn its width.
    head(major, argument)
    let width = count - end
    var made: (UInt64, UInt8) = (0, 0)
    withUnsafeMutableBytes(of: &made) { $0.copyMemory(from: UnsafeRawBufferPointer(start: base + end, count: width)) }
    memmove(base + offset + width, base + offset + oldWidth, content)
    withUnsafeBytes(of: &made) {
      UnsafeMutableRawBufferPointer(start: base + offset, count: width).copyMemory(
        from: .init(rebasing: $0.prefix(width)))
    }
    count = offset + width + content
    if hasSplices { moveSplices(behind: offset, by: width - oldWidth) }
  }

  private func moveSplices(behind offset: Int, by distance: Int) {
    for splice in splices where splice.offset > offset { splice.offset += distance }
  }
}
