/// Bytes of an XML document in the making.
struct XMLText {
  private(set) var bytes: [UInt8] = []

  mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func append(_ other: XMLText) { bytes.append(contentsOf: other.bytes) }

  /// Text that was cleaned, within an element or an attribute.
  mutating func escaped(_ text: String) {
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

  /// To two decimals, without those that are zero.
  mutating func number(_ value: Double) {
    let hundredths = Int((Words.clamped(value) * 100).rounded())
    if hundredths < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, rest) = (hundredths.magnitude / 100, hundredths.magnitude % 100)
    digits(whole)
    guard rest > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    bytes.append(UInt8(ascii: "0") + UInt8(rest / 10))
    if rest % 10 > 0 { bytes.append(UInt8(ascii: "0") + UInt8(rest % 10)) }
  }

  private mutating func digits(_ value: UInt) {
    if value >= 10 { digits(value / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
  }
}
