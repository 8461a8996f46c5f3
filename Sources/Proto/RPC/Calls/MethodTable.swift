#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds a route by the bytes of its name, without creating a String.
struct MethodTable: Sendable {
  /// An open-addressing hash table: the index of a name plus 1, or 0 for a free slot.
  private var slots: [Int]
  private var names: [(start: Int, count: Int)] = []
  private var bytes: [UInt8] = []

  init(_ names: [String]) {
    var size = 16
    while size < names.count * 4 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    for (index, name) in names.enumerated() {
      self.names.append((bytes.count, name.utf8.count))
      bytes.append(contentsOf: name.utf8)
      var slot = Array(name.utf8).withUnsafeBytes { MethodTable.hash($0) } & (size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = index + 1
    }
  }

  /// Three quarters of the slots are free, so every search is short.
  func index(of name: UnsafeRawBufferPointer) -> Int? {
    var slot = MethodTable.hash(name) & (slots.count - 1)
    while slots[slot] != 0 {
      let index = slots[slot] - 1
      if isSame(names[index], name) { return index }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  @inline(__always)
  private func isSame(_ known: (start: Int, count: Int), _ name: UnsafeRawBufferPointer) -> Bool {
    guard known.count == name.count, let start = name.baseAddress else { return known.count == name.count }
    return bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      return memcmp(base + known.start, start, name.count) == 0
    }
  }

  /// Hashes the length and both ends of a name. No peer chooses the names in the table, so none can make them collide.
  @inline(__always)
  private static func hash(_ name: UnsafeRawBufferPointer) -> Int {
    var mix = UInt64(truncatingIfNeeded: name.count)
    if name.count >= 8 {
      let first = name.loadUnaligned(as: UInt64.self)
      let last = name.loadUnaligned(fromByteOffset: name.count - 8, as: UInt64.self)
      mix = mix ^ first ^ (last &<< 7 | last &>> 57)
    } else {
      for byte in name { mix = mix &<< 8 ^ UInt64(byte) }
    }
    return Int(truncatingIfNeeded: (mix &* 0x9E37_79B9_7F4A_7C15) &>> 32)
  }
}
