/// Percent-encoding (RFC 3986).
enum PercentCoding {
  /// Returns nil if an escape is malformed.
  static func decode(_ bytes: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool = false) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == Bytes.percent {
        guard index + 2 < range.upperBound, let high = Bytes.hexValue(bytes[index + 1]),
          let low = Bytes.hexValue(bytes[index + 2])
        else { return nil }
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(plusIsSpace && byte == 0x2B ? Bytes.space : byte)
        index += 1
      }
    }
    return decoded
  }
}
