import Chronology
import Domain

/// A date in one of the formats of exports, optionally with a time of day and an offset.
struct DateText: Hashable {
  var date: PartialDate
  /// The second of the day in local time, or nil for a date without a time.
  var second: Int?
  /// Seconds east of UTC, if the text contains an offset.
  var offset: Int?

  private enum Token: Equatable {
    case number(Int, digits: Int)
    case word(String)
    case mark(UInt8)
  }

  /// `2023/05/01`, `2023-05`, `5/1/23`, `1.5.2023`, `May 1, 2023, 10:00:00 AM`, `2023-05-01 10:00:00 +0200` …
  /// Between slashes, the month comes first unless `isDayFirst` is set.
  init?(_ text: String, isDayFirst: Bool = false) {
    guard text.utf8.count <= 64 else { return nil }
    if let date = Self.plainDate(text) {
      self.date = date
      return
    }
    var tokens = Self.withColons(Self.tokens(text))
    guard let time = Self.takeTime(&tokens), let date = Self.date(tokens, isDayFirst) else { return nil }
    self.date = date
    second = time.second
    offset = time.offset
  }

  /// The day, or the first possible one.
  var day: Day { date.first }

  /// The instant if the text contains a time, otherwise the date.
  func readDate(_ calendar: LocalCalendar) -> ReadDate {
    second != nil && date.day != nil ? .instant(instant(calendar)) : .date(date)
  }

  /// Returns the instant. Without an offset the text is in the user's time zone; without a time it is the start of the
  /// user's day. An ambiguous time is the first one, and a skipped time is the instant of the clock change.
  func instant(_ calendar: LocalCalendar) -> Instant {
    guard let second else { return calendar.start(of: day) }
    let local = Int64(day.number) * 86_400 + Int64(second)
    if let offset { return Instant(seconds: local - Int64(offset)) }
    return calendar.instant(atOrPastLocal: local)
  }

  /// Parses the usual `2023-05-01` and `2023/05/01`. Returns nil for a text of another form, which may be a date too.
  private static func plainDate(_ text: String) -> PartialDate? {
    guard text.utf8.count == 10 else { return nil }
    var (numbers, place) = ([0, 0, 0], 0)
    for (offset, byte) in text.utf8.enumerated() {
      switch (offset, byte) {
      case (4, 0x2D), (4, 0x2F), (7, 0x2D), (7, 0x2F): place += 1
      case (0...3, 0x30...0x39), (5...6, 0x30...0x39), (8...9, 0x30...0x39):
        numbers[place] = numbers[place] * 10 + Int(byte - 0x30)
      default: return nil
      }
    }
    return date(numbers[0], numbers[1], numbers[2])
  }

  private static func tokens(_ text: String) -> [Token] {
    var tokens: [Token] = []
    var digits: [UInt8] = []
    var word = String.UnicodeScalarView()
    func flush() {
      if !digits.isEmpty {
        tokens.append(.number(Int(String(decoding: digits, as: UTF8.self)) ?? -1, digits: digits.count))
      }
      if !word.isEmpty { tokens.append(.word(FoldedText.words(of: String(word)).joined())) }
      digits = []
      word = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "0"..."9":
        if !word.isEmpty { flush() }
        digits.append(UInt8(scalar.value))
      case _ where scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark:
        if !digits.isEmpty { flush() }
        word.append(scalar)
      default:
        flush()
        if scalar.isASCII, scalar != " " { tokens.append(.mark(UInt8(scalar.value))) }
      }
    }
    flush()
    return tokens
  }

  /// Converts points after a complete date to colons, because some languages write `2023 22.13.20`.
  private static func withColons(_ tokens: [Token]) -> [Token] {
    guard !tokens.contains(.mark(0x3A)) else { return tokens }
    func number(_ place: Int, _ digits: ClosedRange<Int>) -> Bool {
      guard tokens.indices.contains(place), case .number(_, let count) = tokens[place] else { return false }
      return digits.contains(count)
    }
    let point = Token.mark(0x2E)
    guard let year = tokens.indices.first(where: { number($0, 4...4) }) else { return tokens }
    let first = tokens.indices.first { place in
      place > max(year, 2) && number(place, 1...2) && tokens[place - 1] != point && number(place + 2, 2...2)
        && tokens[place + 1] == point
    }
    guard let first else { return tokens }
    var made = tokens
    made[first + 1] = .mark(0x3A)
    if first + 3 < tokens.count, tokens[first + 3] == point, number(first + 4, 2...2) { made[first + 3] = .mark(0x3A) }
    return made
  }

  /// Removes `10:00[:00[.000]] [AM|PM] [Z|+02:00|+0200]` from the tokens. Returns nil for an invalid time.
  private static func takeTime(_ tokens: inout [Token]) -> (second: Int?, offset: Int?)? {
    guard let colon = tokens.firstIndex(of: .mark(0x3A)) else { return (nil, nil) }
    guard colon > 0, case .number(var hour, _) = tokens[colon - 1] else { return nil }
    var rest = tokens[(colon + 1)...]
    guard case .number(let minute, _)? = rest.popFirst() else { return nil }
    var second = 0
    if rest.first == .mark(0x3A) {
      rest.removeFirst()
      guard case .number(let value, _)? = rest.popFirst() else { return nil }
      second = min(value, 59)
      if rest.first == .mark(0x2E) || rest.first == .mark(0x2C), case .number? = rest.dropFirst().first {
        rest = rest.dropFirst(2)
      }
    }
    var first = colon - 1
    if let isAfternoon = takeHalf(&rest) ?? (first > 0 ? half(tokens[first - 1]) : nil) {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
      if first > 0, half(tokens[first - 1]) != nil { first -= 1 }
    }
    guard (0..<24).contains(hour), (0..<60).contains(minute), second >= 0, let offset = offset(rest) else { return nil }
    tokens.removeSubrange(first...)
    // The letter T between date and time.
    if tokens.last == .word("t") { tokens.removeLast() }
    return (hour * 3_600 + minute * 60 + second, offset.value)
  }

  private static let mornings = Set(["am", "上午", "午前", "오전"].map(Texts.key))
  private static let afternoons = Set(["pm", "下午", "午後", "오후"].map(Texts.key))

  private static func half(_ token: Token) -> Bool? {
    guard case .word(let word) = token else { return nil }
    return afternoons.contains(word) ? true : mornings.contains(word) ? false : nil
  }

  /// Removes `AM`, `pm` or `p. m.` and returns whether it is the afternoon.
  private static func takeHalf(_ tokens: inout ArraySlice<Token>) -> Bool? {
    if let half = tokens.first.flatMap({ half($0) }) {
      tokens.removeFirst()
      return half
    }
    let rest = tokens.filter { $0 != .mark(0x2E) }
    guard rest.count == 2, rest[1] == .word("m"), rest[0] == .word("p") || rest[0] == .word("a") else { return nil }
    tokens = []
    return rest[0] == .word("p")
  }

  private struct Offset { var value: Int? }

  private static func offset(_ tokens: ArraySlice<Token>) -> Offset? {
    var rest = tokens
    switch rest.popFirst() {
    case nil: return Offset(value: nil)
    case .word(let name): return ["z", "utc", "gmt"].contains(name) && rest.isEmpty ? Offset(value: 0) : nil
    case .mark(let sign) where sign == 0x2B || sign == 0x2D:
      guard case .number(let first, let digits)? = rest.popFirst() else { return nil }
      var hours = first
      var minutes = 0
      if digits == 4 {
        (hours, minutes) = (first / 100, first % 100)
      } else if rest.first == .mark(0x3A), case .number(let value, _)? = rest.dropFirst().first {
        minutes = value
        rest = rest.dropFirst(2)
      }
      guard hours < 24, minutes < 60, rest.isEmpty else { return nil }
      return Offset(value: (hours * 3_600 + minutes * 60) * (sign == 0x2D ? -1 : 1))
    default: return nil
    }
  }

  private static func date(_ tokens: [Token], _ isDayFirst: Bool) -> PartialDate? {
    var numbers: [(value: Int, digits: Int)] = []
    var month: Int?
    var hasPoint = false
    for token in tokens {
      switch token {
      case .number(let value, let digits): numbers.append((value, digits))
      case .word(let word): month = month ?? MonthNames.number(word)
      case .mark(let mark): hasPoint = hasPoint || mark == 0x2E
      }
    }
    guard (1...3).contains(numbers.count), numbers.allSatisfy({ $0.digits <= 4 }) else { return nil }
    if let month {
      guard let year = numbers.first(where: { $0.digits == 4 })?.value else { return nil }
      let other = numbers.filter { $0.digits < 4 }
      guard other.count <= 1 else { return nil }
      return date(year, month, other.first?.value)
    }
    if numbers[0].digits == 4 {
      return date(
        numbers[0].value, numbers.count > 1 ? numbers[1].value : nil, numbers.count > 2 ? numbers[2].value : nil)
    }
    guard numbers.count == 3, numbers[2].digits == 4 || numbers[2].digits == 2 else { return nil }
    let year = numbers[2].digits == 4 ? numbers[2].value : numbers[2].value + (numbers[2].value < 69 ? 2_000 : 1_900)
    // With points the day comes first, with slashes the month, unless that month does not exist.
    return isDayFirst || hasPoint || numbers[0].value > 12
      ? date(year, numbers[1].value, numbers[0].value) : date(year, numbers[0].value, numbers[1].value)
  }

  /// Lists often have 0 for an unknown month or day.
  private static func date(_ year: Int, _ month: Int?, _ day: Int?) -> PartialDate? {
    guard (1...9_999).contains(year) else { return nil }
    guard let month, month > 0 else { return (day ?? 0) == 0 ? .year(year) : nil }
    guard (1...12).contains(month) else { return nil }
    guard let day, day > 0 else { return .month(year: year, month: month) }
    guard (1...31).contains(day) else { return nil }
    let made = Day(year: year, month: month, day: day)
    return made.civil == (year, month, day) ? .day(made) : nil
  }
}
