import Domain
import Storage

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

extension ReadingTotals {
  static func totals(_ user: String, workId: String, _ reading: Reading) throws -> ReadingTotals {
    try reading.first(
      "SELECT sessions, minutes, pages FROM reading_totals WHERE user_id = $1 AND work_id = $2",
      .text(user), .text(workId)
    ) { ReadingTotals(sessions: $0.int(0), minutes: $0.int(1), pages: $0.int(2)) } ?? ReadingTotals()
  }

  func save(of user: String, workId: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO reading_totals (user_id, work_id, sessions, minutes, pages) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (user_id, work_id) DO UPDATE SET sessions = excluded.sessions, minutes = excluded.minutes,
        pages = excluded.pages
      """, .text(user), .text(workId), .integer(sessions), .integer(minutes), .integer(pages))
  }
}
