import API
import Chronology
import Crypto
import Storage

/// A passkey as stored.
struct StoredPasskey: Hashable, Sendable {
  var id: String
  var user: String
  /// The credential's id.
  var credential: [UInt8]
  /// The public key in COSE's form.
  var publicKey: [UInt8]
  var signCount: UInt32
  /// The host that it is for.
  var site: String
  var name: String
  var createdAt: Instant
  var lastUsedAt: Instant?

  var reply: SessionAPI.PasskeyReply {
    SessionAPI.PasskeyReply(id: id, name: name, createdAt: createdAt, lastUsedAt: lastUsedAt)
  }
}

enum PasskeyStore {
  static func passkey(credential: [UInt8], _ rows: Rows) throws -> StoredPasskey? {
    try rows.first(
      """
      SELECT id, user_id, credential, public_key, sign_count, site, name, created_at, last_used_at FROM passkeys
      WHERE hash = $1
      """, .bytes(SHA256.hash(credential)), as: passkey)
  }

  static func passkey(_ id: String, of user: String, _ rows: Rows) throws -> StoredPasskey? {
    try rows.first(
      """
      SELECT id, user_id, credential, public_key, sign_count, site, name, created_at, last_used_at FROM passkeys
      WHERE user_id = $1 AND id = $2
      """, .text(user), .text(id), as: passkey)
  }

  /// Returns all passkeys of a person, oldest first.
  static func passkeys(of user: String, _ rows: Rows) throws -> [StoredPasskey] {
    try rows.all(
      """
      SELECT id, user_id, credential, public_key, sign_count, site, name, created_at, last_used_at FROM passkeys
      WHERE user_id = $1 ORDER BY created_at, id
      """, .text(user), as: passkey)
  }

  static func count(of user: String, _ rows: Rows) throws -> Int {
    try rows.first("SELECT COUNT(*) FROM passkeys WHERE user_id = $1", .text(user)) { $0.int(0) } ?? 0
  }

  static func insert(_ passkey: StoredPasskey, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO passkeys (hash, id, user_id, credential, public_key, sign_count, site, name, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      """,
      .bytes(SHA256.hash(passkey.credential)), .text(passkey.id), .text(passkey.user), .bytes(passkey.credential),
      .bytes(passkey.publicKey), .integer(Int64(passkey.signCount)), .text(passkey.site), .text(passkey.name),
      .integer(passkey.createdAt.seconds))
  }

  static func rename(_ id: String, of user: String, _ name: String, _ transaction: Transaction) throws {
    try transaction.run(
      "UPDATE passkeys SET name = $3 WHERE user_id = $1 AND id = $2", .text(user), .text(id), .text(name))
  }

  static func setUse(
    _ credential: [UInt8], signCount: UInt32, at now: Instant, _ transaction: Transaction
  ) throws {
    try transaction.run(
      "UPDATE passkeys SET sign_count = $2, last_used_at = $3 WHERE hash = $1", .bytes(SHA256.hash(credential)),
      .integer(Int64(signCount)), .integer(now.seconds))
  }

  /// Returns false if the person has no passkey with this id.
  static func delete(_ id: String, of user: String, _ transaction: Transaction) throws -> Bool {
    try transaction.change("DELETE FROM passkeys WHERE user_id = $1 AND id = $2", .text(user), .text(id)) > 0
  }

  static func handle(of user: String, _ rows: Rows) throws -> [UInt8]? {
    try rows.first("SELECT handle FROM people WHERE user_id = $1", .text(user)) { $0.optionalBytes(0) } ?? nil
  }

  /// The person's row exists.
  static func setHandle(_ handle: [UInt8], of user: String, _ transaction: Transaction) throws {
    try transaction.run("UPDATE people SET handle = $2 WHERE user_id = $1", .text(user), .bytes(handle))
  }

  /// Passes every passkey to `body` with the hash by which it is found.
  static func each(_ rows: Rows, body: (_ passkey: StoredPasskey, _ hash: [UInt8], _ count: Int64) throws -> Void)
    throws
  {
    try rows.each(
      """
      SELECT id, user_id, credential, public_key, sign_count, site, name, created_at, last_used_at, hash FROM passkeys
      ORDER BY hash
      """
    ) { row in
      try body(passkey(row), row.bytes(9), row.integer(4))
      return true
    }
  }

  private static func passkey(_ row: Row) -> StoredPasskey {
    StoredPasskey(
      id: row.text(0), user: row.text(1), credential: row.bytes(2), publicKey: row.bytes(3),
      // A count that no version writes is the highest one, after which no use is accepted.
      signCount: UInt32(exactly: row.integer(4)) ?? .max, site: row.text(5), name: row.text(6),
      createdAt: Instant(seconds: row.integer(7)), lastUsedAt: row.optionalInteger(8).map { Instant(seconds: $0) })
  }
}
