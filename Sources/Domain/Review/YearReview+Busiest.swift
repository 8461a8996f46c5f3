import Chronology

extension YearReview.BusiestDay {
  /// The day with the most displayed minutes; in a tie, the earliest. `kinds` contain the seconds of each day of the
  /// year.
  init?(_ year: CalendarYear, of kinds: [[Double]]) {
    var best: (offset: Int, minutes: Double) = (0, 0)
    for offset in 0...(year.last - year.first) {
      let minutes = kinds.reduce(0) { $0 + $1[offset] }.minutesToTwoDecimals
      if minutes > best.minutes { best = (offset, minutes) }
    }
    guard best.minutes > 0 else { return nil }
    self.init(date: year.first + best.offset, minutes: best.minutes)
  }
}

extension YearReview {
  /// Returns the hour with the most sessions. `kinds` contain the sessions of each hour.
  static func busiestHour(of kinds: [[Int]]) -> Int? {
    let counts = (0..<24).map { hour in kinds.reduce(0) { $0 + $1[hour] } }
    guard let most = counts.max(), most > 0 else { return nil }
    return counts.firstIndex(of: most)
  }
}
