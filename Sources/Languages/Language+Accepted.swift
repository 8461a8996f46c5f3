extension Language {
  /// More ranges than any browser sends are not read.
  static let mostRanges = 32

  /// Chooses by the values of an `Accept-Language` field (RFC 9110, 12.5.4), in the order in which they were received.
  /// The supported language with the greatest weight wins, in a tie the first one. `*` stands for English. A malformed
  /// range is ignored. English is the default.
  public static func accepted(_ bytes: Span<UInt8>, _ fields: [Range<Int>]) -> Language {
    var best: (language: Language, weight: Int)?
    var count = 0
    for field in fields {
      var start = field.lowerBound
      while start < field.upperBound, count < mostRanges {
        var end = start
        while end < field.upperBound, bytes[end] != comma { end += 1 }
        count += 1
        if let (language, weight) = range(bytes, start..<end), weight > best?.weight ?? 0 {
          best = (language, weight)
        }
        start = end + 1
      }
    }
    return best?.language ?? .english
  }

  private static let comma: UInt8 = 0x2C
  private static let hyphen: UInt8 = 0x2D
  private static let digits: ClosedRange<UInt8> = 0x30...0x39

  /// Parses one range with its weight in thousandths. Returns nil for another language and for a malformed range.
  private static func range(_ bytes: Span<UInt8>, _ whole: Range<Int>) -> (Language, weight: Int)? {
    let element = trimmed(bytes, whole)
    var end = element.lowerBound
    while end < element.upperBound, bytes[end] != 0x3B { end += 1 }
    let tag = trimmed(bytes, element.lowerBound..<end)
    guard isTag(bytes, tag), let language = language(bytes, tag) else { return nil }
    guard end < element.upperBound else { return (language, 1_000) }
    guard let weight = weight(bytes, trimmed(bytes, (end + 1)..<element.upperBound)) else { return nil }
    return (language, weight)
  }

  /// Decides by the first subtag: `de-AT` is German.
  private static func language(_ bytes: Span<UInt8>, _ tag: Range<Int>) -> Language? {
    if tag.count == 1, bytes[tag.lowerBound] == 0x2A { return .english }
    guard tag.count == 2 || tag.count > 2 && bytes[tag.lowerBound + 2] == hyphen else { return nil }
    switch (bytes[tag.lowerBound] | 0x20, bytes[tag.lowerBound + 1] | 0x20) {
    case (0x65, 0x6E): return .english
    case (0x64, 0x65): return .german
    case (0x66, 0x72): return .french
    case (0x65, 0x73): return .spanish
    default: return nil
    }
  }

  /// `*`, or subtags of 1 to 8 letters or digits, the first one of letters only.
  private static func isTag(_ bytes: Span<UInt8>, _ tag: Range<Int>) -> Bool {
    if tag.count == 1, bytes[tag.lowerBound] == 0x2A { return true }
    var (length, isFirst) = (0, true)
    for index in tag {
      let byte = bytes[index]
      if byte == hyphen {
        guard length > 0 else { return false }
        (length, isFirst) = (0, false)
        continue
      }
      guard (0x61...0x7A).contains(byte | 0x20) || !isFirst && digits.contains(byte) else { return false }
      length += 1
      guard length <= 8 else { return false }
    }
    return length > 0
  }

  /// `q=` and 0 to 1 with at most three decimals.
  private static func weight(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Int? {
    let start = text.lowerBound
    guard (3...7).contains(text.count), bytes[start] | 0x20 == 0x71, bytes[start + 1] == 0x3D else { return nil }
    let whole = bytes[start + 2]
    guard whole == 0x30 || whole == 0x31 else { return nil }
    guard text.count > 3 else { return whole == 0x31 ? 1_000 : 0 }
    guard bytes[start + 3] == 0x2E else { return nil }
    var (thousandths, unit) = (0, 100)
    for index in (start + 4)..<text.upperBound {
      guard digits.contains(bytes[index]) else { return nil }
      thousandths += Int(bytes[index] - 0x30) * unit
      unit /= 10
    }
    guard whole == 0x31 else { return thousandths }
    return thousandths == 0 ? 1_000 : nil
  }

  private static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while start < end, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }
}
