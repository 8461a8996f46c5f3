import API
import Chronology
import Domain
import Proto
import Storage

/// A person as stored. People of earlier versions, and those whom tokens, JWTs and proxies create, have no row.
struct StoredPerson: Hashable, Sendable {
  var user: String
  var role = PersonRole.member
  var state = PersonState.active
  /// Only before the first sign-in. After that the profile has the name.
  var displayName: String?
  /// The password's hash as text.
  var password: String?
  var createdAt: Instant
}

enum PersonStore {
  private static let adminRule = "admins"

  /// Commands that change who is an admin run one after the other, on all hosts.
  static func lock(_ transaction: Transaction) throws {
    try transaction.run(
      "INSERT INTO server_rules (name) VALUES ($1) ON CONFLICT (name) DO NOTHING", .text(adminRule))
    let row = Query("SELECT name FROM server_rules WHERE name = $1", .text(adminRule), isLocking: true)
    _ = try transaction.rows.first(row) { $0.text(0) }
  }

  static func person(_ user: String, _ rows: Rows) throws -> StoredPerson? {
    try rows.first(
      "SELECT user_id, role, state, display_name, password, created_at FROM people WHERE user_id = $1", .text(user),
      as: person)
  }

  /// Whether the person has a password or a passkey.
  static func hasProof(_ user: String, _ rows: Rows) throws -> Bool {
    try rows.first(
      """
      SELECT 1 WHERE EXISTS (SELECT 1 FROM people WHERE user_id = $1 AND password IS NOT NULL)
        OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = $1)
      """, .text(user)
    ) { $0.int(0) } != nil
  }

  static func isDisabled(_ user: String, _ rows: Rows) throws -> Bool {
    try rows.first("SELECT 1 FROM people WHERE user_id = $1 AND state = 'disabled'", .text(user)) { $0.int(0) } != nil
  }

  static func admins(_ rows: Rows) throws -> [StoredPerson] {
    try rows.all(
      """
      SELECT user_id, role, state, display_name, password, created_at FROM people WHERE role = 'admin' ORDER BY user_id
      """, as: person)
  }

  static func count(_ rows: Rows) throws -> Int {
    try rows.first("SELECT COUNT(*) FROM people") { $0.int(0) } ?? 0
  }

  /// Inserts the person, or replaces the stored one.
  static func save(_ person: StoredPerson, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO people (user_id, role, state, display_name, password, created_at) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (user_id) DO UPDATE SET role = excluded.role, state = excluded.state,
        display_name = excluded.display_name, password = excluded.password
      """,
      .text(person.user), .text(person.role.rawValue), .text(person.state.rawValue), .optional(person.displayName),
      .optional(person.password), .integer(person.createdAt.seconds))
  }

  static func delete(_ user: String, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM people WHERE user_id = $1", .text(user))
  }

  /// Whether the user has an account, credentials or an invitation.
  static func exists(_ user: String, _ rows: Rows) throws -> Bool {
    try rows.first(
      """
      SELECT 1 WHERE EXISTS (SELECT 1 FROM people WHERE user_id = $1)
        OR EXISTS (SELECT 1 FROM users WHERE user_id = $1) OR EXISTS (SELECT 1 FROM tokens WHERE user_id = $1)
        OR EXISTS (SELECT 1 FROM erasures WHERE user_id = $1)
      """, .text(user)
    ) { $0.int(0) } != nil
  }

  /// Returns the ids of all people in order, after `after`: those with an account, a row or a token.
  static func ids(after: String, limit: Int, _ rows: Rows) throws -> [String] {
    try rows.all(
      """
      SELECT user_id FROM (
        SELECT user_id FROM (SELECT user_id FROM people WHERE user_id > $1 ORDER BY user_id LIMIT $2) AS a
        UNION SELECT user_id FROM (SELECT user_id FROM users WHERE user_id > $1 ORDER BY user_id LIMIT $2) AS b
        UNION SELECT user_id FROM (
          SELECT DISTINCT user_id FROM tokens WHERE user_id > $1 ORDER BY user_id LIMIT $2) AS c
      ) AS everyone ORDER BY user_id LIMIT $2
      """, .text(after), .integer(limit)
    ) { $0.text(0) }
  }

  /// Returns up to two users with more events than those that every account has, `user` first.
  static func usersWithEvents(first user: String, _ rows: Rows) throws -> [String] {
    let marked = try CBOREncoder.encode(Event.account(.unlocksDated(UnlocksDated())))
    return try rows.all(
      """
      SELECT user_id FROM users WHERE head_seq > 2 OR (head_seq = 2 AND EXISTS (
        SELECT 1 FROM journal WHERE journal.user_id = users.user_id AND seq = 2 AND event <> $1))
      ORDER BY CASE WHEN user_id = $2 THEN 0 ELSE 1 END, user_id LIMIT 2
      """, .bytes(marked), .text(user)
    ) { $0.text(0) }
  }

  static func each(_ rows: Rows, body: (StoredPerson, _ role: String, _ state: String) throws -> Void) throws {
    try rows.each(
      "SELECT user_id, role, state, display_name, password, created_at FROM people ORDER BY user_id"
    ) { row in
      try body(person(row), row.text(1), row.text(2))
      return true
    }
  }

  /// An unknown role or state, which no version writes, gives no access.
  private static func person(_ row: Row) throws -> StoredPerson {
    StoredPerson(
      user: row.text(0), role: PersonRole(rawValue: row.text(1)) ?? .member,
      state: PersonState(rawValue: row.text(2)) ?? .disabled, displayName: row.optionalText(3),
      password: row.optionalText(4), createdAt: Instant(seconds: row.integer(5)))
  }
}
