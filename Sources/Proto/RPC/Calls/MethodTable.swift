#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds a route by the bytes of its name, without making a String of them.
struct MethodTable: Sendable {
  /// By the hash of a name, or some places further on: its number and 1, or 0 where there is none.
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

  /// Three quarters of the slots are free, so the search ends soon whatever it is for.
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

  /// Of the ends of a name and its length. The names in the table are ours, so no peer can choose names that collide.
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
