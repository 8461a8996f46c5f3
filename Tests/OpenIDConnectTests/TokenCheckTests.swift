import Chronology
import Crypto
import TestProvider
import Testing

@testable import OpenIDConnect

@Suite struct TokenCheckTests {
  private static let rsa = SigningKey.rsa("r")
  private static let ec = SigningKey.p256("e")
  private static let now = Instant(seconds: 1_000_000)
  private static let check = TokenCheck(issuer: "https://id.example.org", clientID: "waymark")

  private func keys(_ webKeys: [String]) throws -> ProviderKeys {
    try #require(ProviderKeys([UInt8](#"{"keys": [\#(webKeys.joined(separator: ","))]}"#.utf8)))
  }

  private static let sound: [String: String] = [
    "iss": #""https://id.example.org""#, "aud": #""waymark""#, "sub": #""s""#, "exp": "1000300", "iat": "1000000",
    "nonce": #""n""#,
  ]

  private static func claims(_ changes: [String: String?]) -> String {
    var members = sound
    for (name, value) in changes { members[name] = value }
    return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0)\": \($1)" }.joined(separator: ",") + "}"
  }

  private func rejection(
    _ token: String, _ given: ProviderKeys? = nil, accessToken: String? = nil, now: Instant = TokenCheckTests.now
  ) throws -> TokenRejection? {
    let keys = try given ?? keys([Self.rsa.webKey(), Self.ec.webKey()])
    do throws(TokenRejection) {
      _ = try Self.check.claims(ofIDToken: token, keys, nonce: "n", accessToken: accessToken, now: now)
      return nil
    } catch {
      return error
    }
  }

  @Test("Accepts RS256 and ES256")
  func algorithms() throws {
    for key in [Self.rsa, Self.ec] {
      let token = key.token(Self.claims([:]))
      #expect(try rejection(token) == nil)
      var damaged = Array(token)
      damaged[damaged.count - 20] = damaged[damaged.count - 20] == "A" ? "B" : "A"
      #expect(try rejection(String(damaged)) == .signature)
    }
  }

  @Test(
    "Checks each claim",
    arguments: [
      (["iss": #""https://id.example.org/""#], .issuer), (["iss": #""https://evil.org""#], .issuer),
      (["iss": nil], .issuer), (["iss": "7"], .issuer),
      (["aud": #""other""#], .audience), (["aud": nil], .audience), (["aud": "[]"], .audience),
      (["aud": #"["other"]"#], .audience), (["aud": #"["waymark", 7]"#], .audience),
      (["aud": #"["waymark"]"#], nil), (["aud": #"["waymark", "other"]"#], .authorizedParty),
      (["aud": #"["waymark", "other"]"#, "azp": #""other""#], .authorizedParty),
      (["aud": #"["waymark", "other"]"#, "azp": #""waymark""#], nil), (["azp": #""other""#], .authorizedParty),
      (["azp": "null"], .authorizedParty),
      (["exp": nil], .malformed), (["exp": #""soon""#], .malformed), (["exp": "999940"], .expired),
      (["exp": "999941"], nil), (["iat": nil], .malformed), (["iat": "1000060"], nil), (["iat": "1000061"], .issuedAt),
      (["nbf": "1000060"], nil), (["nbf": "1000061"], .notYetValid), (["nbf": #""x""#], .malformed),
      (["nonce": nil], .nonce), (["nonce": #""other""#], .nonce), (["nonce": "7"], .nonce),
      (["sub": nil], .subject), (["sub": #""""#], .subject), (["sub": "7"], .subject),
      (["sub": "\"" + String(repeating: "a", count: 255) + "\""], nil),
      (["sub": "\"" + String(repeating: "a", count: 256) + "\""], .subject), (["sub": #""a\u0000""#], .subject),
      (["at_hash": #""wrong""#], .accessTokenHash),
    ] as [([String: String?], TokenRejection?)])
  func claims(changes: [String: String?], expected: TokenRejection?) throws {
    #expect(try rejection(Self.rsa.token(Self.claims(changes)), accessToken: "a") == expected)
  }

  @Test("Checks the hash of the access token if the token has one")
  func accessTokenHash() throws {
    let hash = TokenCheck.hash(ofAccessToken: "access")
    let token = Self.ec.token(Self.claims(["at_hash": "\"\(hash)\""]))
    #expect(try rejection(token, accessToken: "access") == nil)
    #expect(try rejection(token, accessToken: "other") == .accessTokenHash)
    #expect(try rejection(token, accessToken: nil) == .accessTokenHash)
  }

  @Test(
    "Rejects heads that choose their own rules",
    arguments: [
      (#"{"alg": "none"}"#, .algorithm), (#"{"alg": "None", "kid": "r"}"#, .algorithm),
      (#"{"alg": "HS256", "kid": "r"}"#, .algorithm), (#"{"alg": "RS512", "kid": "r"}"#, .algorithm),
      (#"{"kid": "r"}"#, .algorithm), (#"{"alg": "ES256", "kid": "r"}"#, .unknownKey),
      (#"{"alg": "RS256", "kid": "x"}"#, .unknownKey), (#"{"alg": "RS256", "kid": 7}"#, .malformed),
      (#"{"alg": "RS256", "kid": "r", "crit": ["b64"]}"#, .criticalExtension),
      (#"{"alg": "RS256", "kid": "r", "crit": []}"#, .criticalExtension),
      (#"{"alg": "RS256", "kid": "r", "jwk": {}}"#, .embeddedKey),
      (#"{"alg": "RS256", "kid": "r", "jku": "https://evil.org"}"#, .embeddedKey),
      (#"{"alg": "RS256", "kid": "r", "x5u": "https://evil.org"}"#, .embeddedKey),
      (#"{"alg": "RS256", "kid": "r", "typ": "logout+jwt"}"#, .type),
      (#"{"alg": "RS256", "kid": "r", "typ": "application/at+JWT"}"#, .type),
      (#"{"alg": "RS256", "kid": "r", "typ": "JWT"}"#, nil), (#"{"alg": "RS256"}"#, nil),
      (#"{"alg": "RS256", "alg": "RS256", "kid": "r"}"#, .malformed), (#"[]"#, .malformed),
    ] as [(String, TokenRejection?)])
  func heads(head: String, expected: TokenRejection?) throws {
    #expect(try rejection(Self.rsa.token(head: head, Self.claims([:]))) == expected)
  }

  @Test("Rejects unsigned tokens and tokens signed with a public key or the client's secret")
  func confusion() throws {
    let claims = Self.claims([:])
    let unsigned =
      Base64URL.encode([UInt8](#"{"alg": "none"}"#.utf8)) + "." + Base64URL.encode([UInt8](claims.utf8)) + "."
    #expect(try rejection(unsigned) == .algorithm)
    for secret in [[UInt8]("secret".utf8), [UInt8](Self.rsa.number("n").utf8)] {
      for head in [#"{"alg": "HS256", "kid": "r"}"#, #"{"alg": "HS256"}"#] {
        #expect(try rejection(hs256(secret: secret, head: head, claims)) == .algorithm)
      }
    }
    // A shared secret in the provider's keys is ignored too.
    let keys = try keys([#"{"kty": "oct", "kid": "o", "k": "\#(Base64URL.encode(Array(0..<32)))"}"#])
    let token = hs256(secret: Array(0..<32), head: #"{"alg": "HS256", "kid": "o"}"#, claims)
    #expect(try rejection(token, keys) == .algorithm)
  }

  @Test("Uses only keys for signatures of that algorithm, and only long ones")
  func keyChoice() throws {
    let token = Self.rsa.token(Self.claims([:]))
    for more in [#", "use": "enc""#, #", "alg": "RS512""#, #", "alg": "ES256""#, #", "key_ops": ["encrypt"]"#] {
      #expect(try rejection(token, keys([Self.rsa.webKey(more: more)])) == .unknownKey, "\(more)")
    }
    #expect(try rejection(token, keys([Self.rsa.webKey(more: #", "alg": "RS256", "key_ops": ["verify"]"#)])) == nil)
    let short = SigningKey.rsa("short", bits: 1_024)
    #expect(try rejection(short.token(Self.claims([:])), keys([short.webKey()])) == .unknownKey)
    // Without `kid`, only one key may fit.
    let anonymous = Self.rsa.token(head: #"{"alg": "RS256"}"#, Self.claims([:]))
    let other = SigningKey.rsa("other")
    #expect(try rejection(anonymous, keys([Self.rsa.webKey(), Self.ec.webKey()])) == nil)
    #expect(try rejection(anonymous, keys([Self.rsa.webKey(), other.webKey()])) == .unknownKey)
    #expect(try rejection(token, keys([Self.rsa.webKey(hasId: false)])) == .unknownKey)
  }

  @Test("Rejects other forms, duplicate members and long tokens")
  func forms() throws {
    for token in ["", "a", "a.b", "a.b.c", "a.b.c.d", "....", "e30.e30.e30="] {
      #expect(try rejection(token) == .malformed, "\(token)")
    }
    let twice = Self.claims([:]).dropLast() + #", "sub": "t"}"#
    #expect(try rejection(Self.rsa.token(String(twice))) == .malformed)
    let escaped = Self.claims([:]).dropLast() + #", "\u0073ub": "t"}"#
    #expect(try rejection(Self.rsa.token(String(escaped))) == .malformed)
    let nested = Self.claims(["x": #"{"y": 1, "y": 2}"#])
    #expect(try rejection(Self.rsa.token(nested)) == .malformed)
    let long = Self.claims(["x": "\"" + String(repeating: "a", count: 16_384) + "\""])
    #expect(try rejection(Self.rsa.token(long)) == .tooLong)
    #expect(try rejection(Self.rsa.token("[]")) == .malformed)
  }

  private static let logout: [String: String?] = [
    "nonce": nil, "exp": nil, "jti": #""j""#,
    "events": #"{"http://schemas.openid.net/event/backchannel-logout": {}}"#,
  ]

  @Test(
    "Checks logout tokens",
    arguments: [
      ([:], nil), (["sub": nil, "sid": #""x""#], nil), (["sub": nil], .subject), (["nonce": #""n""#], .nonceInLogout),
      (["jti": nil], .tokenId), (["jti": #""""#], .tokenId), (["events": nil], .events), (["events": "{}"], .events),
      (["events": #"{"http://schemas.openid.net/event/backchannel-logout": 1}"#], .events),
      (["iat": nil], .malformed), (["iat": "999400"], nil), (["iat": "999399"], .issuedAt), (["iat": "1000600"], nil),
      (["iat": "1000601"], .issuedAt), (["exp": "999940"], .expired), (["exp": "999941"], nil),
      (["aud": #""other""#], .audience), (["iss": #""https://evil.org""#], .issuer),
    ] as [([String: String?], TokenRejection?)])
  func logouts(changes: [String: String?], expected: TokenRejection?) throws {
    let claims = Self.claims(Self.logout.merging(changes) { $1 })
    let keys = try keys([Self.ec.webKey()])
    func rejection(_ head: String) -> TokenRejection? {
      do throws(TokenRejection) {
        _ = try Self.check.logout(Self.ec.token(head: head, claims), keys, now: Self.now)
        return nil
      } catch {
        return error
      }
    }
    #expect(rejection(#"{"alg": "ES256", "kid": "e", "typ": "logout+jwt"}"#) == expected)
    #expect(rejection(#"{"alg": "ES256", "kid": "e"}"#) == expected)
    #expect(rejection(#"{"alg": "ES256", "kid": "e", "typ": "JWT"}"#) == .type)
  }
}

@Suite struct ProviderClaimsTests {
  private func claims(_ text: String) throws -> ProviderClaims {
    let key = SigningKey.p256("e")
    let keys = try #require(ProviderKeys([UInt8](#"{"keys": [\#(key.webKey())]}"#.utf8)))
    let all = #"{"iss": "i", "aud": "c", "exp": 9000, "iat": 1000, "nonce": "n", "sub": "s"\#(text)}"#
    let check = TokenCheck(issuer: "i", clientID: "c")
    return try check.claims(
      ofIDToken: key.token(all), keys, nonce: "n", accessToken: nil, now: Instant(seconds: 1_000))
  }

  @Test("Counts an address only if it is verified")
  func addresses() throws {
    #expect(try claims(#", "email": "a@b""#).text("email") == nil)
    #expect(try claims(#", "email": "a@b", "email_verified": "true""#).text("email") == nil)
    #expect(try claims(#", "email": "a@b", "email_verified": false"#).text("email") == nil)
    #expect(try claims(#", "email": "a@b", "email_verified": true"#).text("email") == "a@b")
  }

  @Test("Reads groups as a list, or as text with spaces or commas")
  func groups() throws {
    #expect(try claims("").groups("groups") == nil)
    #expect(try claims(#", "groups": ["a b", 7, "c"]"#).groups("groups") == ["a b", "c"])
    #expect(try claims(#", "groups": "a b,c, d""#).groups("groups") == ["a", "b", "c", "d"])
  }

  @Test("Reads lacking claims from the user info of the same subject")
  func lackingClaims() throws {
    var found = try claims(#", "name": "Kim""#)
    let info = #"{"sub": "s", "name": "Other", "preferred_username": "kim"}"#
    let isAdded = found.addUserInfo([UInt8](info.utf8))
    #expect(isAdded)
    #expect(found.text("name") == "Kim" && found.text("preferred_username") == "kim")
    for wrong in [#"{"sub": "t"}"#, #"{}"#, #"{"sub": "s", "sub": "s"}"#, "[]", ""] {
      let isAdded = found.addUserInfo([UInt8](wrong.utf8))
      #expect(!isAdded, "\(wrong)")
    }
  }

  @Test(
    "Checks the provider's description",
    arguments: [
      ([:], true), (["issuer": #""https://id/""#], true), (["issuer": #""https://evil""#], false),
      (["issuer": nil], false), (["token_endpoint": nil], false), (["token_endpoint": #""http://id/t""#], false),
      (["jwks_uri": #""file:///etc/passwd""#], false), (["authorization_endpoint": #""javascript:x""#], false),
      (["userinfo_endpoint": #""http://id/u""#], true),
    ] as [([String: String?], Bool)])
  func discovery(changes: [String: String?], isAccepted: Bool) {
    var members = [
      "issuer": #""https://id""#, "authorization_endpoint": #""https://id/a""#, "token_endpoint": #""https://id/t""#,
      "jwks_uri": #""https://id/k""#,
    ]
    for (name, value) in changes { members[name] = value }
    let text = "{" + members.map { "\"\($0)\": \($1)" }.joined(separator: ",") + "}"
    let found = Discovery([UInt8](text.utf8), issuer: "https://id")
    #expect((found != nil) == isAccepted)
    #expect(found?.userInfoEndpoint == nil)
    #expect(Discovery([UInt8]((text.dropLast() + #", "x": 1, "x": 2}"#).utf8), issuer: "https://id") == nil)
  }
}
