import API
import Chronology
import Storage

/// The last use of each connector by a user's clients.
struct StoredConnectorUse: Hashable, Sendable {
  var connector: String
  /// Accurate to the minute.
  var seenAt: Instant
  var problem: SessionAPI.ConnectorProblem?
}

enum ConnectorUseStore {
  static func uses(of user: String, _ rows: Rows) throws -> [StoredConnectorUse] {
    try rows.all(
      """
      SELECT connector, seen_at, problem_at, problem FROM connector_uses WHERE user_id = $1 ORDER BY connector
      """, .text(user), as: use)
  }

  /// A use without a problem keeps the last problem.
  static func save(
    _ connector: ConnectorName, seenAt: Instant, _ problem: SessionAPI.ConnectorProblem?, of user: String,
    _ transaction: Transaction
  ) throws {
    try transaction.run(
      """
      INSERT INTO connector_uses (user_id, connector, seen_at, problem_at, problem) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (user_id, connector) DO UPDATE SET
        seen_at = CASE WHEN excluded.seen_at > connector_uses.seen_at THEN excluded.seen_at
          ELSE connector_uses.seen_at END,
        problem_at = COALESCE(excluded.problem_at, connector_uses.problem_at),
        problem = COALESCE(excluded.problem, connector_uses.problem)
      """,
      .text(user), .text(connector.rawValue), .integer(seenAt.seconds), .optional(problem?.at.seconds),
      .optional(problem?.message))
  }

  /// Returns the number of items that a connector has stored, or nil if its items are not counted.
  static func itemCount(of connector: ConnectorName, _ user: String, _ rows: Rows) throws -> Int? {
    let count: SQL
    switch connector {
    case .dav: count = "SELECT COUNT(*) FROM files WHERE user_id = $1 AND is_folder = 0"
    case .kosync: count = "SELECT COUNT(*) FROM positions WHERE user_id = $1"
    case .gpodder: count = "SELECT COUNT(*) FROM gpodder_playings WHERE user_id = $1"
    case .listenbrainz: count = "SELECT COUNT(*) FROM listens WHERE user_id = $1"
    case .pull: count = "SELECT COUNT(*) FROM connection_sessions WHERE user_id = $1"
    case .koinsight, .inbox, .webhooks: return nil
    }
    return try rows.first(count, .text(user)) { $0.int(0) }
  }

  static func each(_ rows: Rows, body: (_ user: String, _ use: StoredConnectorUse) throws -> Void) throws {
    try rows.each(
      "SELECT connector, seen_at, problem_at, problem, user_id FROM connector_uses ORDER BY user_id, connector"
    ) { row in
      try body(row.text(4), use(row))
      return true
    }
  }

  private static func use(_ row: Row) -> StoredConnectorUse {
    let problem = row.optionalText(3).map { message in
      SessionAPI.ConnectorProblem(at: Instant(seconds: row.optionalInteger(2) ?? 0), message: message)
    }
    return StoredConnectorUse(connector: row.text(0), seenAt: Instant(seconds: row.integer(1)), problem: problem)
  }
}
