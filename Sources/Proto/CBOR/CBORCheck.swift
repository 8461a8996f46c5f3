/// Says whether bytes are CBOR, in one pass, without recursion and without memory beyond a fixed stack.
public enum CBORCheck {
  /// Throws unless `bytes` are exactly one well-formed item, not nested deeper than `depth`.
  public static func wellFormed(_ bytes: UnsafeRawBufferPointer, depth: Int = Limits.depth) throws(CBORError) {
    let end = try end(ofItemAt: 0, in: bytes, depth: depth)
    guard end == bytes.count else { throw CBORError(.trailing, at: end) }
  }

  /// Where the well-formed item at `offset` ends.
  public static func end(
    ofItemAt offset: Int, in bytes: UnsafeRawBufferPointer, depth: Int = Limits.depth
  ) throws(CBORError) -> Int {
    var reader = CBORReader(bytes, from: offset)
    // How many items are still to come at each level, the outermost first; nil: up to a break, and whether a value is due.
    var levels: [(left: UInt64?, isMap: Bool, owesValue: Bool)] = []
    repeat {
      let start = reader.offset
      let token = try reader.next()
      if case .end = token {
        guard let level = levels.last, level.left == nil, !level.owesValue else {
          throw CBORError(.unexpectedBreak, at: start)
        }
        levels.removeLast()
      } else {
        if let level = levels.indices.last {
          if levels[level].left == nil {
            levels[level].owesValue = levels[level].isMap && !levels[level].owesValue
          } else {
            levels[level].left? -= 1
          }
        }
        switch token {
        case .array(let count): levels.append((count, false, false))
        case .map(let count):
          // A map of more pairs than a number can hold ends early in any case.
          levels.append((count.map { $0 > .max / 2 ? .max : $0 * 2 }, true, false))
        case .tag: levels.append((1, false, false))
        case .bytesInPieces: try passPieces(&reader, isText: false)
        case .textInPieces: try passPieces(&reader, isText: true)
        default: break
        }
      }
      guard levels.count <= depth else { throw CBORError(.tooDeep, at: start) }
      while let level = levels.last, level.left == 0 { levels.removeLast() }
    } while !levels.isEmpty
    return reader.offset
  }

  private static func passPieces(_ reader: inout CBORReader, isText: Bool) throws(CBORError) {
    while true {
      let start = reader.offset
      switch try reader.next() {
      case .end: return
      case .bytes where !isText: continue
      case .text where isText: continue
      default: throw CBORError(.wrongChunk, at: start)
      }
    }
  }
}

extension CBORCheck {
  static func valid(_ bytes: UnsafeRawBufferPointer, depth: Int = Limits.depth) throws(CBORError) {
    try wellFormed(bytes, depth: depth)
  }
}
