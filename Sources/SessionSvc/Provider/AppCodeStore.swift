import Chronology
import Storage

/// The code of an app's sign-in, which the app exchanges for a token.
struct StoredAppCode: Hashable, Sendable {
  var hash: [UInt8]
  var user: String
  var challenge: String
  var scopes: [String]
  /// When the token will expire.
  var tokenEnd: Instant
  /// The token with which the browser signed in.
  var parent: String?
  var expiresAt: Instant
}

enum AppCodeStore {
  static func insert(_ code: StoredAppCode, now: Instant, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM app_codes WHERE expires_at <= $1", .integer(now.seconds))
    try transaction.run(
      """
      INSERT INTO app_codes (hash, user_id, challenge, scopes, token_end, parent_id, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """,
      .bytes(code.hash), .text(code.user), .text(code.challenge), .text(code.scopes.joined(separator: " ")),
      .integer(code.tokenEnd.seconds), .optional(code.parent), .integer(code.expiresAt.seconds))
  }

  static func code(hash: [UInt8], at now: Instant, _ rows: Rows) throws -> StoredAppCode? {
    try rows.first(
      """
      SELECT hash, user_id, challenge, scopes, token_end, parent_id, expires_at FROM app_codes
      WHERE hash = $1 AND expires_at > $2
      """, .bytes(hash), .integer(now.seconds), as: code)
  }

  /// Deletes a code. Returns true only for the first caller.
  static func redeem(hash: [UInt8], _ transaction: Transaction) throws -> Bool {
    try transaction.change("DELETE FROM app_codes WHERE hash = $1", .bytes(hash)) > 0
  }

  static func each(_ rows: Rows, body: (StoredAppCode) throws -> Void) throws {
    try rows.each(
      "SELECT hash, user_id, challenge, scopes, token_end, parent_id, expires_at FROM app_codes ORDER BY hash"
    ) { row in
      try body(code(row))
      return true
    }
  }

  private static func code(_ row: Row) -> StoredAppCode {
    StoredAppCode(
      hash: row.bytes(0), user: row.text(1), challenge: row.text(2),
      scopes: row.text(3).split(separator: " ").map(String.init), tokenEnd: Instant(seconds: row.integer(4)),
      parent: row.optionalText(5), expiresAt: Instant(seconds: row.integer(6)))
  }
}
