import Chronology
import Storage

/// One-time codes for signing in a browser.
enum CodeStore {
  static func insert(hash: [UInt8], user: String, expiresAt: Instant, _ transaction: Transaction) throws {
    try transaction.run(
      "INSERT INTO sign_in_codes (hash, user_id, expires_at) VALUES ($1, $2, $3)",
      .bytes(hash), .text(user), .integer(expiresAt.seconds))
  }

  /// Returns the user of a code that has not expired, and whether it was used.
  static func code(hash: [UInt8], at now: Instant, _ rows: Rows) throws -> (user: String, isUsed: Bool)? {
    try rows.first(
      "SELECT user_id, used_at IS NOT NULL FROM sign_in_codes WHERE hash = $1 AND expires_at > $2",
      .bytes(hash), .integer(now.seconds)
    ) { ($0.text(0), $0.int(1) != 0) }
  }

  /// Returns true only for the first caller.
  static func redeem(hash: [UInt8], at now: Instant, _ transaction: Transaction) throws -> Bool {
    try transaction.change(
      "UPDATE sign_in_codes SET used_at = $2 WHERE hash = $1 AND used_at IS NULL AND expires_at > $2",
      .bytes(hash), .integer(now.seconds)) > 0
  }

  static func purge(before now: Instant, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM sign_in_codes WHERE expires_at <= $1", .integer(now.seconds))
  }

  static func each(
    _ rows: Rows, body: (_ hash: [UInt8], _ user: String, _ expiresAt: Instant, _ usedAt: Instant?) throws -> Void
  ) throws {
    try rows.each("SELECT hash, user_id, expires_at, used_at FROM sign_in_codes ORDER BY hash") { row in
      let usedAt = row.optionalInteger(3).map { Instant(seconds: $0) }
      try body(row.bytes(0), row.text(1), Instant(seconds: row.integer(2)), usedAt)
      return true
    }
  }
}
