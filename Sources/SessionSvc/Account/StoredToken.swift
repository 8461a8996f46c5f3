public import Chronology
public import Domain

/// An access token as it is stored. Only its hash is kept.
public struct StoredToken: Hashable, Sendable {
  public var id: String
  public var user: String
  public var name: String?
  public var kind = TokenKind.token
  public var scopes: [String]
  public var createdAt: Instant
  public var expiresAt: Instant?
  public var revokedAt: Instant?
  /// Accurate to the minute.
  public var lastUsedAt: Instant?
  /// The token that a browser signed in with.
  var parent: String?

  public func isGood(at now: Instant) -> Bool {
    revokedAt == nil && expiresAt.map { now < $0 } ?? true
  }
}
