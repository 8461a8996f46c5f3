import Chronology

/// Finds out which sessions can have made a streak longer, so that a long history in any order is checked once a day
/// instead of once a session. It is a shortcut, not a part of any state.
struct StreakWatch: Sendable {
  /// Streak days that a session has touched since the last reset.
  private var knownDays: Set<Day> = []

  /// A session that only touches known streak days cannot have made one longer. To be called once for each
  /// completed session, when it is in the history.
  mutating func mayLengthen(from startedAt: Instant, to endedAt: Instant, in calendar: LocalCalendar) -> Bool {
    let first = calendar.day(of: startedAt)
    let last = calendar.day(of: max(startedAt, endedAt + -1))
    let isKnown = knownDays.contains(first) && (first == last || knownDays.contains(last) && last - first == 1)
    if !isKnown {
      knownDays.insert(first)
      knownDays.insert(last)
    }
    return !isKnown
  }

  /// After anything but a new session: removing a day can make a streak longer too, since the runs then begin elsewhere
  /// and use their rest days for other gaps.
  mutating func reset() {
    knownDays.removeAll()
  }

  var approximateBytes: Int { knownDays.count * 8 }
}
