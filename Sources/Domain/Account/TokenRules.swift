public import Chronology

/// What a token is for: a program, a device on which it is typed, or a browser that has signed in.
public enum TokenKind: String, Codable, CaseIterable, Sendable {
  case token, device, browser
}

/// What tokens may be.
public enum TokenRules {
  public static let scopes = ["read", "write"]
  /// A browser signs in again after so long at the latest.
  public static let browserSeconds: Int64 = 90 * 86_400
  public static let codeSeconds: Int64 = 10 * 60

  /// What the credentials are that make a token.
  public struct Maker: Hashable, Sendable {
    public var scopes: [String]
    public var expiresAt: Instant?

    public init(scopes: [String], expiresAt: Instant?) {
      self.scopes = scopes
      self.expiresAt = expiresAt
    }
  }

  /// What a new token gets: what was asked for, and never more than its maker has. Left out is as much as that.
  public static func grant(
    scopes: [String]?, expiresAt: Instant?, by maker: Maker, now: Instant
  ) throws(Rejection) -> Maker {
    var violations: [Rejection.Violation] = []
    let wanted = scopes ?? maker.scopes
    let granted = Self.scopes.filter { wanted.contains($0) && maker.scopes.contains($0) }
    if !wanted.allSatisfy(Self.scopes.contains) || wanted.isEmpty {
      violations.append(.init("scopes", "must be read, write or both"))
    } else if granted.isEmpty {
      violations.append(.init("scopes", "must be among those of the credentials that make it"))
    }
    if let expiresAt, expiresAt <= now { violations.append(.init("expiresAt", "must be in the future")) }
    try violations.refuse()
    return Maker(scopes: granted, expiresAt: earlier(expiresAt, maker.expiresAt))
  }

  /// When a browser that signs in with such credentials has to sign in again.
  public static func browserEnd(of maker: Maker, now: Instant) -> Instant {
    earlier(maker.expiresAt, now + browserSeconds) ?? now + browserSeconds
  }

  /// Nil is never.
  private static func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}
