import Chronology
import Domain
import Storage

enum TokenStore {
  static func token(hash: [UInt8], _ rows: Rows) throws -> StoredToken? {
    try rows.first(
      """
      SELECT id, user_id, name, scopes, created_at, expires_at, revoked_at, kind, last_used_at, parent_id
      FROM tokens WHERE hash = $1
      """, .bytes(hash), as: token)
  }

  static func tokens(_ rows: Rows) throws -> [StoredToken] {
    try rows.all(
      """
      SELECT id, user_id, name, scopes, created_at, expires_at, revoked_at, kind, last_used_at, parent_id
      FROM tokens ORDER BY user_id, created_at, id
      """, as: token)
  }

  /// Returns all tokens of the user, including ended ones.
  static func tokens(of user: String, _ rows: Rows) throws -> [StoredToken] {
    try rows.all(
      """
      SELECT id, user_id, name, scopes, created_at, expires_at, revoked_at, kind, last_used_at, parent_id
      FROM tokens WHERE user_id = $1 ORDER BY created_at, id
      """, .text(user), as: token)
  }

  static func token(_ id: String, of user: String, _ rows: Rows) throws -> StoredToken? {
    try rows.first(
      """
      SELECT id, user_id, name, scopes, created_at, expires_at, revoked_at, kind, last_used_at, parent_id
      FROM tokens WHERE user_id = $1 AND id = $2
      """, .text(user), .text(id), as: token)
  }

  /// Returns the user's valid tokens after a position, oldest first.
  static func good(
    of user: String, at now: Instant, after: (createdAt: Int64, id: String), limit: Int, _ rows: Rows
  ) throws -> [StoredToken] {
    try rows.all(
      """
      SELECT id, user_id, name, scopes, created_at, expires_at, revoked_at, kind, last_used_at, parent_id
      FROM tokens WHERE user_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
        AND (created_at > $3 OR created_at = $3 AND id > $4)
      ORDER BY created_at, id LIMIT $5
      """, .text(user), .integer(now.seconds), .integer(after.createdAt), .text(after.id), .integer(limit), as: token)
  }

  /// Counts the user's rows, and the valid tokens of browsers and others.
  static func counts(
    of user: String, at now: Instant, _ rows: Rows
  ) throws -> (all: Int, browsers: Int, others: Int) {
    var counts = (all: 0, browsers: 0, others: 0)
    try rows.each(
      "SELECT kind, revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2) FROM tokens WHERE user_id = $1",
      .text(user), .integer(now.seconds)
    ) { row in
      counts.all += 1
      if row.int(1) != 0 {
        if row.optionalText(0) == TokenKind.browser.rawValue { counts.browsers += 1 } else { counts.others += 1 }
      }
      return true
    }
    return counts
  }

  /// Passes every token to `body` with its hash and its stored scopes and kind.
  static func each(
    _ rows: Rows, body: (_ token: StoredToken, _ hash: [UInt8], _ scopes: String, _ kind: String?) throws -> Void
  ) throws {
    try rows.each(
      """
      SELECT id, user_id, name, scopes, created_at, expires_at, revoked_at, kind, last_used_at, parent_id, hash
      FROM tokens ORDER BY id
      """
    ) { row in
      try body(token(row), row.bytes(10), row.text(3), row.optionalText(7))
      return true
    }
  }

  static func insert(_ token: StoredToken, _ secret: Secret, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO tokens
        (hash, id, user_id, name, scopes, created_at, expires_at, revoked_at, kind, parent_id, md5_hash)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      """,
      .bytes(secret.hash), .text(token.id), .text(token.user), .optional(token.name),
      .text(token.scopes.joined(separator: " ")), .integer(token.createdAt.seconds),
      .optional(token.expiresAt?.seconds), .optional(token.revokedAt?.seconds), .text(token.kind.rawValue),
      .optional(token.parent), secret.md5Hash.map { .bytes($0) } ?? .null)
  }

  /// Returns false if no token has this id. A token that was already revoked keeps its time.
  static func revoke(_ id: String, at now: Instant, _ transaction: Transaction) throws -> Bool {
    let user = try transaction.rows.first("SELECT user_id FROM tokens WHERE id = $1", .text(id)) { $0.text(0) }
    guard let user else { return false }
    try revoke(id, of: user, at: now, transaction)
    return true
  }

  /// Also revokes the browsers that signed in with the token.
  static func revoke(_ id: String, of user: String, at now: Instant, _ transaction: Transaction) throws {
    try transaction.run(
      "UPDATE tokens SET revoked_at = $3 WHERE user_id = $1 AND (id = $2 OR parent_id = $2) AND revoked_at IS NULL",
      .text(user), .text(id), .integer(now.seconds))
  }

  /// Revokes the browser that signed in first.
  static func revokeOldestBrowser(of user: String, at now: Instant, _ transaction: Transaction) throws {
    try transaction.run(
      """
      UPDATE tokens SET revoked_at = $2 WHERE user_id = $1 AND id = (
        SELECT id FROM tokens WHERE user_id = $1 AND kind = 'browser' AND revoked_at IS NULL AND expires_at > $2
        ORDER BY created_at, id LIMIT 1)
      """, .text(user), .integer(now.seconds))
  }

  /// Deletes tokens that ended before `then`, except the last ones, which `waymark token list` shows.
  static func purge(of user: String, endedBefore then: Instant, keeping count: Int, _ transaction: Transaction) throws {
    try transaction.run(
      """
      DELETE FROM tokens WHERE user_id = $1 AND COALESCE(revoked_at, expires_at) < $2 AND id NOT IN (
        SELECT id FROM tokens WHERE user_id = $1 AND COALESCE(revoked_at, expires_at) < $2
        ORDER BY COALESCE(revoked_at, expires_at) DESC, id LIMIT $3)
      """, .text(user), .integer(then.seconds), .integer(count))
  }

  static func setLastUse(hash: [UInt8], _ minute: Instant, _ transaction: Transaction) throws {
    try transaction.run(
      "UPDATE tokens SET last_used_at = $2 WHERE hash = $1 AND (last_used_at IS NULL OR last_used_at < $2)",
      .bytes(hash), .integer(minute.seconds))
  }

  private static func token(_ row: Row) -> StoredToken {
    StoredToken(
      id: row.text(0), user: row.text(1), name: row.optionalText(2),
      kind: row.optionalText(7).flatMap(TokenKind.init) ?? .token,
      scopes: row.text(3).split(separator: " ").map(String.init), createdAt: Instant(seconds: row.integer(4)),
      expiresAt: row.optionalInteger(5).map { Instant(seconds: $0) },
      revokedAt: row.optionalInteger(6).map { Instant(seconds: $0) },
      lastUsedAt: row.optionalInteger(8).map { Instant(seconds: $0) }, parent: row.optionalText(9))
  }
}
