/// RFC 3339, as the API reads and writes it.
extension Instant: CustomStringConvertible, LosslessStringConvertible {
  /// The first and last second of the years 1 to 9999. Days have no year 0 either.
  public static let earliestText = Instant(seconds: -62_135_596_800)
  public static let latestText = Instant(seconds: 253_402_300_799)

  /// UTC in whole seconds: `2026-11-20T10:00:00Z`. Instants outside the years become the nearest one inside.
  public var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(20)
    appendText(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the same twenty bytes to a buffer.
  public func appendText(to text: inout [UInt8]) {
    let shown = min(max(self, .earliestText), .latestText).seconds
    let day = shown.dividedDown(by: 86_400)
    let second = Int(shown - day * 86_400)
    let (year, month, dayOfMonth) = Day(number: Int32(day)).civil
    func append(_ value: Int, from power: Int, then mark: Unicode.Scalar) {
      var power = power
      while power > 0 {
        text.append(0x30 + UInt8(value / power % 10))
        power /= 10
      }
      text.append(UInt8(ascii: mark))
    }
    append(year, from: 1_000, then: "-")
    append(month, from: 10, then: "-")
    append(dayOfMonth, from: 10, then: "T")
    append(second / 3_600, from: 10, then: ":")
    append(second / 60 % 60, from: 10, then: ":")
    append(second % 60, from: 10, then: "Z")
  }

  public init?(_ description: String) {
    self.init(rfc3339: description.utf8)
  }

  /// Parses a date, a time, and `Z` or an offset, with letters in either case. A leap second becomes the second before,
  /// and fractions are dropped. Returns nil without an offset or with trailing text.
  public init?(rfc3339 text: some Sequence<UInt8>) {
    var reader = Reader(bytes: text.makeIterator())
    guard let seconds = reader.instant(), (Self.earliestText.seconds...Self.latestText.seconds).contains(seconds) else {
      return nil
    }
    self.init(seconds: seconds)
  }

  public init?(rfc3339 text: String) {
    self.init(rfc3339: text.utf8)
  }
}

extension Instant {
  /// Reads the text once, from left to right.
  private struct Reader<Bytes: IteratorProtocol<UInt8>> {
    var bytes: Bytes

    mutating func instant() -> Int64? {
      guard let year = number(digits: 4), bytes.next() == UInt8(ascii: "-"),
        let month = number(digits: 2), bytes.next() == UInt8(ascii: "-"),
        let dayOfMonth = number(digits: 2), let mark = bytes.next(), mark | 0x20 == UInt8(ascii: "t"),
        let hour = number(digits: 2), hour < 24, bytes.next() == UInt8(ascii: ":"),
        let minute = number(digits: 2), minute < 60, bytes.next() == UInt8(ascii: ":"),
        let second = number(digits: 2), second <= 60, let offset = offset(), bytes.next() == nil
      else { return nil }
      let day = Day(year: year, month: month, day: dayOfMonth)
      guard (1...12).contains(month), dayOfMonth >= 1, day.civil == (year, month, dayOfMonth) else { return nil }
      return Int64(day.number) * 86_400 + Int64(hour * 3_600 + minute * 60 + min(second, 59) - offset)
    }

    /// Skips a fraction and returns the seconds east of Greenwich.
    private mutating func offset() -> Int? {
      var mark = bytes.next()
      if mark == UInt8(ascii: ".") {
        var digits = 0
        mark = bytes.next()
        while let digit = mark, (0x30...0x39).contains(digit) {
          digits += 1
          mark = bytes.next()
        }
        guard digits > 0 else { return nil }
      }
      switch mark {
      case UInt8(ascii: "Z"), UInt8(ascii: "z"): return 0
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        guard let hours = number(digits: 2), hours < 24, bytes.next() == UInt8(ascii: ":"),
          let minutes = number(digits: 2), minutes < 60
        else { return nil }
        return (hours * 3_600 + minutes * 60) * (mark == UInt8(ascii: "-") ? -1 : 1)
      default: return nil
      }
    }

    private mutating func number(digits: Int) -> Int? {
      var value = 0
      for _ in 0..<digits {
        guard let digit = bytes.next(), (0x30...0x39).contains(digit) else { return nil }
        value = value * 10 + Int(digit - 0x30)
      }
      return value
    }
  }
}
