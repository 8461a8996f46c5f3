import Crypto

/// Names for requests that brought none: a random beginning for this process, and a count.
struct RequestIDs {
  private let prefix: [UInt8]
  private var count: UInt32 = 0

  init() {
    prefix = RandomBytes.make(5).flatMap { [Bytes.hexDigit($0 >> 4), Bytes.hexDigit($0 & 15)] } + [0x2D]
  }

  /// A further name takes the place of what is in `id`.
  mutating func next(_ id: inout [UInt8]) {
    count &+= 1
    id.removeAll(keepingCapacity: true)
    id.append(addingCapacity: prefix.count + 8) { id in
      id.append(prefix)
      withUnsafeBytes(of: count.bigEndian) { bytes in
        for index in 0..<4 { id.append(hex: bytes[index]) }
      }
    }
  }

  /// Whether a client may choose this id.
  static func isAllowed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    (1...Limits.requestIDBytes).contains(range.count) && bytes.isVisible(range)
  }
}
