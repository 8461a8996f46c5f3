public import Foundation

/// A sign-in of the app in the system's browser sheet, with any method of the server: password, passkey or provider.
///
/// Open ``url`` in the sheet, such as `ASWebAuthenticationSession`, pass the address to which it returns to
/// ``code(from:)``, and exchange the code with ``WaymarkClient/signIn(with:code:name:transport:time:)``.
public struct AppSignIn: Sendable, Hashable {
  /// The address of the server.
  public let server: URL
  /// The address to which the browser returns. The server's operator allows it with `WAYMARK_APP_REDIRECTS`.
  public let redirect: String
  /// The secret that proves that the app which redeems the code is the one that began.
  public let verifier: String
  let state: String

  /// Begins a sign-in.
  public init(server: URL, redirect: String = "waymark://signed-in") {
    self.init(server: server, redirect: redirect, verifier: Self.secret(), state: Self.secret())
  }

  init(server: URL, redirect: String, verifier: String, state: String) {
    self.server = server
    self.redirect = redirect
    self.verifier = verifier
    self.state = state
  }

  /// The address to open.
  public var url: URL {
    let challenge = Self.base64URL(SHA256.hash(verifier.utf8))
    let query = [
      URLQueryItem(name: "app", value: redirect), URLQueryItem(name: "code_challenge", value: challenge),
      URLQueryItem(name: "code_challenge_method", value: "S256"), URLQueryItem(name: "state", value: state),
    ]
    var call = Call.get("session", "oidc")
    call.query = query
    return call.request(to: server, token: "").url
  }

  /// Returns the code in the address to which the browser has returned.
  public func code(from callback: URL) throws(AppSignInError) -> String {
    let items = URLComponents(url: callback, resolvingAgainstBaseURL: false)?.queryItems ?? []
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
    guard callback.absoluteString.hasPrefix(redirect), value("state") == state else { throw .otherSignIn }
    if let reason = value("error") { throw .rejected(SignInRejection(rawValue: reason)) }
    guard let code = value("code"), !code.isEmpty else { throw .otherSignIn }
    return code
  }

  /// 256 random bits.
  private static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    return base64URL((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  static func base64URL(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }
}

/// The reason for which a sign-in in the browser sheet gave no code.
public enum AppSignInError: Error, Sendable, Hashable {
  /// The address belongs to another sign-in. Begin again.
  case otherSignIn
  /// The server or the provider rejected the person.
  case rejected(SignInRejection)
}

/// The server's reason for rejecting a sign-in.
public struct SignInRejection: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a reason from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The person cancelled at the provider.
  public static let denied = SignInRejection(rawValue: "denied")
  /// It took too long, or the address was used twice.
  public static let expired = SignInRejection(rawValue: "expired")
  /// The provider is unavailable.
  public static let provider = SignInRejection(rawValue: "provider")
  /// The provider's statement about the person is not valid.
  public static let token = SignInRejection(rawValue: "token")
  /// The person is in none of the required groups.
  public static let group = SignInRejection(rawValue: "group")
  /// The server admits only people whom an admin has added.
  public static let unknownUser = SignInRejection(rawValue: "unknownUser")
  /// Another person already has the name from the provider.
  public static let nameTaken = SignInRejection(rawValue: "nameTaken")
  /// The name from the provider is not a valid user id.
  public static let badName = SignInRejection(rawValue: "badName")
  /// The account at the provider belongs to another person of the server.
  public static let taken = SignInRejection(rawValue: "taken")
  /// An admin has disabled the person.
  public static let disabled = SignInRejection(rawValue: "disabled")
}

extension WaymarkClient {
  /// Exchanges the code of a sign-in in the browser sheet for a token of the app.
  ///
  /// Throws ``APIError/unauthorized`` if the code is wrong, used or older than a minute. If the connection breaks, the
  /// call is not repeated, because the code works once: begin again.
  ///
  /// - Parameter name: the name of the token in the list of tokens.
  public static func signIn(
    with signIn: AppSignIn, code: String, name: String, transport: any HTTPTransport = URLSessionTransport(),
    time: TimeSource = .system
  ) async throws(APIError) -> CreatedToken {
    let exchange = SignInExchange(
      server: signIn.server, transport: transport, retries: .none, time: time)
    let body = ["code": code, "codeVerifier": signIn.verifier, "name": name]
    let call = Call.post("session", body: try WireFormat.encode(body))
    return try WireFormat.decode(CreatedToken.self, from: await exchange.send(call, cookie: nil).body)
  }
}
