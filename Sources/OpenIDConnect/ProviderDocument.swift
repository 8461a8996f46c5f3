import JSON
import WebTokens

/// JSON that the provider sends.
enum ProviderDocument {
  private static let depthLimit = 16

  /// Returns nil for malformed JSON, another type than an object, and duplicate members.
  static func object(_ bytes: [UInt8]) -> JSONValue? {
    guard let value = JSONValue(parsing: bytes, depthLimit: depthLimit, rejectsDuplicates: true),
      case .object = value
    else { return nil }
    return value
  }
}

/// The provider's description of itself, from `/.well-known/openid-configuration`.
public struct Discovery: Sendable {
  public let issuer: String
  public let authorizationEndpoint: String
  public let tokenEndpoint: String
  public let keysURL: String
  public let userInfoEndpoint: String?
  public let endSessionEndpoint: String?
  /// Whether the secret belongs into the body of a token request, and not into its header.
  public let takesSecretInBody: Bool
  /// Whether every callback has `iss` (RFC 9207).
  public let sendsIssuer: Bool

  public static func url(of issuer: String) -> String {
    WebAddress.withoutTrailingSlash(issuer) + "/.well-known/openid-configuration"
  }

  /// Returns nil if the document is malformed or describes another issuer than the configured one.
  public init?(_ bytes: [UInt8], issuer configured: String) {
    guard let document = ProviderDocument.object(bytes), let issuer = document["issuer"]?.text,
      WebAddress.withoutTrailingSlash(issuer) == WebAddress.withoutTrailingSlash(configured),
      let authorization = document["authorization_endpoint"]?.text, WebAddress.isAllowed(authorization),
      let token = document["token_endpoint"]?.text, WebAddress.isAllowed(token),
      let keys = document["jwks_uri"]?.text, WebAddress.isAllowed(keys)
    else { return nil }
    func optional(_ name: String) -> String? {
      document[name]?.text.flatMap { WebAddress.isAllowed($0) ? $0 : nil }
    }
    self.issuer = issuer
    authorizationEndpoint = authorization
    tokenEndpoint = token
    keysURL = keys
    userInfoEndpoint = optional("userinfo_endpoint")
    endSessionEndpoint = optional("end_session_endpoint")
    let methods = document["token_endpoint_auth_methods_supported"]?.list?.compactMap(\.text) ?? []
    takesSecretInBody = methods.contains("client_secret_post") && !methods.contains("client_secret_basic")
    if case .bool(true)? = document["authorization_response_iss_parameter_supported"] {
      sendsIssuer = true
    } else {
      sendsIssuer = false
    }
  }
}

/// The provider's keys, from `jwks_uri`.
public struct ProviderKeys: Sendable {
  let keys: [WebKey]

  private static let most = 100

  /// Keys that are not understood are ignored. Returns nil if the document is malformed.
  public init?(_ bytes: [UInt8]) {
    guard let items = ProviderDocument.object(bytes)?["keys"]?.list, items.count <= Self.most else { return nil }
    keys = items.compactMap { item in
      var key = WebKey()
      key.type = item["kty"]?.text
      key.id = item["kid"]?.text
      key.declaredAlgorithm = item["alg"]?.text
      key.use = item["use"]?.text
      key.curve = item["crv"]?.text
      key.operations = item["key_ops"]?.list?.compactMap(\.text)
      for name in WebKey.numberNames { key.numbers[name] = item[name]?.text }
      return key.algorithm == nil || key.algorithm == .hs256 ? nil : key
    }
  }

  /// The keys that a token with this head may be signed with. Without a key id, only one key may fit.
  func candidates(_ algorithm: JWTAlgorithm, id: String?) -> [WebKey] {
    let fitting = keys.filter { $0.algorithm == algorithm && (id == nil || $0.id == id) }
    return id == nil && fitting.count > 1 ? [] : fitting
  }
}

/// The response of the token endpoint.
public struct TokenResponse: Sendable {
  public let idToken: String
  public let accessToken: String?

  public init?(_ bytes: [UInt8]) {
    guard let document = ProviderDocument.object(bytes), let idToken = document["id_token"]?.text else { return nil }
    self.idToken = idToken
    accessToken = document["access_token"]?.text
  }
}
