public import Foundation

/// The signed-in person, and the ways to sign in.
public struct CurrentSession: Codable, Sendable, Hashable {
  /// Whether the token is valid. If not, the members about the person are nil.
  public var isSignedIn: Bool
  /// The user id.
  public var userId: String?
  /// The display name from the profile.
  public var displayName: String?
  /// Whether the person manages others.
  public var role: PersonRole?
  /// The way in which the browser or the token has signed in.
  public var method: SignInMethod?
  /// When a browser has signed in; nil for a token.
  public var signedInAt: Date?
  /// When the token ends, or nil if it does not end.
  public var expiresAt: Date?
  /// Whether the person has a password.
  public var hasPassword: Bool?
  /// The ways to sign in at this address.
  public var methods: [SignInMethod]
  /// The provider of single sign-on, if the server has one.
  public var oidc: SignInProvider?
  /// Whether an admin exists. If not, the setup link of the server creates the first one.
  public var isSetUp: Bool

  /// Whether the token ends within a time, so that the app should sign in again.
  public func ends(within seconds: TimeInterval, of now: Date) -> Bool {
    expiresAt.map { $0.timeIntervalSince(now) <= seconds } ?? false
  }
}

/// The provider of single sign-on.
public struct SignInProvider: Codable, Sendable, Hashable {
  /// The text of the button.
  public var name: String
  /// Whether the web page goes to the provider immediately.
  public var auto: Bool
}

/// The role of a person.
public struct PersonRole: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a role from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A person who manages others.
  public static let admin = PersonRole(rawValue: "admin")
  /// Any other person.
  public static let member = PersonRole(rawValue: "member")
}

/// A way to sign in.
public struct SignInMethod: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a method from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A user id and a password.
  public static let password = SignInMethod(rawValue: "password")
  /// A passkey. The system's sheet in the browser uses it.
  public static let passkey = SignInMethod(rawValue: "passkey")
  /// The provider of single sign-on.
  public static let provider = SignInMethod(rawValue: "oidc")
  /// An access token.
  public static let token = SignInMethod(rawValue: "token")
  /// A single-use code.
  public static let code = SignInMethod(rawValue: "code")
}

extension WaymarkClient {
  /// Returns the person to whom the token belongs and when it ends.
  public func currentSession() async throws(APIError) -> CurrentSession {
    try await fetch(CurrentSession.self, .get("session"))
  }

  /// Returns the ways to sign in to a server, for which no token is needed.
  public static func waysToSignIn(
    to server: URL, transport: any HTTPTransport = URLSessionTransport(), retries: RetryPolicy = RetryPolicy(),
    time: TimeSource = .system
  ) async throws(APIError) -> CurrentSession {
    let exchange = SignInExchange(server: server, transport: transport, retries: retries, time: time)
    return try WireFormat.decode(CurrentSession.self, from: await exchange.send(.get("session"), cookie: nil).body)
  }
}
