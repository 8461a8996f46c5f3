import Chronology
import Proto
import Storage

/// A call that can be repeated with the same key and body.
struct KeyedCall: Sendable {
  var method: String
  var key: String
  var digest: [UInt8]
}

extension CallerContext {
  /// The length of the client's key, without the route that precedes it on another line.
  var keyLength: Int { key?.split(separator: "\n").last?.utf8.count ?? 0 }

  /// Returns nil for a call without a key.
  func keyedCall(_ method: String) throws(Fault) -> KeyedCall? {
    guard let key else { return nil }
    guard key.utf8.count <= SessionLimits.longestKey else { throw Fault(.invalid, "Idempotency-Key is too long") }
    guard !key.utf8.contains(0) else { throw Fault(.invalid, "Idempotency-Key must not contain U+0000") }
    return KeyedCall(method: method, key: key, digest: digest ?? [])
  }
}

/// The kept responses of calls with an idempotency key.
enum IdempotencyStore {
  struct Key: Hashable {
    var user: String
    var method: String
    var key: String
  }

  struct KeptReply {
    var digest: [UInt8]
    var reply: [UInt8]
  }

  /// The query that precedes a call with a key.
  static func replyQuery(for call: KeyedCall, of user: String) -> Query {
    Query(
      "SELECT digest, reply FROM idempotency WHERE user_id = $1 AND method = $2 AND idem_key = $3",
      .text(user), .text(call.method), .text(call.key))
  }

  /// Returns the first response, or nil if the key is new. Throws if the body differs.
  static func reply(to call: KeyedCall, of user: String, _ rows: Rows) throws -> [UInt8]? {
    let first = try rows.first(replyQuery(for: call, of: user)) { KeptReply(digest: $0.bytes(0), reply: $0.bytes(1)) }
    guard let first else { return nil }
    guard first.digest == call.digest else {
      throw Fault.invalid("Idempotency-Key", "was already used with a different body; use a new key")
    }
    return first.reply
  }

  /// Returns whether the key was used, with any body.
  static func has(_ call: KeyedCall, of user: String, _ rows: Rows) throws -> Bool {
    try rows.first(
      "SELECT 1 FROM idempotency WHERE user_id = $1 AND method = $2 AND idem_key = $3",
      .text(user), .text(call.method), .text(call.key)
    ) { $0.int(0) } != nil
  }

  static func each(_ rows: Rows, body: (_ key: Key, _ kept: KeptReply, _ createdAt: Instant) throws -> Void) throws {
    try rows.each("SELECT user_id, method, idem_key, digest, reply, created_at FROM idempotency") { row in
      try body(
        Key(user: row.text(0), method: row.text(1), key: row.text(2)),
        KeptReply(digest: row.bytes(3), reply: row.bytes(4)), Instant(seconds: row.integer(5)))
      return true
    }
  }

  static func keep(
    _ reply: [UInt8], for call: KeyedCall, of user: String, at now: Instant, _ transaction: Transaction
  ) throws {
    try transaction.run(
      """
      INSERT INTO idempotency (user_id, method, idem_key, digest, reply, created_at) VALUES ($1, $2, $3, $4, $5, $6)
      """,
      .text(user), .text(call.method), .text(call.key), .bytes(call.digest), .bytes(reply), .integer(now.seconds))
    transaction.setCommitProof(replyQuery(for: call, of: user))
  }

  static func keys(before instant: Instant, limit: Int, _ rows: Rows) throws -> [Key] {
    try rows.all(
      "SELECT user_id, method, idem_key FROM idempotency WHERE created_at < $1 ORDER BY created_at LIMIT $2",
      .integer(instant.seconds), .integer(limit)
    ) { Key(user: $0.text(0), method: $0.text(1), key: $0.text(2)) }
  }

  static func delete(_ key: Key, _ transaction: Transaction) throws {
    try transaction.run(
      "DELETE FROM idempotency WHERE user_id = $1 AND method = $2 AND idem_key = $3",
      .text(key.user), .text(key.method), .text(key.key))
  }
}
