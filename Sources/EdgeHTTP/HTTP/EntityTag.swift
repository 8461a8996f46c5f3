import Crypto

/// The strong entity tag of a body, with its quotes.
enum EntityTag {
  static let byteCount = 34

  static func append(of body: [UInt8], to text: inout [UInt8]) {
    let digest = body.withUnsafeBytes { SHA256.digest($0) }
    text.append(addingCapacity: byteCount) { text in
      text.append(Bytes.quote)
      digest.withUnsafeBytes { hash in
        for index in 0..<16 { text.append(hex: hash[index]) }
      }
      text.append(Bytes.quote)
    }
  }

  static func of(_ body: [UInt8]) -> [UInt8] {
    var tag: [UInt8] = []
    append(of: body, to: &tag)
    return tag
  }

  /// The tag of the same body as gzip: other bytes need another tag.
  static func compressed(_ tag: [UInt8]) -> [UInt8] { tag.dropLast() + suffix }

  private static let suffix = [UInt8]("-gzip\"".utf8)

  /// Whether a field of If-None-Match has the tag, by the weak comparison of RFC 9110. Malformed fields never match.
  static func isNamed(_ tag: [UInt8], in bytes: Span<UInt8>, _ field: Range<Int>) -> Bool {
    if field.count == 1, bytes[field.lowerBound] == 0x2A { return true }
    var index = field.lowerBound
    for _ in 0..<Limits.entityTags {
      while index < field.upperBound, [Bytes.space, Bytes.tab, Bytes.comma].contains(bytes[index]) { index += 1 }
      if field.upperBound - index > 2, bytes[index] == 0x57, bytes[index + 1] == Bytes.slash { index += 2 }
      guard index < field.upperBound, bytes[index] == Bytes.quote,
        let end = bytes.first(Bytes.quote, in: (index + 1)..<field.upperBound)
      else { return false }
      if bytes.equals(index..<(end + 1), tag) { return true }
      index = end + 1
    }
    return false
  }
}
