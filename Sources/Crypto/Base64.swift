/// Base64 with padding (RFC 4648).
public enum Base64 {
  public static func encode(_ bytes: [UInt8]) -> String {
    var text = Base64URL.encode(bytes).utf8.map { byte in
      switch byte {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: byte
      }
    }
    while text.count % 4 > 0 { text.append(UInt8(ascii: "=")) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns nil for any text that `encode` cannot produce.
  public static func decode(_ text: String) -> [UInt8]? {
    guard text.utf8.count % 4 == 0 else { return nil }
    var digits = Array(text.utf8)
    var padding = 0
    while padding < 2, digits.last == UInt8(ascii: "=") {
      digits.removeLast()
      padding += 1
    }
    for place in digits.indices {
      switch digits[place] {
      case UInt8(ascii: "+"): digits[place] = UInt8(ascii: "-")
      case UInt8(ascii: "/"): digits[place] = UInt8(ascii: "_")
      case UInt8(ascii: "-"), UInt8(ascii: "_"): return nil
      default: break
      }
    }
    return Base64URL.decode(String(decoding: digits, as: UTF8.self))
  }
}
