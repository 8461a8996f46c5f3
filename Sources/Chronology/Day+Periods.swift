extension Day {
  @inlinable
  public static func + (day: Day, days: Int) -> Day {
    Day(number: day.number + Int32(days))
  }

  @inlinable
  public static func - (left: Day, right: Day) -> Int {
    Int(left.number) - Int(right.number)
  }

  /// ISO weeks, counted from the week of 1970-01-01, a Thursday. They start on Mondays.
  public var week: Int32 {
    (number + 3).dividedDown(by: 7)
  }

  /// The Monday of the week.
  public var startOfWeek: Day {
    Day(number: week * 7 - 3)
  }

  public var startOfMonth: Day {
    Day(year: civil.year, month: civil.month, day: 1)
  }

  public var startOfYear: Day {
    Day(year: civil.year, month: 1, day: 1)
  }

  /// The same date one year earlier. That of 29 February is 28 February.
  public var yearBefore: Day {
    let (year, month, day) = civil
    let same = Day(year: year - 1, month: month, day: day)
    return same.civil.day == day ? same : same + -1
  }

  /// Returns the first day of the month this many months later.
  public func startOfMonth(after months: Int) -> Day {
    let (year, month, _) = civil
    let count = year * 12 + month - 1 + months
    let shownYear = count.dividedDown(by: 12)
    return Day(year: shownYear, month: count - shownYear * 12 + 1, day: 1)
  }
}
