import Chronology

/// Finds the sessions that can have lengthened a streak, so that a long history is checked once per day instead of once
/// per session. It is an optimisation and not part of the state.
struct StreakFilter: Sendable {
  /// The streak days that sessions have touched since the last reset.
  private var knownDays: Set<Day> = []

  /// Returns whether the session can have lengthened a streak, which requires a new streak day. Must be called once per
  /// completed session, after it was added.
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

  /// Must be called after any change other than a new session. Removing a day can lengthen a streak too, because runs
  /// then start elsewhere and use their rest days for other gaps.
  mutating func reset() {
    knownDays.removeAll()
  }

  var approximateBytes: Int { knownDays.count * 8 }
}
