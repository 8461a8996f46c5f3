#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A total order of keys that ignores the width of heads and the chunks of strings.
struct CBORKeyOrder {
  let item: CBORItem

  /// Compares two keys: negative if `left` comes first, 0 if they are equal, positive otherwise.
  func compare(_ left: Int, _ right: Int) -> Int {
    let majors = (item.byte(left) >> 5, item.byte(right) >> 5)
    if majors.0 != majors.1 { return Int(majors.0) - Int(majors.1) }
    switch majors.0 {
    case 0, 1:
      let arguments = (item.argument(at: left), item.argument(at: right))
      return arguments.0 < arguments.1 ? -1 : arguments.0 == arguments.1 ? 0 : 1
    case 2, 3:
      let isPlain = item.byte(left) & 31 != 31 && item.byte(right) & 31 != 31
      return isPlain ? compareStrings(left, right) : comparePieces(left, right)
    default: return compareBytes(left..<item.end(at: left), right..<item.end(at: right))
    }
  }

  private func compareStrings(_ left: Int, _ right: Int) -> Int {
    let starts = (left + item.headBytes(at: left), right + item.headBytes(at: right))
    return compareBytes(
      starts.0..<starts.0 + Int(item.argument(at: left)), starts.1..<starts.1 + Int(item.argument(at: right)))
  }

  private func compareBytes(_ left: Range<Int>, _ right: Range<Int>) -> Int {
    let order = memcmp(item.base + left.lowerBound, item.base + right.lowerBound, min(left.count, right.count))
    return order != 0 ? Int(order) : left.count - right.count
  }

  private func comparePieces(_ left: Int, _ right: Int) -> Int {
    var pieces = (CBORPieces(of: left, in: item), CBORPieces(of: right, in: item))
    while true {
      switch (pieces.0.next(), pieces.1.next()) {
      case (nil, nil): return 0
      case (nil, _): return -1
      case (_, nil): return 1
      case (let left?, let right?): if left != right { return Int(left) - Int(right) }
      }
    }
  }
}

/// Iterates over the bytes of a string and its chunks.
struct CBORPieces: IteratorProtocol {
  private let item: CBORItem
  private let isIndefinite: Bool
  private var offset: Int
  private var end: Int

  init(of place: Int, in item: CBORItem) {
    self.item = item
    isIndefinite = item.byte(place) & 31 == 31
    offset = place + item.headBytes(at: place)
    end = isIndefinite ? offset : offset + Int(item.argument(at: place))
  }

  mutating func next() -> UInt8? {
    while offset == end {
      guard isIndefinite, item.byte(offset) != 0xFF else { return nil }
      let length = Int(item.argument(at: offset))
      offset += item.headBytes(at: offset)
      end = offset + length
    }
    defer { offset += 1 }
    return item.byte(offset)
  }
}
