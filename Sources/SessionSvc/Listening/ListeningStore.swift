import Chronology
import Domain
import Storage

enum ListeningStore {
  /// A position in a list of sessions, which is read from newest to oldest.
  struct Place {
    var startedAt: Instant
    var storyId: String

    /// The position before the newest session.
    static let top = Place(startedAt: Instant(seconds: .max), storyId: "")
  }

  static func session(
    _ user: String, storyId: String, startedAt: Instant, _ rows: Rows
  ) throws -> ListeningSession? {
    guard TextRules.isObjectId(storyId) else { return nil }
    return try rows.first(sessionQuery(user, storyId: storyId, startedAt: startedAt), as: session)
  }

  static func sessionQuery(_ user: String, storyId: String, startedAt: Instant) -> Query {
    Query(
      """
      SELECT story_id, started_at, ended_at, completed, duration, given FROM sessions
      WHERE user_id = $1 AND started_at = $2 AND story_id = $3
      """, .text(user), .integer(startedAt.seconds), .text(storyId))
  }

  /// Looks up a session by its external id. The start selects few rows, and the story distinguishes them.
  static func session(_ user: String, _ id: SessionIdentifier, _ rows: Rows) throws -> ListeningSession? {
    try rows.all(
      """
      SELECT story_id, started_at, ended_at, completed, duration, given FROM sessions
      WHERE user_id = $1 AND started_at = $2
      """, .text(user), .integer(id.startedAt.seconds), as: session
    ).first { SessionIdentifier(storyId: $0.storyId, startedAt: $0.startedAt) == id }
  }

  static func save(_ session: ListeningSession, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO sessions (user_id, started_at, story_id, ended_at, completed, duration, given)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (user_id, started_at, story_id) DO UPDATE SET ended_at = excluded.ended_at,
        completed = excluded.completed, duration = excluded.duration, given = excluded.given
      """,
      .text(user), .integer(session.startedAt.seconds), .text(session.storyId), .integer(session.endedAt.seconds),
      .flag(session.completed), .real(session.duration), .optional(session.given))
  }

  static func delete(_ session: ListeningSession, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      "DELETE FROM sessions WHERE user_id = $1 AND started_at = $2 AND story_id = $3",
      .text(user), .integer(session.startedAt.seconds), .text(session.storyId))
  }

  /// Returns sessions in the range, newest first.
  static func sessions(
    _ user: String, _ starts: StartRange, after place: Place, limit: Int, _ rows: Rows
  ) throws -> [ListeningSession] {
    try rows.all(
      """
      SELECT story_id, started_at, ended_at, completed, duration, given FROM sessions
      WHERE user_id = $1 AND started_at >= $2 AND started_at < $3 AND (started_at, story_id) < ($4, $5)
      ORDER BY started_at DESC, story_id DESC LIMIT $6
      """,
      .text(user), .integer(starts.from.seconds), .integer(starts.before.seconds), .integer(place.startedAt.seconds),
      .text(place.storyId), .integer(limit), as: session)
  }

  /// Returns sessions of one story in the range. The inner query reads only the index of stories; otherwise the engine
  /// would scan all of the user's sessions in the range.
  static func sessions(
    _ user: String, storyId: String, _ starts: StartRange, after place: Place, limit: Int, _ rows: Rows
  ) throws -> [ListeningSession] {
    try rows.all(
      """
      SELECT s.story_id, s.started_at, s.ended_at, s.completed, s.duration, s.given
      FROM (
        SELECT user_id, started_at, story_id FROM sessions
        WHERE user_id = $1 AND story_id = $2 AND started_at >= $3 AND started_at < $4
          AND (started_at, story_id) < ($5, $6)
        ORDER BY started_at DESC LIMIT $7
      ) AS found
      JOIN sessions AS s
        ON s.user_id = found.user_id AND s.started_at = found.started_at AND s.story_id = found.story_id
      ORDER BY s.started_at DESC
      """,
      .text(user), .text(storyId), .integer(starts.from.seconds), .integer(starts.before.seconds),
      .integer(place.startedAt.seconds),
      .text(place.storyId), .integer(limit), as: session)
  }

  /// Passes sessions after a position to `body` until it returns false, oldest first.
  static func each(
    _ user: String, from place: Place?, _ rows: Rows, body: (ListeningSession) throws -> Bool
  ) throws {
    let place = place ?? Place(startedAt: Instant(seconds: .min), storyId: "")
    try rows.each(
      """
      SELECT story_id, started_at, ended_at, completed, duration, given FROM sessions
      WHERE user_id = $1 AND (started_at, story_id) > ($2, $3) ORDER BY started_at, story_id
      """, .text(user), .integer(place.startedAt.seconds), .text(place.storyId)
    ) { try body(session($0)) }
  }

  /// Returns the first completed sessions of a story. The condition is that of the index `completed_sessions`.
  static func completed(_ user: String, storyId: String, limit: Int, _ rows: Rows) throws -> [ListeningSession] {
    try rows.all(
      """
      SELECT story_id, started_at, ended_at, completed, duration, given FROM sessions
      WHERE user_id = $1 AND story_id = $2 AND completed = 1 ORDER BY started_at LIMIT $3
      """, .text(user), .text(storyId), .integer(limit), as: session)
  }

  /// Returns the start of the first session of a story at or after an instant.
  static func firstStart(_ user: String, storyId: String, from: Instant, _ rows: Rows) throws -> Instant? {
    try rows.first(
      """
      SELECT started_at FROM sessions WHERE user_id = $1 AND story_id = $2 AND started_at >= $3
      ORDER BY started_at LIMIT 1
      """, .text(user), .text(storyId), .integer(from.seconds)
    ) { Instant(seconds: $0.integer(0)) }
  }

  /// Passes the sessions of a story that start in a range, both ends included, to `body`.
  static func each(
    _ user: String, storyId: String, from: Instant, to: Instant, _ rows: Rows, body: (ListeningSession) -> Void
  ) throws {
    try rows.each(
      """
      SELECT story_id, started_at, ended_at, completed, duration, given FROM sessions
      WHERE user_id = $1 AND story_id = $2 AND started_at >= $3 AND started_at <= $4 ORDER BY started_at
      """, .text(user), .text(storyId), .integer(from.seconds), .integer(to.seconds)
    ) { row in
      body(session(row))
      return true
    }
  }

  private static func session(_ row: Row) -> ListeningSession {
    ListeningSession(
      storyId: row.text(0), startedAt: Instant(seconds: row.integer(1)), endedAt: Instant(seconds: row.integer(2)),
      completed: row.flag(3), duration: row.real(4), given: row.optionalReal(5))
  }
}

extension ListeningStore {
  static let audited = AuditedTable(
    name: "sessions", keyColumns: 2,
    rows: """
      SELECT started_at, story_id, ended_at, completed, duration, given FROM sessions
      WHERE user_id = $1 ORDER BY started_at, story_id
      """,
    orphans: "SELECT DISTINCT user_id FROM sessions WHERE user_id NOT IN (SELECT user_id FROM users)",
    delete: "DELETE FROM sessions WHERE user_id = $1")
}
