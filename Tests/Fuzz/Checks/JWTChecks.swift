import CCrypto
import Crypto
import Proto

@testable import EdgeHTTP

extension FuzzTarget {
  private static let secret = [UInt8](0..<32)
  private static let now: Int64 = 1_500

  private static func keys() throws(JWKSError) -> JWKS {
    let secret = Base64URL.encode(secret)
    return try JWKS(parsing: [UInt8](#"{"keys":[{"kty":"oct","kid":"h","k":"\#(secret)"}]}"#.utf8))
  }

  /// The first line is a header, the rest are the claims. Both are signed as they are and must be judged by the rules.
  func checkToken(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let decoded = Base64URL.decode(text) {
      precondition(Base64URL.encode(decoded) == text, "two encodings of the same bytes are accepted")
    }
    _ = try? JWKS(parsing: bytes)
    guard let keys = try? FuzzTarget.keys() else { preconditionFailure("the key is good") }
    let jwt = JWT(keys: keys, issuer: nil, audience: nil)
    precondition(FuzzTarget.judge(jwt, text) == nil, "an unsigned token is accepted")
    let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false).map { [UInt8]($0) }
    guard parts.count == 2 else { return }
    let accepted = FuzzTarget.judge(jwt, FuzzTarget.token(parts[0], parts[1]))
    precondition(
      accepted == JWTModel.identity(parts[0], parts[1], now: FuzzTarget.now), "the model judges the token differently")
  }

  private static func judge(_ jwt: JWT, _ token: String) -> Identity? {
    do throws(JWT.Rejection) { return try jwt.judge(token, now: now).identity } catch { return nil }
  }

  private static func token(_ head: [UInt8], _ claims: [UInt8]) -> String {
    let signed = Base64URL.encode(head) + "." + Base64URL.encode(claims)
    var digest = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    let text = [UInt8](signed.utf8)
    _ = HMAC(EVP_sha256(), secret, Int32(secret.count), text, text.count, &digest, &length)
    return signed + "." + Base64URL.encode(digest)
  }
}

/// The rules for a token, applied one by one to values of any type.
private enum JWTModel {
  static func identity(_ head: [UInt8], _ claims: [UInt8], now: Int64) -> Identity? {
    guard let head = object(head), let claims = object(claims) else { return nil }
    guard head["alg"]?.text == "HS256", head["crit"] == nil else { return nil }
    if let kid = head["kid"], kid.text != "h" { return nil }
    if let typ = head["typ"], typ.text == nil { return nil }
    for name in ["exp", "nbf", "iat"] { if let claim = claims[name], claim.number == nil { return nil } }
    for name in ["iss", "scope"] { if let claim = claims[name], claim.text == nil { return nil } }
    if let aud = claims["aud"], aud.text == nil, aud.texts == nil { return nil }
    if let exp = claims["exp"]?.number, Double(now) >= exp + 60 { return nil }
    if let nbf = claims["nbf"]?.number, Double(now) < nbf - 60 { return nil }
    guard let user = claims["sub"]?.text, (1...128).contains(user.utf8.count),
      user.utf8.allSatisfy({
        Unicode.Scalar($0).properties.isAlphabetic && $0 < 0x80 || "0123456789._:@|-".utf8.contains($0)
      })
    else { return nil }
    let scope = claims["scope"]?.text.map { Scope(names: $0.split(separator: " ")) } ?? [.read, .write]
    let end = claims["exp"]?.number.map { Int64(min(max($0, 0), 1e15)) }
    return Identity(user: user, scope: scope, expiresAt: end)
  }

  private static func object(_ json: [UInt8]) -> [String: FuzzValue]? {
    guard let item = try? JSONRoundTrip.read(json) else { return nil }
    return try? CBORDecoder.decode([String: FuzzValue].self, from: item)
  }
}

extension FuzzValue {
  fileprivate var text: String? {
    if case .text(let text) = self { return text }
    return nil
  }

  fileprivate var texts: [String]? {
    guard case .list(let items) = self else { return nil }
    let texts = items.compactMap(\.text)
    return texts.count == items.count ? texts : nil
  }

  fileprivate var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}
