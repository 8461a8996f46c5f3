import Chronology
import Domain
import Storage

/// An anomaly and the event that reported it.
struct StoredAnomaly: Hashable {
  var seq: Int64
  var place: Int
  var storyId: String
  var startedAt: Instant
  var anomaly: ListeningAnomaly
  var recordedAt: Instant
}

enum AnomalyStore {
  static func insert(_ stored: StoredAnomaly, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO anomalies (user_id, seq, place, started_at, story_id, kind, given, stored, recorded_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      """,
      .text(user), .integer(stored.seq), .integer(stored.place), .integer(stored.startedAt.seconds),
      .text(stored.storyId), .text(stored.anomaly.kind.rawValue), .real(stored.anomaly.given),
      .real(stored.anomaly.stored), .integer(stored.recordedAt.seconds))
  }

  /// Returns the number of anomalies of an event.
  static func count(_ user: String, at seq: Int64, _ rows: Rows) throws -> Int {
    try rows.first("SELECT COUNT(*) FROM anomalies WHERE user_id = $1 AND seq = $2", .text(user), .integer(seq)) {
      $0.int(0)
    } ?? 0
  }

  /// Returns the number of anomalies per event.
  static func counts(_ user: String, _ rows: Rows) throws -> [Int64: Int] {
    let found = try rows.all(
      "SELECT seq, COUNT(*) FROM anomalies WHERE user_id = $1 GROUP BY seq", .text(user)
    ) { ($0.integer(0), $0.int(1)) }
    return Dictionary(uniqueKeysWithValues: found)
  }

  /// Returns anomalies before the given one, newest first.
  static func anomalies(
    _ user: String, before seq: Int64, _ place: Int, limit: Int, _ rows: Rows
  ) throws -> [StoredAnomaly] {
    try rows.all(
      """
      SELECT seq, place, started_at, story_id, kind, given, stored, recorded_at FROM anomalies
      WHERE user_id = $1 AND (seq, place) < ($2, $3) ORDER BY seq DESC, place DESC LIMIT $4
      """, .text(user), .integer(seq), .integer(place), .integer(limit)
    ) { row in
      guard let kind = ListeningAnomaly.Kind(rawValue: row.text(4)) else {
        throw DatabaseError(.corrupt, "unknown kind of anomaly: \(row.text(4))")
      }
      return StoredAnomaly(
        seq: row.integer(0), place: row.int(1), storyId: row.text(3), startedAt: Instant(seconds: row.integer(2)),
        anomaly: ListeningAnomaly(kind: kind, given: row.real(5), stored: row.real(6)),
        recordedAt: Instant(seconds: row.integer(7)))
    }
  }
}

extension AnomalyStore {
  static let audited = AuditedTable(
    name: "anomalies", keyColumns: 2,
    rows: """
      SELECT seq, place, started_at, story_id, kind, given, stored, recorded_at FROM anomalies
      WHERE user_id = $1 ORDER BY seq, place
      """,
    orphans: "SELECT DISTINCT user_id FROM anomalies WHERE user_id NOT IN (SELECT user_id FROM users)",
    delete: "DELETE FROM anomalies WHERE user_id = $1")
}
