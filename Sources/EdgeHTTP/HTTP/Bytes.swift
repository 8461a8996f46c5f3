/// What bytes of a request may be, by RFC 9110 and RFC 3986.
enum Bytes {
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let tab: UInt8 = 0x09
  static let colon: UInt8 = 0x3A
  static let slash: UInt8 = 0x2F
  static let comma: UInt8 = 0x2C
  static let percent: UInt8 = 0x25
  static let quote: UInt8 = 0x22

  /// Bit n stands for the ASCII character n.
  private static func mask(_ characters: String) -> (low: UInt64, high: UInt64) {
    var low: UInt64 = 0
    var high: UInt64 = 0
    for byte in characters.utf8 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
    return (low, high)
  }

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let token = mask(letters + "!#$%&'*+-.^_`|~")
  private static let id = mask(letters + "._:-")
  private static let user = mask(letters + "._:@|-")
  private static let host = mask(letters + "-._~!$&'()*+;=:[]%")

  private static func contains(_ mask: (low: UInt64, high: UInt64), _ byte: UInt8) -> Bool {
    guard byte < 128 else { return false }
    return byte < 64 ? mask.low >> UInt64(byte) & 1 == 1 : mask.high >> UInt64(byte - 64) & 1 == 1
  }

  static func isToken(_ byte: UInt8) -> Bool { contains(token, byte) }
  static func isHost(_ byte: UInt8) -> Bool { contains(host, byte) }
  static func isVisible(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }
  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// Neither a control character but the tab, nor anything that ends a line for a lenient reader.
  static func isFieldValue(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == tab }

  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

  static func isID(_ bytes: some Collection<UInt8>) -> Bool {
    guard !bytes.isEmpty, bytes.count <= Limits.idBytes, bytes.allSatisfy({ contains(id, $0) }) else { return false }
    return !(bytes.count <= 2 && bytes.allSatisfy { $0 == 0x2E })
  }

  static func isUser(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.count <= Limits.userBytes && bytes.allSatisfy { contains(user, $0) }
  }
}

extension Span where Element == UInt8 {
  func equals(_ range: Range<Int>, _ other: [UInt8]) -> Bool {
    guard range.count == other.count else { return false }
    for index in 0..<other.count where self[range.lowerBound + index] != other[index] { return false }
    return true
  }

  /// `lower` is written in lower case.
  func equalsFolded(_ range: Range<Int>, _ lower: [UInt8]) -> Bool {
    guard range.count == lower.count else { return false }
    for index in 0..<lower.count where Bytes.lowercased(self[range.lowerBound + index]) != lower[index] {
      return false
    }
    return true
  }

  func array(_ range: Range<Int>) -> [UInt8] {
    var copy: [UInt8] = []
    copy.append(self, range)
    return copy
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: array(range), as: UTF8.self)
  }

  /// The range without spaces and tabs at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, self[lower] == Bytes.space || self[lower] == Bytes.tab { lower += 1 }
    while upper > lower, self[upper - 1] == Bytes.space || self[upper - 1] == Bytes.tab { upper -= 1 }
    return lower..<upper
  }

  func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }
}

extension [UInt8] {
  mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    append(addingCapacity: range.count) { output in
      for index in range { output.append(bytes[index]) }
    }
  }
}
