public import Chronology
import Crypto
import JSON
import WebTokens

/// Checks the tokens that the provider signs.
public struct TokenCheck: Sendable {
  /// The issuer as in the provider's own description.
  public let issuer: String
  public let clientID: String

  static let longestToken = 16 << 10
  static let leewaySeconds = 60.0
  static let logoutSeconds = 600.0
  private static let longestTokenID = 255
  private static let logoutEvent = "http://schemas.openid.net/event/backchannel-logout"

  public init(issuer: String, clientID: String) {
    self.issuer = issuer
    self.clientID = clientID
  }

  /// Returns the claims of an ID token (OpenID Connect Core, 3.1.3.7).
  public func claims(
    ofIDToken token: String, _ keys: ProviderKeys, nonce: String, accessToken: String?, now: Instant
  ) throws(TokenRejection) -> ProviderClaims {
    let (head, claims) = try verified(token, keys)
    // Other tokens of the same issuer do not prove a sign-in.
    if let type = Self.type(head), type == "logout+jwt" || type == "at+jwt" { throw .type }
    try checkParties(claims)
    guard let expiry = claims["exp"]?.double else { throw .malformed }
    guard Double(now.seconds) < expiry + Self.leewaySeconds else { throw .expired }
    guard let issued = claims["iat"]?.double else { throw .malformed }
    guard Double(now.seconds) >= issued - Self.leewaySeconds else { throw .issuedAt }
    if let start = claims["nbf"] {
      guard let start = start.double else { throw .malformed }
      guard Double(now.seconds) >= start - Self.leewaySeconds else { throw .notYetValid }
    }
    guard let sent = claims["nonce"]?.text, ConstantTime.equal(Array(sent.utf8), Array(nonce.utf8)) else {
      throw .nonce
    }
    if let hash = claims["at_hash"] {
      guard let accessToken, hash.text == Self.hash(ofAccessToken: accessToken) else { throw .accessTokenHash }
    }
    guard let claims = ProviderClaims(claims) else { throw .subject }
    return claims
  }

  /// The person or the session that a logout token ends.
  public struct Logout: Hashable, Sendable {
    public var id: String
    public var subject: String?
    public var sessionID: String?
  }

  /// Checks a logout token (OpenID Connect Back-Channel Logout, 2.6). The caller must reject an id that was used.
  public func logout(_ token: String, _ keys: ProviderKeys, now: Instant) throws(TokenRejection) -> Logout {
    let (head, claims) = try verified(token, keys)
    if let type = Self.type(head), type != "logout+jwt" { throw .type }
    try checkParties(claims)
    guard let issued = claims["iat"]?.double else { throw .malformed }
    guard abs(Double(now.seconds) - issued) <= Self.logoutSeconds else { throw .issuedAt }
    if let expiry = claims["exp"] {
      guard let expiry = expiry.double else { throw .malformed }
      guard Double(now.seconds) < expiry + Self.leewaySeconds else { throw .expired }
    }
    guard claims["nonce"] == nil else { throw .nonceInLogout }
    guard let id = claims["jti"]?.text, (1...Self.longestTokenID).contains(id.utf8.count) else { throw .tokenId }
    guard case .object? = claims["events"]?[Self.logoutEvent] else { throw .events }
    let logout = Logout(id: id, subject: claims["sub"]?.text, sessionID: claims["sid"]?.text)
    guard logout.subject != nil || logout.sessionID != nil, logout.subject.map(ProviderClaims.isSubject) ?? true else {
      throw .subject
    }
    return logout
  }

  /// Returns head and claims of a token with a valid signature.
  private func verified(
    _ text: String, _ keys: ProviderKeys
  ) throws(TokenRejection) -> (head: JSONValue, claims: JSONValue) {
    guard text.utf8.count <= Self.longestToken else { throw .tooLong }
    guard let token = SignedToken(text), let head = ProviderDocument.object(token.head),
      let claims = ProviderDocument.object(token.claims)
    else { throw .malformed }
    guard let algorithm = head["alg"]?.text.flatMap(JWTAlgorithm.init), algorithm != .hs256 else { throw .algorithm }
    guard ["jwk", "jku", "x5u"].allSatisfy({ head[$0] == nil }) else { throw .embeddedKey }
    guard head["crit"] == nil else { throw .criticalExtension }
    if let id = head["kid"], id.text == nil { throw .malformed }
    let verifiers = keys.candidates(algorithm, id: head["kid"]?.text).compactMap { try? $0.verifier(algorithm) }
    guard !verifiers.isEmpty else { throw .unknownKey }
    guard verifiers.contains(where: token.isSigned) else { throw .signature }
    return (head, claims)
  }

  private func checkParties(_ claims: JSONValue) throws(TokenRejection) {
    guard let issuer = claims["iss"]?.text, issuer.utf8.elementsEqual(self.issuer.utf8) else { throw .issuer }
    let audience: [String]
    if let one = claims["aud"]?.text {
      audience = [one]
    } else {
      guard let list = claims["aud"]?.list else { throw .audience }
      audience = list.compactMap(\.text)
      guard audience.count == list.count else { throw .audience }
    }
    guard audience.contains(clientID) else { throw .audience }
    if let party = claims["azp"] {
      guard party.text == clientID else { throw .authorizedParty }
    } else if audience.count > 1 {
      throw .authorizedParty
    }
  }

  private static func type(_ head: JSONValue) -> String? {
    guard let type = head["typ"] else { return nil }
    let name = (type.text ?? "?").lowercased()
    return name.hasPrefix("application/") ? String(name.dropFirst("application/".count)) : name
  }

  /// The left half of the hash, as both algorithms use SHA-256.
  static func hash(ofAccessToken token: String) -> String {
    Base64URL.encode(Array(SHA256.hash(token).prefix(SHA256.byteCount / 2)))
  }
}

extension JSONValue {
  fileprivate var double: Double? {
    switch self {
    case .number(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }
}
