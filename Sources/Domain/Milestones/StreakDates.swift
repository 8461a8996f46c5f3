import Chronology

/// When a streak of some length was reached, if sessions count from their end on.
struct StreakDates {
  /// By day, the first end of a session that touches it.
  private var firstEnds: [Day: Int64] = [:]

  mutating func add(_ day: Day, end: Int64) {
    firstEnds[day] = min(firstEnds[day] ?? end, end)
  }

  /// Returns for each length the first second at which a streak is at least as long, or nil if none ever is.
  func first(_ lengths: [Int], restDays: SettingByDay<Int>) -> [Int64?] {
    let touched = firstEnds.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    var found = [Int64?](repeating: nil, count: lengths.count)
    var streaks = Streaks(restDays: restDays)
    var place = 0
    while place < touched.count, found.contains(nil) {
      let end = touched[place].value
      while place < touched.count, touched[place].value == end {
        let day = touched[place].key
        place += 1
        if let last = streaks.lastDay, day < last {
          // A long session ended after a later one.
          streaks = Streaks(restDays: restDays)
          for known in touched[..<place].map(\.key).sorted() { streaks.add(known) }
        } else {
          streaks.add(day)
        }
      }
      for (index, length) in lengths.enumerated() where found[index] == nil && streaks.longest >= length {
        found[index] = end
      }
    }
    return found
  }
}
