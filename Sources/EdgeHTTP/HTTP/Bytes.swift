import Glibc

/// The character classes of RFC 9110 and RFC 3986.
enum Bytes {
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let tab: UInt8 = 0x09
  static let colon: UInt8 = 0x3A
  static let slash: UInt8 = 0x2F
  static let hyphen: UInt8 = 0x2D
  static let comma: UInt8 = 0x2C
  static let percent: UInt8 = 0x25
  static let quote: UInt8 = 0x22

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39: true
    default: false
    }
  }

  /// Letters, digits and any of !#$%&'*+-.^_`|~
  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x5E...0x7A, 0x41...0x5A, 0x2D, 0x2E, 0x30...0x39, 0x23...0x27, 0x21, 0x2A, 0x2B, 0x7C, 0x7E: true
    default: false
    }
  }

  /// Letters, digits and any of -._~!$&'()*+;=
  static func isHost(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x30...0x39, 0x41...0x5A, 0x2D, 0x2E, 0x21, 0x24, 0x26...0x2B, 0x3B, 0x3D, 0x5F, 0x7E: true
    default: false
    }
  }

  static func isVisible(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }
  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// `value` is below 16.
  static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? value + 0x30 : value - 10 + 0x61 }

  static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

  /// Letters, digits, - and _
  static func isBase64URL(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || byte == 0x2D || byte == 0x5F }

  /// Letters, digits and any of ._:-
  static func isID(_ bytes: some Collection<UInt8>) -> Bool {
    guard !bytes.isEmpty, bytes.count <= Limits.idBytes,
      bytes.allSatisfy({ isLetterOrDigit($0) || $0 == 0x2E || $0 == 0x5F || $0 == colon || $0 == 0x2D })
    else { return false }
    return !(bytes.count <= 2 && bytes.allSatisfy { $0 == 0x2E })
  }

  /// Letters, digits and any of ._:@|-, but not . or ..
  static func isUser(_ bytes: some Collection<UInt8>) -> Bool {
    let isMade = bytes.allSatisfy { byte in
      isLetterOrDigit(byte) || byte == 0x2E || byte == 0x5F || byte == colon || byte == 0x40 || byte == 0x7C
        || byte == 0x2D
    }
    guard isMade, !bytes.isEmpty, bytes.count <= Limits.userBytes else { return false }
    // They have a meaning in paths.
    return !(bytes.count <= 2 && bytes.allSatisfy { $0 == 0x2E })
  }
}

extension Span where Element == UInt8 {
  func equals(_ range: Range<Int>, _ other: [UInt8]) -> Bool {
    guard range.count == other.count else { return false }
    return extracting(range).withUnsafeBytes { mine in
      other.withUnsafeBytes { theirs in
        guard let mine = mine.baseAddress, let theirs = theirs.baseAddress else { return true }
        return memcmp(mine, theirs, range.count) == 0
      }
    }
  }

  @inline(__always)
  func equals(_ range: Range<Int>, _ word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    let mine = extracting(range)
    return word.withUTF8Buffer { word in
      for index in word.indices where mine[index] != word[index] { return false }
      return true
    }
  }

  /// Compares without case. `lower` must be in lower case.
  @inline(__always)
  func equalsFolded(_ range: Range<Int>, _ lower: StaticString) -> Bool {
    guard range.count == lower.utf8CodeUnitCount else { return false }
    let mine = extracting(range)
    return lower.withUTF8Buffer { lower in
      for index in lower.indices where Bytes.lowercased(mine[index]) != lower[index] { return false }
      return true
    }
  }

  func isToken(_ range: Range<Int>) -> Bool {
    for index in range where !Bytes.isToken(self[index]) { return false }
    return true
  }

  /// Two hexadecimal digits must follow each percent sign.
  func isHostName(_ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      if self[index] == Bytes.percent {
        guard range.upperBound - index > 2, Bytes.hexValue(self[index + 1]) != nil,
          Bytes.hexValue(self[index + 2]) != nil
        else { return false }
        index += 2
      } else if !Bytes.isHost(self[index]) {
        return false
      }
      index += 1
    }
    return true
  }

  /// Whether the range is an IPv6 address or, after a `v`, an address of a later version.
  func isAddress(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return false }
    if Bytes.lowercased(self[range.lowerBound]) == 0x76 {
      for index in range where !(Bytes.isHost(self[index]) || self[index] == Bytes.colon) { return false }
      return true
    }
    for index in range where Bytes.hexValue(self[index]) == nil {
      guard self[index] == Bytes.colon || self[index] == 0x2E else { return false }
    }
    return first(Bytes.colon, in: range) != nil
  }

  func array(_ range: Range<Int>) -> [UInt8] {
    var copy: [UInt8] = []
    copy.append(self, range)
    return copy
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: array(range), as: UTF8.self)
  }

  /// Returns the range without spaces and tabs at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, self[lower] == Bytes.space || self[lower] == Bytes.tab { lower += 1 }
    while upper > lower, self[upper - 1] == Bytes.space || self[upper - 1] == Bytes.tab { upper -= 1 }
    return lower..<upper
  }
}
