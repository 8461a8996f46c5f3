import API
import Chronology
import Domain
import Storage

/// The recent sign-ins of each person, including failed ones.
enum SignInStore {
  /// Appends a sign-in and drops the oldest one.
  static func append(_ signIn: SessionAPI.SignInReply, of user: String, _ transaction: Transaction) throws {
    let last = try transaction.rows.first(
      "SELECT COALESCE(MAX(place), 0) FROM sign_ins WHERE user_id = $1", .text(user)
    ) { $0.integer(0) }
    let place = (last ?? 0) + 1
    try transaction.run(
      """
      INSERT INTO sign_ins (user_id, place, at, method, outcome, address, user_agent, session_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      .text(user), .integer(place), .integer(signIn.at.seconds), .text(signIn.method.rawValue),
      .text(signIn.outcome.rawValue), .text(signIn.address), .optional(signIn.userAgent), .optional(signIn.sessionId))
    try transaction.run(
      "DELETE FROM sign_ins WHERE user_id = $1 AND place <= $2", .text(user),
      .integer(place - SessionLimits.signInsOfUser))
  }

  /// Returns the sign-ins before a place, newest first.
  static func list(
    of user: String, before place: Int64, limit: Int, _ rows: Rows
  ) throws -> [(place: Int64, signIn: SessionAPI.SignInReply)] {
    try rows.all(
      """
      SELECT place, at, method, outcome, address, user_agent, session_id FROM sign_ins
      WHERE user_id = $1 AND place < $2 ORDER BY place DESC LIMIT $3
      """, .text(user), .integer(place), .integer(limit)
    ) { (row: Row) in (row.integer(0), signIn(row)) }
  }

  static func each(
    _ rows: Rows,
    body: (_ user: String, _ place: Int64, _ signIn: SessionAPI.SignInReply, _ isKnown: Bool) throws -> Void
  ) throws {
    try rows.each(
      """
      SELECT place, at, method, outcome, address, user_agent, session_id, user_id FROM sign_ins
      ORDER BY user_id, place
      """
    ) { row in
      let isKnown = SignInMethod(rawValue: row.text(2)) != nil && SignInOutcome(rawValue: row.text(3)) != nil
      try body(row.text(7), row.integer(0), signIn(row), isKnown)
      return true
    }
  }

  private static func signIn(_ row: Row) -> SessionAPI.SignInReply {
    SessionAPI.SignInReply(
      at: Instant(seconds: row.integer(1)), method: SignInMethod(rawValue: row.text(2)) ?? .token,
      outcome: SignInOutcome(rawValue: row.text(3)) ?? .failed, address: row.text(4),
      userAgent: row.optionalText(5), sessionId: row.optionalText(6))
  }
}
