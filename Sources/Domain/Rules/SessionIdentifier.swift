public import Chronology

/// The public id of a session, derived from its start and its story or work. No id is stored or looked up, and a
/// session that is deleted and recorded again has the same id.
///
/// `L` (listening) or `R` (reading) · the start in base 32, biased so that ids sort like starts · `-` · a 64-bit hash
/// of the id of the story or work.
public struct SessionIdentifier: Hashable, Sendable {
  public enum Kind: UInt8, Hashable, Sendable {
    case listening = 0x4C
    case reading = 0x52
  }

  public var kind: Kind
  public var startedAt: Instant
  public var hash: UInt64

  public init(storyId: String, startedAt: Instant) {
    kind = .listening
    self.startedAt = startedAt
    hash = Self.hash(of: storyId)
  }

  public init(workId: String, startedAt: Instant) {
    kind = .reading
    self.startedAt = startedAt
    hash = Self.hash(of: workId)
  }

  /// Returns nil if the text is not the id of a session of that kind.
  public init?(_ text: String, _ kind: Kind = .listening) {
    let utf8 = Array(text.utf8)
    guard utf8.count == 2 + Self.startDigits + Self.hashDigits, utf8[0] == kind.rawValue,
      utf8[1 + Self.startDigits] == UInt8(ascii: "-"),
      let start = Self.number(utf8[1..<(1 + Self.startDigits)]),
      let hash = Self.number(utf8[(2 + Self.startDigits)...])
    else { return nil }
    self.kind = kind
    startedAt = Instant(seconds: Int64(start) - Self.bias)
    self.hash = hash
  }

  public var text: String {
    var utf8: [UInt8] = [kind.rawValue]
    utf8.reserveCapacity(2 + Self.startDigits + Self.hashDigits)
    Self.append(UInt64(bitPattern: startedAt.seconds &+ Self.bias), digits: Self.startDigits, to: &utf8)
    utf8.append(UInt8(ascii: "-"))
    Self.append(hash, digits: Self.hashDigits, to: &utf8)
    return String(decoding: utf8, as: UTF8.self)
  }

  private static let startDigits = 8
  private static let hashDigits = 13
  private static let bias: Int64 = 1 << 39

  /// FNV-1a with a final mix. Users who make two ids collide affect only their own data.
  private static func hash(of id: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    return hash ^ hash >> 33
  }

  private static func append(_ number: UInt64, digits: Int, to utf8: inout [UInt8]) {
    for place in stride(from: (digits - 1) * 5, through: 0, by: -5) {
      let digit = UInt8(number >> UInt64(place) & 31)
      utf8.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }

  /// Returns nil for other characters and for non-canonical numbers.
  private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for digit in digits {
      let value: UInt64
      switch digit {
      case 0x30...0x39: value = UInt64(digit - 0x30)
      case 0x41...0x56: value = UInt64(digit - 0x41 + 10)
      default: return nil
      }
      let (shifted, overflow) = number.multipliedReportingOverflow(by: 32)
      if overflow { return nil }
      number = shifted | value
    }
    return number
  }
}
