/// Builds the bytes of a PDF document.
struct PDFText {
  /// Far outside any page.
  private static let most = 1e9

  private(set) var bytes: [UInt8] = []

  mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }
  mutating func append(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  /// Writes a number with up to four decimals, without trailing zeros, and a space.
  mutating func number(_ value: Double) { number(value, parts: 10_000) }

  /// Writes a number in fractions of `scale`, a power of ten.
  private mutating func number(_ value: Double, parts scale: UInt) {
    let value = value.isFinite ? min(max(value, -Self.most), Self.most) : 0
    let parts = Int((value * Double(scale)).rounded())
    if parts < 0 { raw("-") }
    raw(String(parts.magnitude / scale))
    var (rest, unit) = (parts.magnitude % scale, scale / 10)
    if rest > 0 { raw(".") }
    while rest > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(rest / unit))
      (rest, unit) = (rest % unit, unit / 10)
    }
    bytes.append(0x20)
  }

  mutating func numbers(_ values: Double..., then operation: String) {
    for value in values { number(value) }
    raw(operation + "\n")
  }

  /// Writes points to a hundredth, which is finer than printers show.
  mutating func points(_ points: Point..., then operation: String) {
    for point in points {
      number(point.x, parts: 100)
      number(point.y, parts: 100)
    }
    raw(operation + "\n")
  }

  /// Writes a displayed string, in bytes of a font.
  mutating func string(_ shown: [UInt8]) {
    bytes.append(UInt8(ascii: "("))
    for byte in shown {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x20..<0x7F: bytes.append(byte)
      default:
        let octal = String(byte, radix: 8)
        raw("\\" + String(repeating: "0", count: 3 - octal.utf8.count) + octal)
      }
    }
    bytes.append(UInt8(ascii: ")"))
  }

  /// Writes a title or name, in UTF-16 if it is not ASCII.
  mutating func title(_ text: String) {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return string([UInt8](text.utf8)) }
    raw("<FEFF")
    for unit in text.utf16 {
      let digits = String(unit, radix: 16, uppercase: true)
      raw(String(repeating: "0", count: 4 - digits.utf8.count) + digits)
    }
    raw(">")
  }
}
