import Chronology
import Crypto
import Storage

/// Compressed tracks by the start of their ruck, with a digest that shows damage.
enum TrackStore {
  /// A stored track as an audit finds it.
  struct Audited {
    var user: String
    var startedAt: Int64
    var bytes: [UInt8]
    var digest: [UInt8]
    /// Whether the ruck exists and is marked as having a track.
    var isExpected: Bool
  }

  static func bytes(_ user: String, startedAt: Instant, _ rows: Rows) throws -> [UInt8]? {
    try rows.first(
      "SELECT bytes FROM tracks WHERE user_id = $1 AND started_at = $2", .text(user), .integer(startedAt.seconds)
    ) { $0.bytes(0) }
  }

  /// Returns the starts of rucks that have tracks, oldest first.
  static func starts(_ user: String, after start: Int64, limit: Int, _ rows: Rows) throws -> [Int64] {
    try rows.all(
      "SELECT started_at FROM tracks WHERE user_id = $1 AND started_at > $2 ORDER BY started_at LIMIT $3",
      .text(user), .integer(start), .integer(limit)
    ) { $0.integer(0) }
  }

  static func save(_ bytes: [UInt8], startedAt: Instant, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO tracks (user_id, started_at, bytes, digest) VALUES ($1, $2, $3, $4)
      ON CONFLICT (user_id, started_at) DO UPDATE SET bytes = excluded.bytes, digest = excluded.digest
      """, .text(user), .integer(startedAt.seconds), .bytes(bytes), .bytes(SHA256.hash(bytes)))
  }

  static func delete(_ user: String, startedAt: Instant, _ transaction: Transaction) throws {
    try transaction.run(
      "DELETE FROM tracks WHERE user_id = $1 AND started_at = $2", .text(user), .integer(startedAt.seconds))
  }

  static func each(_ rows: Rows, _ body: (Audited) throws -> Void) throws {
    try rows.each(
      """
      SELECT t.user_id, t.started_at, t.bytes, t.digest, r.track FROM tracks t
      LEFT JOIN rucks r ON r.user_id = t.user_id AND r.started_at = t.started_at
      ORDER BY t.user_id, t.started_at
      """
    ) { row in
      try body(
        Audited(
          user: row.text(0), startedAt: row.integer(1), bytes: row.bytes(2), digest: row.bytes(3),
          isExpected: row.optionalInteger(4) == 1))
      return true
    }
  }

  /// Passes the rucks whose track is missing.
  static func eachMissing(_ rows: Rows, _ body: (_ user: String, _ rucks: Int) -> Void) throws {
    try rows.each(
      """
      SELECT r.user_id, COUNT(*) FROM rucks r
      LEFT JOIN tracks t ON t.user_id = r.user_id AND t.started_at = r.started_at
      WHERE r.track = 1 AND t.user_id IS NULL GROUP BY r.user_id ORDER BY r.user_id
      """
    ) { row in
      body(row.text(0), row.int(1))
      return true
    }
  }
}
