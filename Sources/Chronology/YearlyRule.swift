/// The clock changes of future years, as in POSIX `TZ` and the footer of a zone's file: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct YearlyRule {
  /// Seconds east of Greenwich.
  var standard: Int64
  private var summer: (offset: Int64, from: DayOfYear, until: DayOfYear)?

  var hasSummerTime: Bool { summer != nil }

  /// Returns both changes of a year, the earlier first.
  func changes(in year: Int) -> [(start: Int64, offset: Int64)] {
    guard let summer else { return [] }
    let on = (start: summer.from.second(in: year) - standard, offset: summer.offset)
    let off = (start: summer.until.second(in: year) - summer.offset, offset: standard)
    return on.start < off.start ? [on, off] : [off, on]
  }

  init?(posix text: ArraySlice<UInt8>) {
    var reader = Reader(rest: text)
    guard reader.skipName(), let west = reader.time(hours: 24) else { return nil }
    standard = -west
    guard !reader.rest.isEmpty else { return }
    guard reader.skipName() else { return nil }
    var offset = standard + 3_600
    if reader.rest.first != UInt8(ascii: ",") {
      guard let west = reader.time(hours: 24) else { return nil }
      offset = -west
    }
    guard reader.skip(","), let from = reader.dayOfYear(), reader.skip(","), let until = reader.dayOfYear(),
      reader.rest.isEmpty
    else { return nil }
    summer = (offset, from, until)
  }
}

/// A yearly day and a time of day, which may be on a day before or after.
private struct DayOfYear {
  enum Day {
    /// The first (1) to fourth or the last (5) of a weekday. Sunday is 0.
    case weekday(Int, week: Int, month: Int)
    /// 1…365. 29 February is never counted.
    case julian(Int)
    /// 0…365. 29 February is counted.
    case ordinal(Int)
  }

  var day: Day
  var time: Int64

  /// Returns local seconds since 1970, on the clock before the change.
  func second(in year: Int) -> Int64 {
    Int64(number(in: year)) * 86_400 + time
  }

  private func number(in year: Int) -> Int32 {
    let newYear = Chronology.Day(year: year, month: 1, day: 1).number
    switch day {
    case .ordinal(let days): return newYear + Int32(days)
    case .julian(let days):
      let march = Chronology.Day(year: year, month: 3, day: 1).number
      return newYear + Int32(days) - 1 + (days >= 60 && march - newYear == 60 ? 1 : 0)
    case .weekday(let weekday, let week, let month):
      let first = Chronology.Day(year: year, month: month, day: 1).number
      let next = month == 12 ? first + 31 : Chronology.Day(year: year, month: month + 1, day: 1).number
      // 1 January 1970 was a Thursday.
      let firstWeekday = (first + 4) - (first + 4).dividedDown(by: 7) * 7
      var wanted = first + (Int32(weekday) - firstWeekday + 7) % 7 + Int32(week - 1) * 7
      while wanted >= next { wanted -= 7 }
      return wanted
    }
  }
}

private struct Reader {
  var rest: ArraySlice<UInt8>

  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest.removeFirst()
    return true
  }

  /// `CET`, or any text in angle brackets.
  mutating func skipName() -> Bool {
    if skip("<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[(end + 1)...]
      return true
    }
    let name = rest.prefix { (0x41...0x5A).contains($0 & 0xDF) }
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  /// `[+-]h[h[h]][:mm[:ss]]` in seconds.
  mutating func time(hours most: Int) -> Int64? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hours = number(), hours <= most else { return nil }
    var seconds = hours * 3_600
    for unit in [60, 1] where skip(":") {
      guard let value = number(), value < 60 else { return nil }
      seconds += value * unit
    }
    return Int64(isNegative ? -seconds : seconds)
  }

  mutating func dayOfYear() -> DayOfYear? {
    guard let day = day() else { return nil }
    guard skip("/") else { return DayOfYear(day: day, time: 7_200) }
    guard let time = time(hours: 167) else { return nil }
    return DayOfYear(day: day, time: time)
  }

  private mutating func day() -> DayOfYear.Day? {
    if skip("M") {
      guard let month = number(), (1...12).contains(month), skip("."), let week = number(), (1...5).contains(week),
        skip("."), let weekday = number(), weekday < 7
      else { return nil }
      return .weekday(weekday, week: week, month: month)
    }
    let skipsLeapDay = skip("J")
    guard let days = number(), days <= 365, !skipsLeapDay || days > 0 else { return nil }
    return skipsLeapDay ? .julian(days) : .ordinal(days)
  }

  private mutating func number() -> Int? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard (1...3).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
