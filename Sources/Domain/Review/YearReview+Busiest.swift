import Chronology

extension YearReview.BusiestDay {
  /// The day with the most displayed minutes; in a tie, the earliest. `kinds` contain the seconds of each day of the
  /// span.
  init?(_ span: CalendarSpan, of kinds: [[Double]]) {
    var best: (offset: Int, minutes: Double) = (0, 0)
    for offset in 0...(span.last - span.first) {
      let minutes = kinds.reduce(0) { $0 + $1[offset] }.minutesToTwoDecimals
      if minutes > best.minutes { best = (offset, minutes) }
    }
    guard best.minutes > 0 else { return nil }
    self.init(date: span.first + best.offset, minutes: best.minutes)
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
