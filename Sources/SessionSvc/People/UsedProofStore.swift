import Chronology
import Crypto
import Storage

/// Proofs that work once: accepted ones are kept until they expire, so that no host accepts them again.
enum UsedProofStore {
  enum Kind: String {
    /// The challenge of a passkey.
    case challenge
    /// A sign-in that was begun with the provider.
    case attempt
    /// A token with which the provider ends sessions.
    case logout
  }

  /// Marks a proof as used. Returns true only for the first caller.
  static func use(
    _ kind: Kind, _ proof: [UInt8], until end: Instant, at now: Instant, _ transaction: Transaction
  ) throws -> Bool {
    try transaction.run("DELETE FROM used_proofs WHERE expires_at <= $1", .integer(now.seconds))
    return try transaction.change(
      "INSERT INTO used_proofs (hash, expires_at) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING",
      .bytes(SHA256.hash(Array("\(kind.rawValue)\n".utf8) + proof)), .integer(end.seconds)) > 0
  }

  /// Whether every row has the form that this program writes.
  static func areWhole(_ rows: Rows) throws -> Bool {
    let wrong = try rows.first(
      "SELECT COUNT(*) FROM used_proofs WHERE LENGTH(hash) <> $1", .integer(Int64(SHA256.byteCount))
    ) { $0.int(0) }
    return wrong == 0
  }
}
