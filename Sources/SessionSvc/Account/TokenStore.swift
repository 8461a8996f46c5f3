import Chronology
import Domain
import Storage

enum TokenStore {
  static func token(hash: [UInt8], _ rows: Rows) throws -> StoredToken? {
    try rows.first(
      """
      SELECT id, user_id, name, scopes, created_at, expires_at, revoked_at, kind, last_used_at, parent_id, method,
        signed_in_at, last_end, maker_end, confirmed_at
      FROM tokens WHERE hash = $1
      """, .bytes(hash), as: token)
  }

  static func tokens(_ rows: Rows) throws -> [StoredToken] {
    try rows.all(
      """
      SELECT id, user_id, name, scopes, created_at, expires_at, revoked_at, kind, last_used_at, parent_id, method,
        signed_in_at, last_end, maker_end, confirmed_at
      FROM tokens ORDER BY user_id, created_at, id
      """, as: token)
  }

  /// Returns all tokens of the user, including ended ones.
  static func tokens(of user: String, _ rows: Rows) throws -> [StoredToken] {
    try rows.all(
      """
      SELECT id, user_id, name, scopes, created_at, expires_at, revoked_at, kind, last_used_at, parent_id, method,
        signed_in_at, last_end, maker_end, confirmed_at
      FROM tokens WHERE user_id = $1 ORDER BY created_at, id
      """, .text(user), as: token)
  }

  static func token(_ id: String, of user: String, _ rows: Rows) throws -> StoredToken? {
    try rows.first(
      """
      SELECT id, user_id, name, scopes, created_at, expires_at, revoked_at, kind, last_used_at, parent_id, method,
        signed_in_at, last_end, maker_end, confirmed_at
      FROM tokens WHERE user_id = $1 AND id = $2
      """, .text(user), .text(id), as: token)
  }

  /// Returns the user's valid tokens after a position, oldest first.
  static func good(
    of user: String, at now: Instant, after: (createdAt: Int64, id: String), limit: Int, _ rows: Rows
  ) throws -> [StoredToken] {
    try rows.all(
      """
      SELECT id, user_id, name, scopes, created_at, expires_at, revoked_at, kind, last_used_at, parent_id, method,
        signed_in_at, last_end, maker_end, confirmed_at
      FROM tokens WHERE user_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
        AND (created_at > $3 OR created_at = $3 AND id > $4)
      ORDER BY created_at, id LIMIT $5
      """, .text(user), .integer(now.seconds), .integer(after.createdAt), .text(after.id), .integer(limit), as: token)
  }

  /// The numbers of a user's tokens.
  struct Counts {
    /// Rows of tokens and devices, including ended ones.
    var rows = 0
    /// Valid tokens and devices.
    var tokens = 0
    /// Rows of sessions that a person, and not a token, has signed in, including ended ones.
    var sessionRows = 0
    /// Valid sessions of that kind.
    var sessions = 0
    /// Valid sessions that the given token has signed in.
    var ofToken = 0
  }

  /// `parent` is the token whose sessions are counted; nil stands for JWTs.
  static func counts(of user: String, parent: String? = nil, at now: Instant, _ rows: Rows) throws -> Counts {
    var counts = Counts()
    try rows.each(
      """
      SELECT kind, revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2), parent_id, method FROM tokens
      WHERE user_id = $1
      """, .text(user), .integer(now.seconds)
    ) { row in
      let isGood = row.int(1) != 0
      if row.optionalText(0) != TokenKind.browser.rawValue {
        counts.rows += 1
        counts.tokens += isGood ? 1 : 0
      } else if row.optionalText(3) == SignInMethod.token.rawValue {
        counts.ofToken += isGood && row.optionalText(2) == parent ? 1 : 0
      } else {
        counts.sessionRows += 1
        counts.sessions += isGood ? 1 : 0
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
      SELECT id, user_id, name, scopes, created_at, expires_at, revoked_at, kind, last_used_at, parent_id, method,
        signed_in_at, last_end, maker_end, confirmed_at, hash
      FROM tokens ORDER BY id
      """
    ) { row in
      try body(token(row), row.bytes(15), row.text(3), row.optionalText(7))
      return true
    }
  }

  static func insert(_ token: StoredToken, _ secret: Secret, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO tokens
        (hash, id, user_id, name, scopes, created_at, expires_at, revoked_at, kind, parent_id, method, signed_in_at,
        last_end, maker_end)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
      """,
      .bytes(secret.hash), .text(token.id), .text(token.user), .optional(token.name),
      .text(token.scopes.joined(separator: " ")), .integer(token.createdAt.seconds),
      .optional(token.expiresAt?.seconds), .optional(token.revokedAt?.seconds), .text(token.kind.rawValue),
      .optional(token.parent), .optional(token.method?.rawValue),
      .optional(token.signedInAt?.seconds), .optional(token.lastEnd?.seconds), .optional(token.makerEnd?.seconds))
    try TokenDigestStore.insert(secret.md5Hashes, of: secret.hash, token.user, transaction)
  }

  /// Returns false if no token has this id. A token that was already revoked keeps its time.
  static func revoke(_ id: String, at now: Instant, _ transaction: Transaction) throws -> Bool {
    let user = try transaction.rows.first("SELECT user_id FROM tokens WHERE id = $1", .text(id)) { $0.text(0) }
    guard let user else { return false }
    try revoke(id, of: user, at: now, transaction)
    return true
  }

  /// Also revokes the browsers that signed in with the token, and the tokens made with it.
  static func revoke(_ id: String, of user: String, at now: Instant, _ transaction: Transaction) throws {
    var revoked: Set<String> = []
    var next = [id]
    while let id = next.popLast() {
      guard revoked.insert(id).inserted else { continue }
      try transaction.run(
        "UPDATE tokens SET revoked_at = $3 WHERE user_id = $1 AND id = $2 AND revoked_at IS NULL",
        .text(user), .text(id), .integer(now.seconds))
      next += try transaction.rows.all(
        "SELECT id FROM tokens WHERE user_id = $1 AND parent_id = $2 AND revoked_at IS NULL", .text(user), .text(id)
      ) { $0.text(0) }
    }
  }

  /// Revokes all browser sessions of a user except one. The tokens that were made in them stay.
  static func revokeBrowsers(
    of user: String, except id: String? = nil, at now: Instant, _ transaction: Transaction
  ) throws {
    try transaction.run(
      """
      UPDATE tokens SET revoked_at = $3
      WHERE user_id = $1 AND kind = 'browser' AND id <> $2 AND revoked_at IS NULL
      """, .text(user), .text(id ?? ""), .integer(now.seconds))
  }

  /// Revokes the session that signed in first, of those that a person has signed in.
  static func revokeOldestSession(of user: String, at now: Instant, _ transaction: Transaction) throws {
    try transaction.run(
      """
      UPDATE tokens SET revoked_at = $2 WHERE user_id = $1 AND id = (
        SELECT id FROM tokens WHERE user_id = $1 AND kind = 'browser' AND revoked_at IS NULL AND expires_at > $2
          AND (method IS NULL OR method <> 'token')
        ORDER BY created_at, id LIMIT 1)
      """, .text(user), .integer(now.seconds))
  }

  /// Deletes the session that a token has signed in first. `parent` is empty for JWTs.
  static func deleteOldestSession(
    of user: String, signedInWith parent: String, at now: Instant, _ transaction: Transaction
  ) throws {
    try transaction.run(
      """
      DELETE FROM tokens WHERE user_id = $1 AND id = (
        SELECT id FROM tokens WHERE user_id = $1 AND kind = 'browser' AND method = 'token'
          AND COALESCE(parent_id, '') = $3 AND revoked_at IS NULL AND expires_at > $2
        ORDER BY created_at, id LIMIT 1)
      """, .text(user), .integer(now.seconds), .text(parent))
  }

  static func setEnd(_ id: String, of user: String, _ end: Instant, _ transaction: Transaction) throws {
    try transaction.run(
      "UPDATE tokens SET expires_at = $3 WHERE user_id = $1 AND id = $2 AND revoked_at IS NULL",
      .text(user), .text(id), .integer(end.seconds))
  }

  /// Revokes all tokens and devices of a user except one.
  static func revokeTokens(
    of user: String, except id: String?, at now: Instant, _ transaction: Transaction
  ) throws {
    try transaction.run(
      """
      UPDATE tokens SET revoked_at = $3
      WHERE user_id = $1 AND COALESCE(kind, 'token') <> 'browser' AND id <> $2 AND revoked_at IS NULL
      """, .text(user), .text(id ?? ""), .integer(now.seconds))
  }

  /// Makes a browser session fresh.
  static func setConfirmed(_ id: String, of user: String, at now: Instant, _ transaction: Transaction) throws {
    try transaction.run(
      "UPDATE tokens SET confirmed_at = $3 WHERE user_id = $1 AND id = $2", .text(user), .text(id),
      .integer(now.seconds))
  }

  /// Deletes tokens that ended before `then`, except the last ones, which `waymark token list` shows.
  static func purge(of user: String, endedBefore then: Instant, keeping count: Int, _ transaction: Transaction) throws {
    try transaction.run(
      """
      DELETE FROM tokens WHERE user_id = $1 AND COALESCE(revoked_at, expires_at) < $2 AND id NOT IN (
        SELECT id FROM tokens WHERE user_id = $1 AND COALESCE(revoked_at, expires_at) < $2
        ORDER BY COALESCE(revoked_at, expires_at) DESC, id LIMIT $3)
      """, .text(user), .integer(then.seconds), .integer(count))
    try TokenDigestStore.purge(of: user, transaction)
  }

  /// Deletes ended sessions that tokens have signed in, because a token can make many.
  static func purgeSessionsOfTokens(of user: String, at now: Instant, _ transaction: Transaction) throws {
    try transaction.run(
      """
      DELETE FROM tokens WHERE user_id = $1 AND kind = 'browser' AND method = 'token'
        AND (revoked_at IS NOT NULL OR expires_at <= $2)
      """, .text(user), .integer(now.seconds))
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
      lastUsedAt: row.optionalInteger(8).map { Instant(seconds: $0) }, parent: row.optionalText(9),
      method: row.optionalText(10).flatMap(SignInMethod.init),
      signedInAt: row.optionalInteger(11).map { Instant(seconds: $0) },
      lastEnd: row.optionalInteger(12).map { Instant(seconds: $0) },
      makerEnd: row.optionalInteger(13).map { Instant(seconds: $0) },
      confirmedAt: row.optionalInteger(14).map { Instant(seconds: $0) })
  }
}
