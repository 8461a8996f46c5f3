import Domain

/// What the sessions of one work add up to. Whole numbers, so that adding and taking away is exact.
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
