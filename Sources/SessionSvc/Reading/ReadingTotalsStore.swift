import Storage

enum ReadingTotalsStore {
  static func totals(_ user: String, workId: String, _ rows: Rows) throws -> ReadingTotals {
    try rows.first(
      "SELECT sessions, minutes, pages FROM reading_totals WHERE user_id = $1 AND work_id = $2",
      .text(user), .text(workId)
    ) { ReadingTotals(sessions: $0.int(0), minutes: $0.int(1), pages: $0.int(2)) } ?? ReadingTotals()
  }

  static func save(_ totals: ReadingTotals, of user: String, workId: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO reading_totals (user_id, work_id, sessions, minutes, pages) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (user_id, work_id) DO UPDATE SET sessions = excluded.sessions, minutes = excluded.minutes,
        pages = excluded.pages
      """, .text(user), .text(workId), .integer(totals.sessions), .integer(totals.minutes),
      .integer(totals.pages))
  }
}

extension ReadingTotalsStore {
  static let audited = AuditedTable(
    name: "reading_totals", keyColumns: 1,
    rows: """
      SELECT work_id, sessions, minutes, pages FROM reading_totals WHERE user_id = $1 ORDER BY work_id
      """,
    orphans: "SELECT DISTINCT user_id FROM reading_totals WHERE user_id NOT IN (SELECT user_id FROM users)",
    delete: "DELETE FROM reading_totals WHERE user_id = $1")
}
