import Chronology
import Domain
import Storage

/// A link that lets a person in. Only its hash is stored.
struct StoredInvitation: Hashable, Sendable {
  var hash: [UInt8]
  var id: String
  /// Nil if the guest chooses the user id.
  var user: String?
  var role: PersonRole
  /// The admin, or nil for the command line.
  var madeBy: String?
  var createdAt: Instant
  var expiresAt: Instant
}

enum InvitationStore {
  static func insert(_ invitation: StoredInvitation, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO invitations (hash, id, user_id, role, made_by, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """,
      .bytes(invitation.hash), .text(invitation.id), .optional(invitation.user), .text(invitation.role.rawValue),
      .optional(invitation.madeBy), .integer(invitation.createdAt.seconds), .integer(invitation.expiresAt.seconds))
  }

  /// Returns an invitation that has not expired.
  static func invitation(hash: [UInt8], at now: Instant, _ rows: Rows) throws -> StoredInvitation? {
    try rows.first(
      """
      SELECT hash, id, user_id, role, made_by, created_at, expires_at FROM invitations
      WHERE hash = $1 AND expires_at > $2
      """, .bytes(hash), .integer(now.seconds), as: invitation)
  }

  /// Deletes an invitation. Returns true only for the first caller.
  static func redeem(hash: [UInt8], _ transaction: Transaction) throws -> Bool {
    try transaction.change("DELETE FROM invitations WHERE hash = $1", .bytes(hash)) > 0
  }

  /// Returns the open invitations after a position, oldest first.
  static func open(
    at now: Instant, after: (createdAt: Int64, id: String), limit: Int, _ rows: Rows
  ) throws -> [StoredInvitation] {
    try rows.all(
      """
      SELECT hash, id, user_id, role, made_by, created_at, expires_at FROM invitations
      WHERE user_id IS NULL AND expires_at > $1 AND (created_at > $2 OR created_at = $2 AND id > $3)
      ORDER BY created_at, id LIMIT $4
      """, .integer(now.seconds), .integer(after.createdAt), .text(after.id), .integer(limit), as: invitation)
  }

  static func openCount(at now: Instant, _ rows: Rows) throws -> Int {
    try rows.first(
      "SELECT COUNT(*) FROM invitations WHERE user_id IS NULL AND expires_at > $1", .integer(now.seconds)
    ) { $0.int(0) } ?? 0
  }

  /// Returns false if there is no open invitation with this id.
  static func deleteOpen(id: String, _ transaction: Transaction) throws -> Bool {
    try transaction.change("DELETE FROM invitations WHERE id = $1 AND user_id IS NULL", .text(id)) > 0
  }

  static func delete(of user: String, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM invitations WHERE user_id = $1", .text(user))
  }

  /// Deletes the open links that this admin has made.
  static func deleteOpen(madeBy admin: String, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM invitations WHERE made_by = $1 AND user_id IS NULL", .text(admin))
  }

  static func purge(before now: Instant, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM invitations WHERE expires_at <= $1", .integer(now.seconds))
  }

  static func each(_ rows: Rows, body: (StoredInvitation) throws -> Void) throws {
    try rows.each(
      "SELECT hash, id, user_id, role, made_by, created_at, expires_at FROM invitations ORDER BY hash"
    ) { row in
      try body(invitation(row))
      return true
    }
  }

  private static func invitation(_ row: Row) throws -> StoredInvitation {
    StoredInvitation(
      hash: row.bytes(0), id: row.text(1), user: row.optionalText(2),
      role: PersonRole(rawValue: row.text(3)) ?? .member, madeBy: row.optionalText(4),
      createdAt: Instant(seconds: row.integer(5)), expiresAt: Instant(seconds: row.integer(6)))
  }
}

/// The codes of setup links, one per host.
enum SetupStore {
  /// Replaces the code of a host.
  static func replace(hash: [UInt8], host: String, at now: Instant, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM setup_codes WHERE host = $1", .text(host))
    try transaction.run(
      "INSERT INTO setup_codes (hash, host, created_at) VALUES ($1, $2, $3)", .bytes(hash), .text(host),
      .integer(now.seconds))
  }

  static func exists(hash: [UInt8], _ rows: Rows) throws -> Bool {
    try rows.first("SELECT 1 FROM setup_codes WHERE hash = $1", .bytes(hash)) { $0.int(0) } != nil
  }

  static func deleteAll(_ transaction: Transaction) throws {
    try transaction.run("DELETE FROM setup_codes")
  }
}
