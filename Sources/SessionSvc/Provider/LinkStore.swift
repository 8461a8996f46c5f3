import Chronology
import Crypto
import OpenIDConnect
import Storage

/// The link of a person to an account at the provider.
struct StoredLink: Hashable, Sendable {
  var id: String
  var user: String
  var issuer: String
  var subject: String
  /// The name of the account when it was linked.
  var name: String?
  var linkedAt: Instant
  /// Accurate to the sign-in.
  var lastUsedAt: Instant?

  init(
    id: String, user: String, issuer: String, subject: String, name: String?, linkedAt: Instant,
    lastUsedAt: Instant? = nil
  ) {
    self.id = id
    self.user = user
    self.issuer = issuer
    self.subject = subject
    self.name = name
    self.linkedAt = linkedAt
    self.lastUsedAt = lastUsedAt
  }

  init(user: String, issuer: String, subject: String, name: String?, linkedAt: Instant) {
    let hash = Self.hash(issuer: issuer, subject: subject)
    self.init(
      id: Tokens.id(ofHash: hash), user: user, issuer: issuer, subject: subject, name: name, linkedAt: linkedAt)
  }

  var hash: [UInt8] { Self.hash(issuer: issuer, subject: subject) }

  /// A trailing slash of the issuer does not matter.
  static func hash(issuer: String, subject: String) -> [UInt8] {
    SHA256.hash("\(WebAddress.withoutTrailingSlash(issuer))\n\(subject)")
  }
}

enum LinkStore {
  static func link(issuer: String, subject: String, _ rows: Rows) throws -> StoredLink? {
    try rows.first(
      """
      SELECT id, user_id, issuer, subject, name, linked_at, last_used_at FROM provider_links WHERE hash = $1
      """, .bytes(StoredLink.hash(issuer: issuer, subject: subject)), as: link)
  }

  /// Returns the links of a user, oldest first.
  static func links(of user: String, _ rows: Rows) throws -> [StoredLink] {
    try rows.all(
      """
      SELECT id, user_id, issuer, subject, name, linked_at, last_used_at FROM provider_links
      WHERE user_id = $1 ORDER BY linked_at, id
      """, .text(user), as: link)
  }

  static func count(of user: String, _ rows: Rows) throws -> Int {
    try rows.first("SELECT COUNT(*) FROM provider_links WHERE user_id = $1", .text(user)) { $0.int(0) } ?? 0
  }

  /// Returns false if the account is linked already.
  static func insert(_ link: StoredLink, _ transaction: Transaction) throws -> Bool {
    try transaction.change(
      """
      INSERT INTO provider_links (hash, id, user_id, issuer, subject, name, linked_at, last_used_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (hash) DO NOTHING
      """,
      .bytes(link.hash), .text(link.id), .text(link.user), .text(link.issuer), .text(link.subject),
      .optional(link.name), .integer(link.linkedAt.seconds), .optional(link.lastUsedAt?.seconds)) > 0
  }

  static func setUsed(_ link: StoredLink, at now: Instant, _ transaction: Transaction) throws {
    try transaction.run(
      "UPDATE provider_links SET last_used_at = $2 WHERE hash = $1", .bytes(link.hash), .integer(now.seconds))
  }

  /// Removes a link and ends the sessions that signed in with it.
  static func delete(_ link: StoredLink, at now: Instant, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM provider_links WHERE hash = $1", .bytes(link.hash))
    try ProviderSessionStore.revoke(link: link.id, of: link.user, at: now, transaction)
  }

  static func each(_ rows: Rows, body: (_ hash: [UInt8], _ link: StoredLink) throws -> Void) throws {
    try rows.each(
      """
      SELECT id, user_id, issuer, subject, name, linked_at, last_used_at, hash FROM provider_links ORDER BY hash
      """
    ) { row in
      try body(row.bytes(7), link(row))
      return true
    }
  }

  private static func link(_ row: Row) -> StoredLink {
    StoredLink(
      id: row.text(0), user: row.text(1), issuer: row.text(2), subject: row.text(3), name: row.optionalText(4),
      linkedAt: Instant(seconds: row.integer(5)), lastUsedAt: row.optionalInteger(6).map { Instant(seconds: $0) })
  }
}
