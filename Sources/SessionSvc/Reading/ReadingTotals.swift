import Domain

/// The totals of a work's sessions. Integers, so that adding and subtracting is exact.
struct ReadingTotals: Hashable, Sendable {
  var sessions = 0
  var minutes = 0
  var pages = 0

  mutating func add(_ session: ReadingSession) {
    sessions += 1
    minutes += session.durationMinutes
    pages += session.pagesRead
  }

  mutating func remove(_ session: ReadingSession) {
    sessions -= 1
    minutes -= session.durationMinutes
    pages -= session.pagesRead
  }
}
