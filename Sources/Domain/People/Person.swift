public import Chronology

/// The role of a person, which decides whether they manage others.
public enum PersonRole: String, Codable, CaseIterable, Hashable, Sendable {
  case admin, member
}

/// Whether a person may sign in. An invited person has not signed in yet.
public enum PersonState: String, Codable, CaseIterable, Hashable, Sendable {
  case active, disabled, invited
}

/// The way in which a browser has signed in.
public enum SignInMethod: String, Codable, CaseIterable, Hashable, Sendable {
  case password, passkey, oidc, token, code, proxy, invitation, setup
}

public enum SignInOutcome: String, Codable, CaseIterable, Hashable, Sendable {
  case ok, failed
}

/// The rules for people.
public enum PersonRules {
  /// People per server. People whom tokens, JWTs and proxies create are not limited.
  public static let most = 10_000
  public static let invitationSeconds: Int64 = 7 * 86_400

  public static func violations(ofUserId id: String, _ field: String) -> [Rejection.Violation] {
    guard !TextRules.isNewUserId(id) else { return [] }
    return [.init(field, "must be 1 to 128 characters of A-Z a-z 0-9 . _ : @ | - and not . or ..")]
  }

  public static func violations(ofDisplayName name: String?) -> [Rejection.Violation] {
    name.map { TextRules.violations(ofText: $0, "displayName") } ?? []
  }

  /// Throws unless the end of an invitation is in the future.
  public static func check(end: Instant?, now: Instant) throws(Rejection) {
    if let end, end <= now { throw Rejection("expiresAt", "must be in the future") }
  }
}

/// The rules for passwords. There are no rules of composition, because they make passwords worse.
public enum PasswordRules {
  /// Unicode scalars.
  public static let lengths = 10...128

  public static func violations(of password: String, userId: String, _ field: String = "password")
    -> [Rejection.Violation]
  {
    guard lengths.contains(password.unicodeScalars.count) else {
      return [.init(field, "must have \(lengths.lowerBound) to \(lengths.upperBound) characters")]
    }
    return password == userId ? [.init(field, "must differ from the user id")] : []
  }
}
