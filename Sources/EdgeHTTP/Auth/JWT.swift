import Proto
import WebTokens

/// Verifies JWTs (RFC 7519, RFC 8725).
struct JWT {
  var keys: JWKS
  var issuer: String?
  var audience: String?

  struct Rejection: Error, Equatable {
    var reason: String
    init(_ reason: String) { self.reason = reason }
  }

  struct Accepted: Equatable, Sendable {
    var identity: Identity
    /// When it is no longer accepted, including the leeway for clocks; nil: never.
    var endsAt: Int64?
  }

  private struct Head: Decodable {
    enum Member: String, CodingKey { case alg, kid, typ, crit }

    var alg: String
    var kid: String?
    var hasCritical: Bool

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Member.self)
      alg = try members.decode(String.self, forKey: .alg)
      kid = try members.valueIfThere(String.self, .kid)
      _ = try members.valueIfThere(String.self, .typ)
      // No critical extension is supported.
      hasCritical = members.contains(.crit)
    }
  }

  private struct Claims: Decodable {
    enum Member: String, CodingKey { case iss, sub, aud, exp, nbf, iat, scope }

    var iss: String?
    var sub: String
    var aud: [String]
    var exp: Double?
    var nbf: Double?
    var scope: String?

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Member.self)
      iss = try members.valueIfThere(String.self, .iss)
      sub = try members.decode(String.self, forKey: .sub)
      aud = try members.valueIfThere(Audience.self, .aud)?.names ?? []
      exp = try members.valueIfThere(Double.self, .exp)
      nbf = try members.valueIfThere(Double.self, .nbf)
      _ = try members.valueIfThere(Double.self, .iat)
      scope = try members.valueIfThere(String.self, .scope)
    }
  }

  /// A string or a list of strings.
  private struct Audience: Decodable {
    var names: [String]

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let name = try? value.decode(String.self) { names = [name] } else { names = try value.decode([String].self) }
    }
  }

  /// `now` in seconds since 1970.
  func judge(_ token: String, now: Int64) throws(Rejection) -> Accepted {
    guard let parts = SignedToken(token) else { throw Rejection("not a JWT") }
    let head = try part(Head.self, parts.head)
    guard let algorithm = JWTAlgorithm(rawValue: head.alg) else { throw Rejection("`alg` is not allowed") }
    guard !head.hasCritical else { throw Rejection("`crit` names an unknown extension") }
    let candidates = keys.candidates(algorithm, id: head.kid)
    guard !candidates.isEmpty else { throw Rejection("no matching key") }
    guard candidates.contains(where: { parts.isSigned(by: $0.verifier) }) else {
      throw Rejection("the signature is wrong")
    }
    return try accept(try part(Claims.self, parts.claims), now: now)
  }

  private func accept(_ claims: Claims, now: Int64) throws(Rejection) -> Accepted {
    let leeway = Double(Limits.jwtLeewaySeconds)
    if let exp = claims.exp, !(Double(now) < exp + leeway) { throw Rejection("it has expired") }
    if let nbf = claims.nbf, !(Double(now) >= nbf - leeway) { throw Rejection("it is not valid yet") }
    if let issuer, claims.iss != issuer { throw Rejection("`iss` is not the configured issuer") }
    if let audience, !claims.aud.contains(audience) {
      throw Rejection("`aud` does not contain the configured audience")
    }
    guard Bytes.isUser([UInt8](claims.sub.utf8)) else { throw Rejection("`sub` is not a valid user id") }
    let scope = claims.scope.map { Scope(names: $0.split(separator: " ")) } ?? [.read, .write]
    func second(_ value: Double) -> Int64 { Int64(min(max(value, 0), 1e15)) }
    let identity = Identity(user: claims.sub, scope: scope, expiresAt: claims.exp.map(second))
    return Accepted(identity: identity, endsAt: claims.exp.map { second($0 + leeway) })
  }

  private func part<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws(Rejection) -> Value {
    var writer = CBORWriter()
    var transcoder = JSONToCBOR()
    guard (try? transcoder.item(bytes.span, 0..<bytes.count, into: &writer)) != nil,
      let value = try? CBORDecoder.decode(type, from: writer.bytes)
    else { throw Rejection("it is malformed") }
    return value
  }
}

extension KeyedDecodingContainer {
  /// Returns nil if the member is absent. Null is a value of the wrong type.
  func valueIfThere<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    contains(key) ? try decode(type, forKey: key) : nil
  }
}
