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
  /// The token that a browser signed in with, or that made this token.
  var parent: String?
  /// The way in which a browser has signed in; nil for sessions of earlier versions.
  var method: SignInMethod?
  /// The time at which a browser has signed in.
  var signedInAt: Instant?
  /// The end of a browser session that use cannot move.
  var lastEnd: Instant?
  /// The end of the token or JWT that a browser signed in with.
  var makerEnd: Instant?
  /// The time of the last confirmation by the user of a browser.
  var confirmedAt: Instant?

  public func isGood(at now: Instant) -> Bool {
    revokedAt == nil && expiresAt.map { now < $0 } ?? true
  }

  /// Whether the user of a browser session has recently proved who they are. A token counts as a proof only for a
  /// person without a better one.
  func isFresh(at now: Instant, hasBetterProof: Bool) -> Bool {
    let signedInAt = method == .token && hasBetterProof ? nil : signedInAt
    return [confirmedAt, signedInAt].contains { $0.map { SessionLife.isFresh(signedInAt: $0, now: now) } ?? false }
  }
}
