import Crypto

/// Ids for requests without one: a random prefix of this process, and a counter.
struct RequestIDs {
  private let prefix: [UInt8]
  private var count: UInt32 = 0

  init() {
    prefix = RandomBytes.make(5).flatMap { [Bytes.hexDigit($0 >> 4), Bytes.hexDigit($0 & 15)] } + [0x2D]
  }

  /// Replaces `id` with a new one.
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
