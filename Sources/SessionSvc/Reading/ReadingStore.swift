import Chronology
import Domain
import Storage

/// A reading session and the state of its prompt.
struct StoredReading: Hashable, Sendable {
  var session: ReadingSession
  var promptShown = false
  var enriched = false
}

enum ReadingStore {
  /// A position in a list of sessions, which is read from newest to oldest.
  struct Place {
    var startedAt: Instant
    var workId: String

    /// The position before the newest session.
    static let top = Place(startedAt: Instant(seconds: .max), workId: "")
  }

  static func reading(
    _ user: String, workId: String, startedAt: Instant, _ rows: Rows
  ) throws -> StoredReading? {
    try rows.first(
      named: workId,
      """
      SELECT work_id, started_at, ended_at, start_page, end_page, prompt_shown, enriched FROM readings
      WHERE user_id = $1 AND started_at = $2 AND work_id = $3
      """, .text(user), .integer(startedAt.seconds), .text(workId), as: stored)
  }

  /// Looks up a session by its external id. The start selects few rows, and the work distinguishes them.
  static func reading(_ user: String, _ id: SessionIdentifier, _ rows: Rows) throws -> StoredReading? {
    try rows.all(
      """
      SELECT work_id, started_at, ended_at, start_page, end_page, prompt_shown, enriched FROM readings
      WHERE user_id = $1 AND started_at = $2
      """, .text(user), .integer(id.startedAt.seconds), as: stored
    ).first { SessionIdentifier(workId: $0.session.workId, startedAt: $0.session.startedAt) == id }
  }

  /// The greatest end of a work's sessions.
  static func latestEnd(_ user: String, workId: String, _ rows: Rows) throws -> Instant? {
    try rows.first(
      "SELECT ended_at FROM readings WHERE user_id = $1 AND work_id = $2 ORDER BY ended_at DESC LIMIT 1",
      .text(user), .text(workId)
    ) { Instant(seconds: $0.integer(0)) }
  }

  static func save(_ stored: StoredReading, of user: String, _ transaction: Transaction) throws {
    let session = stored.session
    try transaction.run(
      """
      INSERT INTO readings
        (user_id, started_at, work_id, ended_at, start_page, end_page, prompt_shown, enriched)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (user_id, started_at, work_id) DO UPDATE SET ended_at = excluded.ended_at,
        start_page = excluded.start_page, end_page = excluded.end_page, prompt_shown = excluded.prompt_shown,
        enriched = excluded.enriched
      """,
      .text(user), .integer(session.startedAt.seconds), .text(session.workId), .integer(session.endedAt.seconds),
      .integer(session.startPage), .integer(session.endPage), .flag(stored.promptShown), .flag(stored.enriched))
  }

  static func setEnriched(
    _ user: String, workId: String, startedAt: Instant, _ transaction: Transaction
  ) throws -> Bool {
    try transaction.change(
      "UPDATE readings SET enriched = 1 WHERE user_id = $1 AND started_at = $2 AND work_id = $3",
      .text(user), .integer(startedAt.seconds), .text(workId)) > 0
  }

  static func delete(_ session: ReadingSession, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      "DELETE FROM readings WHERE user_id = $1 AND started_at = $2 AND work_id = $3",
      .text(user), .integer(session.startedAt.seconds), .text(session.workId))
  }

  /// Returns sessions in the range, newest first.
  static func readings(
    _ user: String, _ starts: StartRange, after place: Place, limit: Int, _ rows: Rows
  ) throws -> [StoredReading] {
    try rows.all(
      """
      SELECT work_id, started_at, ended_at, start_page, end_page, prompt_shown, enriched FROM readings
      WHERE user_id = $1 AND started_at >= $2 AND started_at < $3 AND (started_at, work_id) < ($4, $5)
      ORDER BY started_at DESC, work_id DESC LIMIT $6
      """,
      .text(user), .integer(starts.from.seconds), .integer(starts.before.seconds), .integer(place.startedAt.seconds),
      .text(place.workId), .integer(limit), as: stored)
  }

  /// Returns sessions of one work in the range, newest first.
  static func readings(
    _ user: String, workId: String, _ starts: StartRange, after place: Place, limit: Int, _ rows: Rows
  ) throws -> [StoredReading] {
    try rows.all(
      """
      SELECT work_id, started_at, ended_at, start_page, end_page, prompt_shown, enriched FROM readings
      WHERE user_id = $1 AND work_id = $2 AND started_at >= $3 AND started_at < $4
        AND (started_at, work_id) < ($5, $6)
      ORDER BY started_at DESC LIMIT $7
      """,
      .text(user), .text(workId), .integer(starts.from.seconds), .integer(starts.before.seconds),
      .integer(place.startedAt.seconds), .text(place.workId), .integer(limit), as: stored)
  }

  /// Passes sessions after a position to `body` until it returns false, oldest first.
  static func each(
    _ user: String, from place: Place?, _ rows: Rows, body: (StoredReading) throws -> Bool
  ) throws {
    let place = place ?? Place(startedAt: Instant(seconds: .min), workId: "")
    try rows.each(
      """
      SELECT work_id, started_at, ended_at, start_page, end_page, prompt_shown, enriched FROM readings
      WHERE user_id = $1 AND (started_at, work_id) > ($2, $3) ORDER BY started_at, work_id
      """, .text(user), .integer(place.startedAt.seconds), .text(place.workId)
    ) { try body(stored($0)) }
  }

  /// Returns the last page of the session that ended last. The later start decides between two with the same end.
  static func lastPage(_ user: String, workId: String, _ rows: Rows) throws -> Int? {
    try rows.first(
      """
      SELECT end_page FROM readings WHERE user_id = $1 AND work_id = $2
      ORDER BY ended_at DESC, started_at DESC LIMIT 1
      """, .text(user), .text(workId)
    ) { $0.int(0) }
  }

  /// Returns all sessions of one work, sorted by start.
  static func sessions(_ user: String, workId: String, _ rows: Rows) throws -> [ReadingSession] {
    try rows.all(
      """
      SELECT work_id, started_at, ended_at, start_page, end_page, prompt_shown, enriched FROM readings
      WHERE user_id = $1 AND work_id = $2 ORDER BY started_at
      """, .text(user), .text(workId), as: stored
    ).map(\.session)
  }

  /// Returns the totals of the sessions of a work that started in the window.
  static func totals(_ user: String, workId: String, in window: ReadWindow, _ rows: Rows) throws -> ReadingTotals {
    try rows.first(
      """
      SELECT COUNT(*), CAST(COALESCE(SUM((ended_at - started_at) / 60), 0) AS BIGINT),
        CAST(COALESCE(SUM(CASE WHEN end_page > start_page THEN end_page - start_page ELSE 0 END), 0) AS BIGINT)
      FROM readings WHERE user_id = $1 AND work_id = $2 AND started_at > $3 AND started_at <= $4
      """, .text(user), .text(workId), .integer(window.after), .integer(window.upTo)
    ) { ReadingTotals(sessions: $0.int(0), minutes: $0.int(1), pages: $0.int(2)) } ?? ReadingTotals()
  }

  private static func stored(_ row: Row) -> StoredReading {
    StoredReading(
      session: ReadingSession(
        workId: row.text(0), startedAt: Instant(seconds: row.integer(1)), endedAt: Instant(seconds: row.integer(2)),
        startPage: row.int(3), endPage: row.int(4)),
      promptShown: row.flag(5), enriched: row.flag(6))
  }
}

extension ReadingStore {
  static let audited = AuditedTable(
    name: "readings", keyColumns: 2,
    rows: """
      SELECT started_at, work_id, ended_at, start_page, end_page, prompt_shown, enriched FROM readings
      WHERE user_id = $1 ORDER BY started_at, work_id
      """,
    orphans: "SELECT DISTINCT user_id FROM readings WHERE user_id NOT IN (SELECT user_id FROM users)",
    delete: "DELETE FROM readings WHERE user_id = $1")
}
