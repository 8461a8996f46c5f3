import Chronology
import Domain
import Storage

enum TimerStore {
  static func timer(_ user: String, _ rows: Rows) throws -> ReadingTimer? {
    try rows.first("SELECT work_id, started_at, start_page FROM timers WHERE user_id = $1", .text(user)) { row in
      ReadingTimer(workId: row.text(0), startedAt: Instant(seconds: row.integer(1)), startPage: row.int(2))
    }
  }

  static func insert(_ timer: ReadingTimer, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      "INSERT INTO timers (user_id, work_id, started_at, start_page) VALUES ($1, $2, $3, $4)",
      .text(user), .text(timer.workId), .integer(timer.startedAt.seconds), .integer(timer.startPage))
  }

  static func delete(_ user: String, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM timers WHERE user_id = $1", .text(user))
  }

  static func delete(_ user: String, on workId: String, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM timers WHERE user_id = $1 AND work_id = $2", .text(user), .text(workId))
  }
}

extension TimerStore {
  static let audited = AuditedTable(
    name: "timers", keyColumns: 1,
    rows: "SELECT work_id, started_at, start_page FROM timers WHERE user_id = $1 ORDER BY work_id",
    orphans: "SELECT DISTINCT user_id FROM timers WHERE user_id NOT IN (SELECT user_id FROM users)",
    delete: "DELETE FROM timers WHERE user_id = $1")
}
