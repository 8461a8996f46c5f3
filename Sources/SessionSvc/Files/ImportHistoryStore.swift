import API
import Chronology
import Storage

/// A row of the history of imports.
struct StoredImport: Hashable, Sendable {
  /// Counts a user's imports.
  var number: Int64
  var at: Instant
  var source: String
  var format: String
  var name: String?
  var added: Int64
  var alreadyThere: Int64
  var rejected: Int64
  var problem: String?

  /// Nil if the row has values that are not valid.
  var record: SessionAPI.ImportRecord? {
    guard let source = SessionAPI.ImportOrigin(rawValue: source), let format = ImportFormat(rawValue: format) else {
      return nil
    }
    return SessionAPI.ImportRecord(
      at: at, source: source, format: format, name: name, added: Int(added), alreadyThere: Int(alreadyThere),
      rejected: Int(rejected), problem: problem)
  }
}

enum ImportHistoryStore {
  /// Adds an import, and removes the oldest beyond the limit.
  static func add(_ stored: StoredImport, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO imports (user_id, number, at, source, format, name, added, already_there, rejected, problem)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      """,
      .text(user), .integer(stored.number), .integer(stored.at.seconds), .text(stored.source), .text(stored.format),
      .optional(stored.name), .integer(stored.added), .integer(stored.alreadyThere), .integer(stored.rejected),
      .optional(stored.problem))
    try transaction.run(
      "DELETE FROM imports WHERE user_id = $1 AND number <= $2", .text(user),
      .integer(stored.number - Int64(SessionLimits.keptImports)))
  }

  static func lastNumber(of user: String, _ rows: Rows) throws -> Int64 {
    try rows.first("SELECT COALESCE(MAX(number), 0) FROM imports WHERE user_id = $1", .text(user)) {
      $0.integer(0)
    } ?? 0
  }

  /// Returns imports before a number, newest first.
  static func imports(of user: String, before number: Int64, limit: Int, _ rows: Rows) throws -> [StoredImport] {
    try rows.all(
      """
      SELECT number, at, source, format, name, added, already_there, rejected, problem FROM imports
      WHERE user_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3
      """, .text(user), .integer(number), .integer(limit), as: stored)
  }

  static func each(_ rows: Rows, body: (_ user: String, _ stored: StoredImport) throws -> Void) throws {
    try rows.each(
      """
      SELECT number, at, source, format, name, added, already_there, rejected, problem, user_id FROM imports
      ORDER BY user_id, number
      """
    ) { row in
      try body(row.text(9), stored(row))
      return true
    }
  }

  private static func stored(_ row: Row) -> StoredImport {
    StoredImport(
      number: row.integer(0), at: Instant(seconds: row.integer(1)), source: row.text(2), format: row.text(3),
      name: row.optionalText(4), added: row.integer(5), alreadyThere: row.integer(6), rejected: row.integer(7),
      problem: row.optionalText(8))
  }
}
