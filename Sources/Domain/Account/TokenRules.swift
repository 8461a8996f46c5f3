public import Chronology

/// The purpose of a token: for a program, for a device on which it is typed, or for a browser that has signed in.
public enum TokenKind: String, Codable, CaseIterable, Sendable {
  case token, device, browser
}

/// The rules for tokens.
public enum TokenRules {
  public static let scopes = ["read", "write"]
  public static let codeSeconds: Int64 = 10 * 60

  /// The credentials that create a token.
  public struct Maker: Hashable, Sendable {
    public var scopes: [String]
    public var expiresAt: Instant?

    public init(scopes: [String], expiresAt: Instant?) {
      self.scopes = scopes
      self.expiresAt = expiresAt
    }
  }

  /// Returns the scopes and expiry of a new token. They never exceed those of its maker, which are also the defaults.
  public static func grant(
    scopes: [String]?, expiresAt: Instant?, by maker: Maker, now: Instant
  ) throws(Rejection) -> Maker {
    var violations: [Rejection.Violation] = []
    let wanted = scopes ?? maker.scopes
    let granted = Self.scopes.filter { wanted.contains($0) && maker.scopes.contains($0) }
    if !wanted.allSatisfy(Self.scopes.contains) || wanted.isEmpty {
      violations.append(.init("scopes", "must be read, write or both"))
    } else if granted.isEmpty {
      violations.append(.init("scopes", "must be among the scopes of the credentials that create the token"))
    }
    if let expiresAt, expiresAt <= now { violations.append(.init("expiresAt", "must be in the future")) }
    try violations.reject()
    return Maker(scopes: granted, expiresAt: earlier(expiresAt, maker.expiresAt))
  }

  /// Nil means never.
  private static func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}
