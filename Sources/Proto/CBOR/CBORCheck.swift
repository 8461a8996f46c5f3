/// Checks in one pass whether bytes are CBOR, without recursion.
public enum CBORCheck {
  /// Throws unless `bytes` are exactly one well-formed item that is nested at most `depth` deep.
  public static func wellFormed(_ bytes: UnsafeRawBufferPointer, depth: Int = CBORLimits.depth) throws(CBORError) {
    try whole(bytes, depth: depth, isStrict: false)
  }

  /// Also throws if a text is not UTF-8 or a map has a duplicate key.
  public static func valid(_ bytes: UnsafeRawBufferPointer, depth: Int = CBORLimits.depth) throws(CBORError) {
    guard bytes.count <= UInt32.max else { throw CBORError(.tooLong, at: 0) }
    do {
      try whole(bytes, depth: depth, isStrict: true)
    } catch {
      // A malformed rest is the more important error.
      if error.isWellFormed { try wellFormed(bytes, depth: depth) }
      throw error
    }
  }

  /// Returns the end of the well-formed item at `offset`.
  public static func end(
    ofItemAt offset: Int, in bytes: UnsafeRawBufferPointer, depth: Int = CBORLimits.depth
  ) throws(CBORError) -> Int {
    try scan(bytes, from: offset, depth: depth, isStrict: false)
  }

  private static func whole(_ bytes: UnsafeRawBufferPointer, depth: Int, isStrict: Bool) throws(CBORError) {
    let end = try scan(bytes, from: 0, depth: depth, isStrict: isStrict)
    guard end == bytes.count else { throw CBORError(.trailing, at: end) }
  }

  private static func scan(
    _ bytes: UnsafeRawBufferPointer, from offset: Int, depth: Int, isStrict: Bool
  ) throws(CBORError) -> Int {
    guard let base = bytes.baseAddress else { throw CBORError(.truncated, at: 0) }
    // Usual items fit these stack buffers; deeper and larger ones allocate.
    return try withUnsafeTemporaryAllocation(
      of: CBORScan.Level.self, capacity: CBORScan.inlineLevels
    ) { levels throws(CBORError) in
      try withUnsafeTemporaryAllocation(of: UInt32.self, capacity: CBORKeyStack.inlineKeys) { keys throws(CBORError) in
        guard let levels = levels.baseAddress, let keys = keys.baseAddress else {
          throw CBORError(.tooDeep, at: offset)
        }
        var scan = CBORScan(
          base: base, count: bytes.count, offset: offset, levels: levels, keys: CBORKeyStack(places: keys), depth: depth
        )
        defer { scan.free() }
        return try isStrict ? scan.run(isStrict: true) : scan.run(isStrict: false)
      }
    }
  }
}
