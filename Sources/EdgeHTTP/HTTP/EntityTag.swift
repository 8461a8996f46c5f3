import Crypto

/// The strong tag of a body's final bytes, in its quotes.
enum EntityTag {
  private static let digits = [UInt8]("0123456789abcdef".utf8)

  static func of(_ body: [UInt8]) -> [UInt8] {
    let hash = SHA256.hash(body)
    var tag: [UInt8] = [Bytes.quote]
    tag.append(addingCapacity: 33) { text in
      for byte in hash[0..<16] {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
      }
      text.append(Bytes.quote)
    }
    return tag
  }

  /// Whether a field of If-None-Match names the tag, compared weakly as RFC 9110 says; what is malformed names nothing.
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
