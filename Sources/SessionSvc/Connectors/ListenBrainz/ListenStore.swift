import API
import Chronology
import Storage

enum ListenStore {
  static func has(_ user: String, at listenedAt: Instant, _ storyId: String, _ rows: Rows) throws -> Bool {
    try rows.first(
      "SELECT 1 FROM listens WHERE user_id = $1 AND listened_at = $2 AND story_id = $3", .text(user),
      .integer(listenedAt.seconds), .text(storyId)
    ) { $0.int(0) } != nil
  }

  static func insert(
    _ listen: SessionAPI.Listen, of storyId: String, _ user: String, _ transaction: Transaction
  ) throws {
    try transaction.run(
      """
      INSERT INTO listens (user_id, listened_at, story_id, artist, track, release, seconds, information)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      .text(user), .integer(listen.listenedAt.seconds), .text(storyId), .text(listen.artist), .text(listen.track),
      .optional(listen.release), .optional(listen.seconds), listen.information.map { .bytes($0) } ?? .null)
  }

  /// Returns the listens of sessions that exist, newest first. The times are exclusive.
  static func listens(
    _ user: String, after: Int64, before: Int64, limit: Int, _ rows: Rows
  ) throws -> [SessionAPI.Listen] {
    try rows.all(
      """
      SELECT l.listened_at, l.artist, l.track, l.release, l.seconds, l.information FROM listens AS l
      JOIN sessions AS s ON s.user_id = l.user_id AND s.started_at = l.listened_at AND s.story_id = l.story_id
      WHERE l.user_id = $1 AND l.listened_at > $2 AND l.listened_at < $3
      ORDER BY l.listened_at DESC, l.story_id DESC LIMIT $4
      """, .text(user), .integer(after), .integer(before), .integer(limit), as: listen)
  }

  /// Returns the time of the first listen whose session exists.
  static func oldest(_ user: String, _ rows: Rows) throws -> Int64? {
    try rows.first(
      """
      SELECT l.listened_at FROM listens AS l
      JOIN sessions AS s ON s.user_id = l.user_id AND s.started_at = l.listened_at AND s.story_id = l.story_id
      WHERE l.user_id = $1 ORDER BY l.listened_at, l.story_id LIMIT 1
      """, .text(user)
    ) { $0.integer(0) }
  }

  static func count(_ user: String, _ rows: Rows) throws -> Int {
    try rows.first(
      """
      SELECT COUNT(*) FROM listens AS l
      JOIN sessions AS s ON s.user_id = l.user_id AND s.started_at = l.listened_at AND s.story_id = l.story_id
      WHERE l.user_id = $1
      """, .text(user)
    ) { $0.int(0) } ?? 0
  }

  /// Passes the listens after a position to `body` until it returns false, including those of deleted sessions.
  static func each(
    _ user: String, after listenedAt: Int64, _ storyId: String, _ rows: Rows,
    body: (_ storyId: String, SessionAPI.Listen) throws -> Bool
  ) throws {
    try rows.each(
      """
      SELECT listened_at, artist, track, release, seconds, information, story_id FROM listens
      WHERE user_id = $1 AND (listened_at, story_id) > ($2, $3) ORDER BY listened_at, story_id
      """, .text(user), .integer(listenedAt), .text(storyId)
    ) { try body($0.text(6), listen($0)) }
  }

  static func each(_ rows: Rows, body: (_ user: String, _ storyId: String, SessionAPI.Listen) throws -> Void) throws {
    try rows.each(
      """
      SELECT listened_at, artist, track, release, seconds, information, story_id, user_id FROM listens
      ORDER BY user_id, listened_at, story_id
      """
    ) { row in
      try body(row.text(7), row.text(6), listen(row))
      return true
    }
  }

  private static func listen(_ row: Row) -> SessionAPI.Listen {
    SessionAPI.Listen(
      listenedAt: Instant(seconds: row.integer(0)), artist: row.text(1), track: row.text(2),
      release: row.optionalText(3), seconds: row.optionalReal(4), information: row.optionalBytes(5))
  }
}
