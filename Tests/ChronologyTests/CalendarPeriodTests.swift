import Chronology
import SeededRandom
import Testing

struct CalendarPeriodTests {
  /// Returns a string that all days of a period share.
  private func name(_ period: CalendarPeriod, _ day: Day) -> String {
    let (year, month, _) = day.civil
    switch period {
    case .week: return "\(day.startOfWeek)"
    case .month: return "\(year)-\(month)"
    case .quarter: return "\(year)-\((month + 2) / 3)"
    case .year: return "\(year)"
    }
  }

  @Test("A period contains all its days, and the previous one is compared up to the same day")
  func walk() {
    var random = SplitMix(seed: 3)
    for _ in 0..<400 {
      let today = Day(year: 1999, month: 11, day: 1) + Int.random(in: 0..<11_000, using: &random)
      for period in CalendarPeriod.allCases {
        var first = today
        while name(period, first + -1) == name(period, today) { first = first + -1 }
        var last = today
        while name(period, last + 1) == name(period, today) { last = last + 1 }
        #expect(period.firstDay(on: today) == first && period.days(around: today) == first...last, "\(today)")
        var start = first + -1
        while name(period, start + -1) == name(period, first + -1) { start = start + -1 }
        var end = start
        for _ in 0..<(today - first) where end < first + -1 { end = end + 1 }
        #expect(period.previous(on: today) == start...end, "\(period) before \(today)")
      }
    }
  }
}
