/// Writes names and values as a query or a form.
public enum QueryText {
  /// Escapes everything except the unreserved characters of RFC 3986.
  public static func escaped(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  public static func joined(_ pairs: [(String, String)]) -> String {
    pairs.map { "\(escaped($0))=\(escaped($1))" }.joined(separator: "&")
  }

  /// Appends the pairs to a URL that may have a query.
  public static func adding(_ pairs: [(String, String)], to url: String) -> String {
    url + (url.contains("?") ? "&" : "?") + joined(pairs)
  }
}
