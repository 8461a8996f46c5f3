import Crypto
import Foundation
import Synchronization

/// An OpenID Connect provider that can misbehave. It checks PKCE and the client's authentication.
public final class TestProvider: Sendable {
  public struct Response: Sendable {
    public var status = 200
    public var headers: [String: String] = ["Content-Type": "application/json"]
    public var body: [UInt8] = []

    public init(_ status: Int = 200, _ text: String = "", headers: [String: String] = [:]) {
      self.status = status
      self.headers.merge(headers) { $1 }
      body = [UInt8](text.utf8)
    }
  }

  public struct Request: Sendable {
    public var method: String
    public var path: String
    public var headers: [String: String]
    public var body: String

    public init(_ method: String, _ path: String, headers: [String: String] = [:], body: String = "") {
      self.method = method
      self.path = path
      self.headers = headers
      self.body = body
    }
  }

  /// The behaviour of the provider. Values are JSON text.
  public struct Behavior: Sendable {
    public var key: SigningKey
    /// The keys in the JWKS.
    public var keys: [SigningKey]
    /// Replaces claims of the ID token; nil removes one.
    public var claims: [String: String?] = [:]
    /// Replaces the whole ID token.
    public var idToken: (@Sendable (_ nonce: String) -> String)?
    public var userInfoBody: String?
    /// Replaces members of the description; nil removes one.
    public var discovery: [String: String?] = [:]
    /// Replaces the responses at these paths.
    public var responses: [String: Response] = [:]
    /// Whether responses wait until this is false.
    public var isHeld = false
    public var now = 0
  }

  private struct Code {
    var nonce: String
    var challenge: String
    var redirect: String
  }

  private struct State {
    var behavior: Behavior
    var codes: [String: Code] = [:]
    var requests: [Request] = []
    var problems: [String] = []
  }

  public static let clientID = "way mark:+"
  public static let secret = "s e c:r&t+ü"
  public let issuer: String
  private let hasSecret: Bool
  private let state: Mutex<State>

  public init(issuer: String, key: SigningKey, hasSecret: Bool = true, now: Int) {
    self.issuer = issuer
    self.hasSecret = hasSecret
    var behavior = Behavior(key: key, keys: [key])
    behavior.now = now
    state = Mutex(State(behavior: behavior))
  }

  public func behave(_ change: @Sendable (inout Behavior) -> Void) { state.withLock { change(&$0.behavior) } }

  public var requests: [Request] { state.withLock { $0.requests } }
  /// The errors in the requests of the server under test.
  public var problems: [String] { state.withLock { $0.problems } }
  public var isHeld: Bool { state.withLock { $0.behavior.isHeld } }

  /// The person signs in at the provider: returns the query of the callback.
  public func authorize(_ location: String) -> [(String, String)] {
    let query = Self.pairs(location.components(separatedBy: "?").dropFirst().joined(separator: "?"))
    func value(_ name: String) -> String { query.first { $0.0 == name }?.1 ?? "" }
    return state.withLock { state in
      if value("response_type") != "code" { state.problems.append("response_type") }
      if value("client_id") != Self.clientID { state.problems.append("client_id") }
      if value("code_challenge_method") != "S256" { state.problems.append("code_challenge_method") }
      if value("code_challenge").count != 43 { state.problems.append("code_challenge") }
      if !value("scope").split(separator: " ").contains("openid") { state.problems.append("scope") }
      let code = "provider-code-\(state.codes.count)"
      state.codes[code] = Code(
        nonce: value("nonce"), challenge: value("code_challenge"), redirect: value("redirect_uri"))
      return [("code", code), ("state", value("state")), ("iss", issuer)]
    }
  }

  public func respond(to request: Request) -> Response {
    state.withLock { state in
      state.requests.append(request)
      let path = request.path.components(separatedBy: "?")[0]
      if let fixed = state.behavior.responses[path] { return fixed }
      switch path {
      case "/.well-known/openid-configuration": return Response(200, Self.object(discovery, state.behavior.discovery))
      case "/keys":
        return Response(200, #"{"keys": [\#(state.behavior.keys.map { $0.webKey() }.joined(separator: ","))]}"#)
      case "/token": return token(request, &state)
      case "/userinfo":
        guard request.headers["authorization"] == "Bearer access-token" else { return Response(401) }
        return Response(200, state.behavior.userInfoBody ?? #"{"sub": "sub-1"}"#)
      default: return Response(404)
      }
    }
  }

  private var discovery: [String: String] {
    [
      "issuer": "\"\(issuer)\"", "authorization_endpoint": "\"\(issuer)/authorize\"",
      "token_endpoint": "\"\(issuer)/token\"", "jwks_uri": "\"\(issuer)/keys\"",
      "userinfo_endpoint": "\"\(issuer)/userinfo\"", "end_session_endpoint": "\"\(issuer)/end\"",
    ]
  }

  private func token(_ request: Request, _ state: inout State) -> Response {
    let form = Self.pairs(request.body)
    func value(_ name: String) -> String? { form.first { $0.0 == name }?.1 }
    guard request.method == "POST", value("grant_type") == "authorization_code" else {
      state.problems.append("grant")
      return Response(400, #"{"error": "invalid_request"}"#)
    }
    guard isAuthentic(request, value) else {
      state.problems.append("client authentication")
      return Response(401, #"{"error": "invalid_client"}"#)
    }
    // A code works once.
    guard let code = state.codes.removeValue(forKey: value("code") ?? "") else {
      state.problems.append("code")
      return Response(400, #"{"error": "invalid_grant"}"#)
    }
    let challenge = Base64URL.encode(SHA256.hash(value("code_verifier") ?? ""))
    guard challenge == code.challenge, value("redirect_uri") == code.redirect else {
      state.problems.append("PKCE or redirect")
      return Response(400, #"{"error": "invalid_grant"}"#)
    }
    let behavior = state.behavior
    let own = [
      "iss": "\"\(issuer)\"", "aud": "\"\(Self.clientID)\"", "sub": "\"sub-1\"", "exp": "\(behavior.now + 300)",
      "iat": "\(behavior.now)", "nonce": "\"\(code.nonce)\"", "preferred_username": "\"kim\"", "name": "\"Kim\"",
    ]
    let idToken = behavior.idToken?(code.nonce) ?? behavior.key.token(Self.object(own, behavior.claims))
    return Response(
      200, #"{"access_token": "access-token", "token_type": "Bearer", "id_token": "\#(idToken)"}"#)
  }

  private func isAuthentic(_ request: Request, _ value: (String) -> String?) -> Bool {
    guard hasSecret else {
      return value("client_id") == Self.clientID && value("client_secret") == nil
        && request.headers["authorization"] == nil
    }
    guard let field = request.headers["authorization"], field.hasPrefix("Basic "),
      let pair = Data(base64Encoded: String(field.dropFirst(6)))
    else { return value("client_id") == Self.clientID && value("client_secret") == Self.secret }
    let parts = String(decoding: pair, as: UTF8.self).split(separator: ":").map { Self.decoded(String($0)) }
    return parts == [Self.clientID, Self.secret]
  }

  /// A JSON object with some members replaced.
  private static func object(_ members: [String: String], _ changes: [String: String?]) -> String {
    var members = members
    for (name, value) in changes { members[name] = value }
    return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
  }

  public static func pairs(_ text: String) -> [(String, String)] {
    text.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
    }
  }

  private static func decoded(_ text: String) -> String {
    text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? text
  }
}
