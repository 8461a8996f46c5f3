import Chronology
import Domain
import Proto
import Storage

/// A connection with its sealed secret.
struct StoredConnection: Hashable, Sendable {
  var connection: Connection
  var secret: [UInt8]
}

enum ConnectionStore {
  /// Returns the connections of a user, oldest first. There are few.
  static func connections(of user: String, _ rows: Rows) throws -> [StoredConnection] {
    try rows.all(
      """
      SELECT id, kind, url, secret, every, is_on, created_at, state FROM connections
      WHERE user_id = $1 ORDER BY created_at, id
      """, .text(user), as: connection)
  }

  static func connection(_ user: String, _ id: String, _ rows: Rows) throws -> StoredConnection? {
    try rows.first(
      """
      SELECT id, kind, url, secret, every, is_on, created_at, state FROM connections WHERE user_id = $1 AND id = $2
      """, .text(user), .text(id), as: connection)
  }

  static func save(_ stored: StoredConnection, of user: String, _ transaction: Transaction) throws {
    let connection = stored.connection
    try transaction.run(
      """
      INSERT INTO connections (user_id, id, kind, url, secret, every, is_on, created_at, next_at, state)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      ON CONFLICT (user_id, id) DO UPDATE SET url = excluded.url, secret = excluded.secret, every = excluded.every,
        is_on = excluded.is_on, next_at = excluded.next_at, state = excluded.state
      """,
      .text(user), .text(connection.id), .text(connection.kind.rawValue), .text(connection.url),
      .bytes(stored.secret), .integer(connection.every), .flag(connection.isOn),
      .integer(connection.createdAt.seconds), .optional(connection.state.nextRunAt?.seconds),
      .bytes(try CBOREncoder.encode(connection.state)))
  }

  static func delete(_ user: String, _ id: String, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM connections WHERE user_id = $1 AND id = $2", .text(user), .text(id))
    try transaction.run(
      "DELETE FROM connection_sessions WHERE user_id = $1 AND connection_id = $2", .text(user), .text(id))
  }

  /// Returns connections whose time has come, the longest waiting first.
  static func due(at now: Instant, limit: Int, _ rows: Rows) throws -> [(user: String, id: String)] {
    try rows.all(
      "SELECT user_id, id FROM connections WHERE next_at <= $1 ORDER BY next_at, user_id, id LIMIT $2",
      .integer(now.seconds), .integer(limit)
    ) { ($0.text(0), $0.text(1)) }
  }

  static func each(_ rows: Rows, body: (_ user: String, _ connection: StoredConnection) throws -> Void) throws {
    try rows.each(
      """
      SELECT id, kind, url, secret, every, is_on, created_at, state, user_id FROM connections ORDER BY user_id, id
      """
    ) { row in
      try body(row.text(8), connection(row))
      return true
    }
  }

  private static func connection(_ row: Row) throws -> StoredConnection {
    guard let kind = ConnectionKind(rawValue: row.text(1)) else {
      throw DatabaseError(.corrupt, "the connection \(row.text(0)) has an unknown kind")
    }
    var connection = Connection(
      id: row.text(0), kind: kind, url: row.text(2), every: row.int(4), isOn: row.integer(5) != 0,
      createdAt: Instant(seconds: row.integer(6)))
    connection.state = try row.stored(ConnectionState.self, 7)
    return StoredConnection(connection: connection, secret: row.bytes(3))
  }
}

/// The sessions that a connection has read.
struct SeenSessionStore {
  let user: String
  let connection: String

  /// Session ids that begin with this mark stand for what a person has deleted before the connection existed.
  private static let deletedMark = "-"

  static func isSessionID(_ id: String) -> Bool {
    TextRules.isObjectId(id) && !id.hasPrefix(deletedMark)
  }

  /// Whether the id is that of a session or of a deleted one.
  static func isStoredID(_ id: String) -> Bool {
    TextRules.isObjectId(id.hasPrefix(deletedMark) ? String(id.dropFirst()) : id)
  }

  func seen(_ id: String, _ rows: Rows) throws -> SeenSession? {
    try rows.first(
      """
      SELECT story_id, started_at, listened, completed, written FROM connection_sessions
      WHERE user_id = $1 AND connection_id = $2 AND session_id = $3
      """, .text(user), .text(connection), .text(id), as: Self.session)
  }

  func save(_ session: SeenSession, id: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO connection_sessions
        (user_id, connection_id, session_id, story_id, started_at, listened, completed, written)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (user_id, connection_id, session_id) DO UPDATE SET story_id = excluded.story_id,
        started_at = excluded.started_at, listened = excluded.listened, completed = excluded.completed,
        written = excluded.written
      """,
      .text(user), .text(connection), .text(id), .text(session.storyId), .integer(session.startedAt.seconds),
      .real(session.listened), .flag(session.completed),
      try session.written.map { .bytes(try CBOREncoder.encode($0)) } ?? .null)
  }

  /// Counts the sessions of the other server.
  func count(_ rows: Rows) throws -> Int {
    try rows.first(
      """
      SELECT COUNT(*) FROM connection_sessions
      WHERE user_id = $1 AND connection_id = $2 AND SUBSTR(session_id, 1, 1) <> $3
      """, .text(user), .text(connection), .text(Self.deletedMark)
    ) { $0.int(0) } ?? 0
  }

  /// Whether a session of the story was stored, so that a missing story was deleted by a person.
  func hasStory(_ storyId: String, _ rows: Rows) throws -> Bool {
    try rows.first(
      """
      SELECT 1 FROM connection_sessions
      WHERE user_id = $1 AND connection_id = $2 AND story_id = $3 AND written IS NOT NULL LIMIT 1
      """, .text(user), .text(connection), .text(storyId)
    ) { _ in true } ?? false
  }

  /// Stores that a session, or a story without `startedAt`, was deleted.
  func noteDeleted(_ storyId: String, startedAt: Instant? = nil, _ transaction: Transaction) throws {
    let session = SeenSession(
      storyId: storyId, startedAt: startedAt ?? Instant(seconds: 0), listened: 0, completed: false, written: nil)
    try save(session, id: Self.deletedID(storyId, startedAt), transaction)
  }

  func isDeleted(_ storyId: String, startedAt: Instant, _ rows: Rows) throws -> Bool {
    try seen(Self.deletedID(storyId, startedAt), rows) != nil || seen(Self.deletedID(storyId, nil), rows) != nil
  }

  private static func deletedID(_ storyId: String, _ startedAt: Instant?) -> String {
    deletedMark + (startedAt.map { SessionIdentifier(storyId: storyId, startedAt: $0).text } ?? storyId)
  }

  static func each(_ rows: Rows, body: (_ user: String, _ id: String, _ session: SeenSession) throws -> Void) throws {
    try rows.each(
      """
      SELECT story_id, started_at, listened, completed, written, user_id, session_id FROM connection_sessions
      ORDER BY user_id, connection_id, session_id
      """
    ) { row in
      try body(row.text(5), row.text(6), session(row))
      return true
    }
  }

  private static func session(_ row: Row) throws -> SeenSession {
    SeenSession(
      storyId: row.text(0), startedAt: Instant(seconds: row.integer(1)), listened: row.real(2),
      completed: row.integer(3) != 0, written: row.isNull(4) ? nil : try row.stored(ListeningSession.self, 4))
  }
}
