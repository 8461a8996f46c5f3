import Storage

/// The hashes of the MD5s of device tokens, by which some protocols identify a token.
enum TokenDigestStore {
  static func token(md5Hash: [UInt8], _ rows: Rows) throws -> (token: StoredToken, hash: [UInt8])? {
    let hash = try rows.first("SELECT token_hash FROM token_digests WHERE hash = $1", .bytes(md5Hash)) {
      $0.bytes(0)
    }
    guard let hash, let token = try TokenStore.token(hash: hash, rows) else { return nil }
    return (token, hash)
  }

  static func insert(_ digests: [[UInt8]], of token: [UInt8], _ user: String, _ transaction: Transaction) throws {
    for digest in digests {
      try transaction.run(
        """
        INSERT INTO token_digests (hash, token_hash, user_id) VALUES ($1, $2, $3) ON CONFLICT (hash) DO NOTHING
        """, .bytes(digest), .bytes(token), .text(user))
    }
  }

  /// Deletes the digests of tokens that were deleted.
  static func purge(of user: String, _ transaction: Transaction) throws {
    let rows = transaction.rows
    let tokens = Set(try rows.all("SELECT hash FROM tokens WHERE user_id = $1", .text(user)) { $0.bytes(0) })
    let digests = try rows.all("SELECT hash, token_hash FROM token_digests WHERE user_id = $1", .text(user)) {
      (hash: $0.bytes(0), token: $0.bytes(1))
    }
    for digest in digests where !tokens.contains(digest.token) {
      try transaction.run("DELETE FROM token_digests WHERE hash = $1", .bytes(digest.hash))
    }
  }

  static func each(_ rows: Rows, body: (_ hash: [UInt8], _ token: [UInt8], _ user: String) throws -> Void) throws {
    try rows.each("SELECT hash, token_hash, user_id FROM token_digests ORDER BY hash") { row in
      try body(row.bytes(0), row.bytes(1), row.text(2))
      return true
    }
  }
}
