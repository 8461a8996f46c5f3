import Crypto

/// Names for requests that brought none: a random beginning for this process, and a count.
struct RequestIDs {
  private static let digits = [UInt8]("0123456789abcdef".utf8)
  private let prefix: [UInt8]
  private var count: UInt64 = 0

  init() {
    prefix =
      RandomBytes.make(5).flatMap { [RequestIDs.digits[Int($0 >> 4)], RequestIDs.digits[Int($0 & 15)]] } + [0x2D]
  }

  mutating func next() -> [UInt8] {
    count += 1
    var id = prefix
    id.append(addingCapacity: 8) { output in
      for shift in stride(from: 28, through: 0, by: -4) {
        output.append(RequestIDs.digits[Int(count >> UInt64(shift) & 15)])
      }
    }
    return id
  }

  /// What a client may choose.
  static func isAllowed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    (1...Limits.requestIDBytes).contains(range.count) && bytes.isVisible(range)
  }
}
