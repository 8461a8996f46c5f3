public import Chronology
import Storage

/// An access token as it is kept: by its hash, from which the token cannot be found.
public struct StoredToken: Hashable, Sendable {
  public var id: String
  public var user: String
  public var name: String?
  public var scopes: [String]
  public var createdAt: Instant
  public var expiresAt: Instant?
  public var revokedAt: Instant?

  public func isGood(at now: Instant) -> Bool {
    revokedAt == nil && expiresAt.map { now < $0 } ?? true
  }
}

enum TokenStore {
  static func token(hash: [UInt8], _ rows: Rows) throws -> StoredToken? {
    try rows.first(
      """
      SELECT id, user_id, name, scopes, created_at, expires_at, revoked_at FROM tokens WHERE hash = $1
      """, .bytes(hash), as: token)
  }

  static func tokens(_ rows: Rows) throws -> [StoredToken] {
    try rows.all(
      """
      SELECT id, user_id, name, scopes, created_at, expires_at, revoked_at FROM tokens
      ORDER BY user_id, created_at, id
      """, as: token)
  }

  /// Every token with its hash, and its scopes as they are written.
  static func each(
    _ rows: Rows, body: (_ token: StoredToken, _ hash: [UInt8], _ scopes: String) throws -> Void
  ) throws {
    try rows.each(
      "SELECT id, user_id, name, scopes, created_at, expires_at, revoked_at, hash FROM tokens ORDER BY id"
    ) { row in
      try body(token(row), row.bytes(7), row.text(3))
      return true
    }
  }

  static func insert(_ token: StoredToken, hash: [UInt8], _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO tokens (hash, id, user_id, name, scopes, created_at, expires_at, revoked_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      .bytes(hash), .text(token.id), .text(token.user), .optional(token.name),
      .text(token.scopes.joined(separator: " ")), .integer(token.createdAt.seconds),
      .optional(token.expiresAt?.seconds), .optional(token.revokedAt?.seconds))
  }

  /// False where no token has this id. A token that is revoked already keeps its time.
  static func revoke(_ id: String, at now: Instant, _ transaction: Transaction) throws -> Bool {
    try transaction.run(
      "UPDATE tokens SET revoked_at = COALESCE(revoked_at, $2) WHERE id = $1", .text(id), .integer(now.seconds)) > 0
  }

  private static func token(_ row: Row) -> StoredToken {
    StoredToken(
      id: row.text(0), user: row.text(1), name: row.optionalText(2),
      scopes: row.text(3).split(separator: " ").map(String.init), createdAt: Instant(seconds: row.integer(4)),
      expiresAt: row.optionalInteger(5).map { Instant(seconds: $0) },
      revokedAt: row.optionalInteger(6).map { Instant(seconds: $0) })
  }
}
