/// Builds the bytes of an XML document.
struct XMLText {
  private(set) var bytes: [UInt8] = []

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func raw(_ text: [UInt8]) { bytes.append(contentsOf: text) }

  mutating func append(_ other: XMLText) { bytes.append(contentsOf: other.bytes) }

  /// Writes cleaned text inside an element or an attribute.
  mutating func escaped(_ text: String) {
    guard text.utf8.contains(where: Self.isMarkup) else { return raw(text) }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): raw("&amp;")
      case UInt8(ascii: "<"): raw("&lt;")
      case UInt8(ascii: ">"): raw("&gt;")
      case UInt8(ascii: "\""): raw("&quot;")
      case UInt8(ascii: "'"): raw("&#39;")
      default: bytes.append(byte)
      }
    }
  }

  private static func isMarkup(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
    default: false
    }
  }

  /// Writes a number with up to two decimals, without trailing zeros.
  mutating func number(_ value: Double) {
    let hundredths = Int((Words.clamped(value) * 100).rounded())
    if hundredths < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    // Most numbers have at most three digits, for which dividing by constants is fastest.
    if whole >= 1_000 { digits(whole / 1_000) }
    if whole >= 100 { digit(whole / 100 % 10) }
    if whole >= 10 { digit(whole / 10 % 10) }
    digit(whole % 10)
    guard rest > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    digit(rest / 10)
    if rest % 10 > 0 { digit(rest % 10) }
  }

  private mutating func digits(_ value: UInt) {
    if value >= 10 { digits(value / 10) }
    digit(value % 10)
  }

  private mutating func digit(_ value: UInt) {
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value))
  }
}
