import Chronology
import Connectors
import Storage

/// The playings of episodes, by which later reports find their sessions.
enum PlayingStore {
  /// Returns the playings that start at the same position of the episode on the same device, newest first.
  static func playings(
    _ user: String, of storyId: String, on device: String, from started: Int64, _ rows: Rows
  ) throws -> [Playing] {
    try rows.all(
      """
      SELECT started, reached, reported_at, started_at, ended_at, duration, completed FROM gpodder_playings
      WHERE user_id = $1 AND story_id = $2 AND device = $3 AND started = $4 ORDER BY reported_at DESC
      """, .text(user), .text(storyId), .text(device), .integer(started), as: playing)
  }

  /// Whether a playing of the episode, on any device, has begun at that time.
  static func hasStart(_ user: String, of storyId: String, at startedAt: Instant, _ rows: Rows) throws -> Bool {
    try rows.first(
      "SELECT 1 FROM gpodder_playings WHERE user_id = $1 AND story_id = $2 AND started_at = $3 LIMIT 1",
      .text(user), .text(storyId), .integer(startedAt.seconds)
    ) { $0.int(0) } != nil
  }

  static func save(
    _ playing: Playing, of storyId: String, on device: String, _ user: String, _ transaction: Transaction
  ) throws {
    try transaction.run(
      """
      INSERT INTO gpodder_playings
        (user_id, story_id, device, started, reported_at, reached, started_at, ended_at, duration, completed)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      ON CONFLICT (user_id, story_id, device, started, reported_at) DO UPDATE SET reached = excluded.reached,
        ended_at = excluded.ended_at, duration = excluded.duration, completed = excluded.completed
      """,
      .text(user), .text(storyId), .text(device), .integer(playing.started), .integer(playing.reportedAt.seconds),
      .integer(playing.position), .integer(playing.startedAt.seconds), .optional(playing.written?.endedAt.seconds),
      .optional(playing.written?.duration), playing.written.map { .flag($0.isCompleted) } ?? .null)
  }

  static func each(
    _ rows: Rows, body: (_ user: String, _ storyId: String, _ device: String, Playing) throws -> Void
  ) throws {
    try rows.each(
      """
      SELECT started, reached, reported_at, started_at, ended_at, duration, completed, user_id, story_id, device
      FROM gpodder_playings ORDER BY user_id, story_id, device, started, reported_at
      """
    ) { row in
      try body(row.text(7), row.text(8), row.text(9), playing(row))
      return true
    }
  }

  private static func playing(_ row: Row) -> Playing {
    var written: WrittenSession?
    if let endedAt = row.optionalInteger(4), let duration = row.optionalReal(5) {
      written = WrittenSession(
        endedAt: Instant(seconds: endedAt), duration: duration, isCompleted: !row.isNull(6) && row.flag(6))
    }
    return Playing(
      started: row.integer(0), position: row.integer(1), reportedAt: Instant(seconds: row.integer(2)),
      startedAt: Instant(seconds: row.integer(3)), written: written)
  }
}
