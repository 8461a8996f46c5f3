import Chronology
import Storage

/// A cookie of a client that has signed in with a token.
struct PodcastCookie: Hashable {
  var hash: [UInt8]
  var user: String
  /// The hash of the token, with which the cookie ends.
  var token: [UInt8]
  var createdAt: Instant
  var expiresAt: Instant
}

enum PodcastCookieStore {
  static func cookie(hash: [UInt8], _ rows: Rows) throws -> PodcastCookie? {
    try rows.first(
      "SELECT hash, user_id, token_hash, created_at, expires_at FROM gpodder_cookies WHERE hash = $1", .bytes(hash),
      as: cookie)
  }

  static func insert(_ cookie: PodcastCookie, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO gpodder_cookies (hash, user_id, token_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)
      """,
      .bytes(cookie.hash), .text(cookie.user), .bytes(cookie.token), .integer(cookie.createdAt.seconds),
      .integer(cookie.expiresAt.seconds))
  }

  static func delete(hash: [UInt8], of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      "DELETE FROM gpodder_cookies WHERE hash = $1 AND user_id = $2", .bytes(hash), .text(user))
  }

  /// Deletes the user's cookies that have ended or whose token has ended, and the oldest ones of a token, except
  /// `count`.
  static func purge(
    of user: String, token: [UInt8], keeping count: Int, at now: Instant, _ transaction: Transaction
  ) throws {
    let rows = transaction.rows
    let tokens = Set(
      try rows.all("SELECT hash FROM tokens WHERE user_id = $1 AND revoked_at IS NULL", .text(user)) { $0.bytes(0) })
    let cookies = try rows.all(
      """
      SELECT hash, user_id, token_hash, created_at, expires_at FROM gpodder_cookies WHERE user_id = $1
      ORDER BY created_at DESC, hash
      """, .text(user), as: cookie)
    var kept = 0
    for cookie in cookies {
      var isKept = cookie.expiresAt > now && tokens.contains(cookie.token)
      if isKept, cookie.token == token {
        isKept = kept < count
        kept += 1
      }
      if !isKept { try delete(hash: cookie.hash, of: user, transaction) }
    }
  }

  static func each(_ rows: Rows, body: (PodcastCookie) throws -> Void) throws {
    try rows.each("SELECT hash, user_id, token_hash, created_at, expires_at FROM gpodder_cookies ORDER BY hash") {
      try body(cookie($0))
      return true
    }
  }

  private static func cookie(_ row: Row) -> PodcastCookie {
    PodcastCookie(
      hash: row.bytes(0), user: row.text(1), token: row.bytes(2), createdAt: Instant(seconds: row.integer(3)),
      expiresAt: Instant(seconds: row.integer(4)))
  }
}
