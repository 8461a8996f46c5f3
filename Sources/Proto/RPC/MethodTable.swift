#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds a route by the bytes of its name, without making a String of them.
struct MethodTable: Sendable {
  private var buckets: [[Int32]] = [[]]
  private var names: [[UInt8]] = []

  init(_ names: [String]) {
    self.names = names.map { Array($0.utf8) }
    var size = 16
    while size < names.count * 4 { size *= 2 }
    buckets = Array(repeating: [], count: size)
    for (index, name) in self.names.enumerated() {
      let bucket = name.withUnsafeBytes { MethodTable.hash($0) } & (size - 1)
      buckets[bucket].append(Int32(index))
    }
  }

  func index(of name: UnsafeRawBufferPointer) -> Int? {
    let bucket = MethodTable.hash(name) & (buckets.count - 1)
    for index in buckets[bucket] where MethodTable.isSame(names[Int(index)], name) { return Int(index) }
    return nil
  }

  @inline(__always)
  private static func isSame(_ bytes: [UInt8], _ name: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count == name.count, let start = name.baseAddress else { return bytes.count == name.count }
    return memcmp(bytes, start, name.count) == 0
  }

  /// FNV-1a, of 64 bytes at most: no name of ours is longer.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes.prefix(64) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32)
  }
}
