public import Chronology
import Crypto
public import Domain
public import Storage

/// Access tokens, made and taken back in the database itself: the command line does so from its own process while the
/// service runs, or does not.
public struct Tokens: Sendable {
  public static let scopes = ["read", "write"]
  private let database: Database

  public init(database: Database) {
    self.database = database
  }

  /// The token itself is in this answer alone.
  public func create(
    user: String, scopes: [String] = Self.scopes, name: String? = nil, expiresAt: Instant? = nil, now: Instant
  ) async throws -> (token: String, stored: StoredToken) {
    try Self.check(user: user, scopes: scopes, name: name)
    let token = "wm_" + Base64URL.encode(RandomBytes.make(32))
    let hash = SHA256.hash(token)
    let stored = StoredToken(
      id: Self.id(of: token), user: user, name: name,
      scopes: Self.scopes.filter { scopes.contains($0) }, createdAt: now, expiresAt: expiresAt, revokedAt: nil)
    try await database.write { try TokenStore.insert(stored, hash: hash, $0) }
    return (token, stored)
  }

  /// The id names a token without telling it: a stretch of its hash.
  public static func id(of token: String) -> String {
    id(ofHash: SHA256.hash(token))
  }

  static func id(ofHash hash: [UInt8]) -> String {
    hash.prefix(8).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  public func list() async throws -> [StoredToken] {
    try await database.read { try TokenStore.tokens($0) }
  }

  /// False where there is no such token.
  public func revoke(id: String, now: Instant) async throws -> Bool {
    try await database.write { try TokenStore.revoke(id, at: now, $0) }
  }

  /// Whether there can be such a token.
  public static func check(user: String, scopes: [String], name: String?) throws(Rejection) {
    var violations: [Rejection.Violation] = []
    if !TextRules.isUserId(user) {
      violations.append(.init("user", "must be 1 to 128 characters of A-Z a-z 0-9 . _ : @ | -"))
    }
    if scopes.isEmpty || !scopes.allSatisfy(Self.scopes.contains) {
      violations.append(.init("scopes", "must be read, write or both"))
    }
    if let name, name.unicodeScalars.count > SessionLimits.tokenNameLength {
      violations.append(.init("name", "must be at most \(SessionLimits.tokenNameLength) characters"))
    }
    try violations.refuse()
  }
}
