public import Chronology
import Crypto
public import Domain
public import Storage

/// Creates and revokes access tokens in the database. The command line uses it whether or not the service is running.
public struct Tokens: Sendable {
  private let database: Database

  public init(database: Database) {
    self.database = database
  }

  /// Creates a token. Its text appears only in this result.
  public func create(
    user: String, scopes: [String] = TokenRules.scopes, name: String? = nil, kind: TokenKind = .token,
    expiresAt: Instant? = nil, now: Instant
  ) async throws -> (token: String, stored: StoredToken) {
    try Self.check(user: user, scopes: scopes, name: name)
    let made = Secret.make(kind)
    let stored = StoredToken(
      id: made.id, user: user, name: name, kind: kind, scopes: TokenRules.scopes.filter { scopes.contains($0) },
      createdAt: now, expiresAt: expiresAt, revokedAt: nil)
    try await database.write { transaction in
      try Self.checkStays(user, transaction.rows)
      try TokenStore.insert(stored, made, transaction)
    }
    return (made.text, stored)
  }

  /// Creates a code that signs in one browser within ten minutes.
  public func createCode(user: String, now: Instant) async throws -> String {
    try Self.check(user: user, scopes: TokenRules.scopes, name: nil)
    let code = Base64URL.encode(RandomBytes.make(32))
    let hash = SHA256.hash(code)
    try await database.write { transaction in
      try Self.checkStays(user, transaction.rows)
      try CodeStore.purge(before: now, transaction)
      try CodeStore.insert(hash: hash, user: user, expiresAt: now + TokenRules.codeSeconds, transaction)
    }
    return code
  }

  /// Returns the token's id: the first bytes of its hash.
  public static func id(of token: String) -> String {
    id(ofHash: Secret.hash(of: token))
  }

  /// Returns the hash by which a token is looked up.
  public static func hash(of token: String) -> [UInt8] {
    Secret.hash(of: token)
  }

  static func id(ofHash hash: [UInt8]) -> String {
    hash.prefix(8).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  public func list() async throws -> [StoredToken] {
    try await database.read { try TokenStore.tokens($0) }
  }

  /// Returns false if the token does not exist.
  public func revoke(id: String, now: Instant) async throws -> Bool {
    try await database.write { try TokenStore.revoke(id, at: now, $0) }
  }

  /// A token for a user who is being deleted would be deleted too.
  private static func checkStays(_ user: String, _ rows: Rows) throws {
    guard try ErasureStore.isErasing(user, rows) else { return }
    throw Rejection("user", "is being deleted; retry in a few seconds")
  }

  /// Throws if a token with these values is not allowed.
  public static func check(user: String, scopes: [String], name: String?) throws(Rejection) {
    var violations: [Rejection.Violation] = []
    violations += PersonRules.violations(ofUserId: user, "user")
    if scopes.isEmpty || !scopes.allSatisfy(TokenRules.scopes.contains) {
      violations.append(.init("scopes", "must be read, write or both"))
    }
    if let name { violations += TextRules.violations(ofText: name, "name") }
    try violations.reject()
  }
}

/// A new token: the text that is shown once, and the hashes that are stored.
struct Secret {
  var text: String
  var hash: [UInt8]
  /// For a device token: SHA-256 of the MD5 of each way of typing it, because some protocols send only the MD5.
  var md5Hashes: [[UInt8]] = []

  var id: String { Tokens.id(ofHash: hash) }

  /// Each kind has a different form, so that none is accepted in place of another.
  static func make(_ kind: TokenKind) -> Secret {
    switch kind {
    case .device:
      let characters = DeviceToken.make()
      return Secret(
        text: DeviceToken.written(characters), hash: SHA256.hash(characters),
        md5Hashes: DeviceToken.typedForms(of: characters).map { SHA256.hash(MD5.hex($0)) })
    case .token, .browser:
      let text = (kind == .browser ? "wb_" : "wm_") + Base64URL.encode(RandomBytes.make(32))
      return Secret(text: text, hash: SHA256.hash(text))
    }
  }

  static func hash(of text: String) -> [UInt8] {
    DeviceToken.characters(of: text.utf8).map { SHA256.hash($0) } ?? SHA256.hash(text)
  }
}
