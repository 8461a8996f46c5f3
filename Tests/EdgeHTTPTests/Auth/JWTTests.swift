import API
import CCrypto
import Chronology
import Crypto
import Foundation
import Service
import Testing

@testable import EdgeHTTP

/// Signs with the shared secret of the fixtures.
func hs256(head: String = #"{"alg":"HS256","kid":"h"}"#, _ claims: String, secret: [UInt8] = Array(0..<32)) -> String {
  let signed = Base64URL.encode([UInt8](head.utf8)) + "." + Base64URL.encode([UInt8](claims.utf8))
  var digest = [UInt8](repeating: 0, count: 32)
  var length: UInt32 = 0
  _ = HMAC(EVP_sha256(), secret, Int32(secret.count), [UInt8](signed.utf8), signed.utf8.count, &digest, &length)
  return signed + "." + Base64URL.encode(digest)
}

@Suite struct JWTTests {
  private func jwt(issuer: String? = nil, audience: String? = nil) throws -> JWT {
    JWT(keys: try JWKS(parsing: [UInt8](JWTFixtures.jwks.utf8)), issuer: issuer, audience: audience)
  }

  private func reason(_ token: String, _ jwt: JWT, now: Int64 = 1_500) -> String? {
    do throws(JWT.Rejection) {
      _ = try jwt.judge(token, now: now)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test("Verifies all three algorithms", arguments: [JWTFixtures.rs256, JWTFixtures.es256])
  func algorithms(token: String) throws {
    let jwt = try jwt(issuer: "https://id", audience: "waymark")
    let accepted = try jwt.judge(token, now: 1_500)
    #expect(accepted.identity == Identity(user: "ada", scope: [.read, .write], expiresAt: 2_000))
    // The leeway extends the acceptance of the JWT, but not the expiry of tokens created with it.
    #expect(accepted.endsAt == 2_060)
    #expect(accepted.identity.maker(.bearer).expiresAt == Instant(seconds: 2_000))
    // A flipped bit in the signature, and one in the signed part.
    for place in [token.count - 20, token.count / 2] {
      var damaged = Array(token)
      damaged[place] = damaged[place] == "A" ? "B" : "A"
      #expect(reason(String(damaged), jwt) != nil)
    }
  }

  @Test("Accepts clocks that differ by a minute")
  func leeway() throws {
    let jwt = try jwt()
    for (now, isGood) in [(939, false), (940, true), (2_059, true), (2_060, false)] as [(Int64, Bool)] {
      #expect((reason(JWTFixtures.rs256, jwt, now: now) == nil) == isGood, "\(now)")
    }
  }

  @Test("Checks issuer and audience if they are configured")
  func parties() throws {
    #expect(reason(JWTFixtures.es256, try jwt(issuer: "https://other")) != nil)
    #expect(reason(JWTFixtures.es256, try jwt(audience: "other")) != nil)
    #expect(reason(hs256(#"{"sub":"a","aud":"waymark"}"#), try jwt(audience: "waymark")) == nil)
    #expect(reason(hs256(#"{"sub":"a"}"#), try jwt(audience: "waymark")) != nil)
    #expect(reason(hs256(#"{"sub":"a"}"#), try jwt(issuer: "x")) != nil)
  }

  @Test(
    "Rejects a head with missing or unsupported members",
    arguments: [
      #"{"alg":"none"}"#, #"{"alg":"None","kid":"h"}"#, #"{"alg":"HS512","kid":"h"}"#, #"{"alg":"HS256","kid":"r"}"#,
      #"{"alg":"RS256","kid":"h"}"#, #"{"alg":"HS256","kid":"unknown"}"#, #"{"alg":"HS256","kid":"h","crit":["b64"]}"#,
      #"{"alg":"HS256","kid":"h","crit":[]}"#, #"{"kid":"h"}"#, #"[]"#, #"{"alg":"HS256","alg":"HS256","kid":"h"}"#,
      #"{"alg":"RS256","kid":"enc"}"#,
    ])
  func heads(head: String) throws {
    #expect(reason(hs256(head: head, #"{"sub":"ada"}"#), try jwt()) != nil)
  }

  @Test("Never uses a public key as a shared secret")
  func confusion() throws {
    let jwt = try jwt()
    let forged = hs256(head: #"{"alg":"HS256","kid":"r"}"#, #"{"sub":"ada"}"#, secret: [1, 0, 1])
    #expect(reason(forged, jwt) == "no matching key")
    #expect(reason(hs256(#"{"sub":"ada"}"#, secret: [1]), jwt) == "the signature is wrong")
  }

  @Test(
    "Rejects claims with invalid values",
    arguments: [
      #"{}"#, #"{"sub":""}"#, #"{"sub":"a b"}"#, #"{"sub":7}"#, #"{"sub":"ada","exp":"soon"}"#,
      #"{"sub":"ada","exp":1}"#,
      #"{"sub":"ada","scope":["read"]}"#, #"{"sub":"ada","nbf":1e12}"#, #"not json"#,
    ])
  func claims(claims: String) throws {
    #expect(reason(hs256(claims), try jwt()) != nil)
  }

  @Test(
    "Rejects a known member of the wrong type, including null",
    arguments: ["null", "true", "[]", "{}", "[1]", "[null]", "[[\"a\"]]"])
  func wrongTypes(value: String) throws {
    let jwt = try jwt()
    for claim in ["exp", "nbf", "iat", "iss", "aud", "sub", "scope"] where !(claim == "aud" && value == "[]") {
      let claims = claim == "sub" ? "{\"sub\":\(value)}" : "{\"sub\":\"ada\",\"\(claim)\":\(value)}"
      #expect(reason(hs256(claims), jwt) == "it is malformed", "\(claims)")
    }
    for number in ["exp", "nbf", "iat"] {
      #expect(reason(hs256("{\"sub\":\"ada\",\"\(number)\":\"2000\"}"), jwt) == "it is malformed")
    }
    for text in ["iss", "aud", "scope"] {
      #expect(reason(hs256("{\"sub\":\"ada\",\"\(text)\":7}"), jwt) == "it is malformed")
    }
    for member in ["alg", "kid", "typ", "crit"] {
      let given = ["alg": "\"HS256\"", "kid": "\"h\""].filter { $0.key != member }.map { "\"\($0.key)\":\($0.value)" }
      let head = "{" + (given + ["\"\(member)\":\(value)"]).joined(separator: ",") + "}"
      #expect(reason(hs256(head: head, #"{"sub":"ada"}"#), jwt) != nil, "\(head)")
    }
  }

  @Test("Rejects a duplicate member at any place")
  func duplicates() throws {
    let jwt = try jwt()
    for claims in [
      #"{"sub":"ada","sub":"ada"}"#, #"{"sub":"ada","exp":9e9,"exp":9e9}"#, #"{"sub":"ada","\u0073ub":"eve"}"#,
      #"{"sub":"ada","x":{"y":1,"y":1}}"#,
    ] { #expect(reason(hs256(claims), jwt) == "it is malformed") }
    #expect(reason(hs256(head: #"{"alg":"HS256","kid":"h","kid":"h"}"#, #"{"sub":"ada"}"#), jwt) == "it is malformed")
  }

  @Test("Ignores unknown members of any type")
  func unknownMembers() throws {
    let head = #"{"alg":"HS256","kid":"h","typ":"at+jwt","x":null,"jku":"https://evil","b64":false}"#
    #expect(reason(hs256(head: head, #"{"sub":"ada","jti":7,"azp":null,"aud":[]}"#), try jwt()) == nil)
  }

  @Test("Scopes are separated by spaces; without `scope` both are granted")
  func scopes() throws {
    let jwt = try jwt()
    #expect(try jwt.judge(hs256(#"{"sub":"auth0|a@b"}"#), now: 0).identity.scope == [.read, .write])
    #expect(try jwt.judge(hs256(#"{"sub":"a","scope":"openid read"}"#), now: 0).identity.scope == [.read])
    #expect(try jwt.judge(hs256(#"{"sub":"a","scope":""}"#), now: 0).identity.scope == [])
  }

  @Test(
    "Rejects text that is not three parts of base64url",
    arguments: ["", "a", "a.b", "a.b.c.d", "..", "e30.e30.", "e30=.e30.e30", "e30.e30.***"])
  func shapes(token: String) throws {
    #expect(reason(token, try jwt()) != nil)
  }

  @Test(
    "A file without a usable key stops the start",
    arguments: [
      "", "[]", "{}", #"{"keys":[]}"#, #"{"keys":null}"#, #"{"keys":{}}"#, #"{"keys":[7]}"#, #"{"keys":[null]}"#,
      #"{"keys":[{"kty":"oct","k":""}]}"#, #"{"keys":[{"kty":"oct"}]}"#, #"{"keys":[{"kty":"oct","k":null}]}"#,
      #"{"keys":[{"kty":"oct","k":7}]}"#, #"{"keys":[{"kty":"oct","k":"not base64url"}]}"#,
      #"{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB"}]}"#,
      #"{"keys":[{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}]}"#,
    ])
  func badFiles(text: String) {
    #expect(throws: JWKSError.self) { _ = try JWKS(parsing: [UInt8](text.utf8)) }
  }

  private func file(_ members: String) -> [UInt8] {
    [UInt8](#"{"keys":[\#(members)]}"#.utf8)
  }

  @Test("Requires at least 32 bytes for HS256 secrets")
  func secrets() throws {
    for count in [1, 31] {
      let secret = Base64URL.encode([UInt8](repeating: 7, count: count))
      #expect {
        _ = try JWKS(parsing: file(#"{"kty":"oct","kid":"short","k":"\#(secret)"}"#))
      } throws: {
        "\($0)" == "key 0 (kid short): k has \(count) bytes, which is too short; use at least 32"
      }
    }
    for count in [32, 64, 100] {
      let secret = Base64URL.encode([UInt8](repeating: 7, count: count))
      #expect(try JWKS(parsing: file(#"{"kty":"oct","k":"\#(secret)"}"#)).keys.count == 1)
    }
  }

  @Test("A weak key stops the start with a message that names the file and the remedy")
  func start() throws {
    let path = NSTemporaryDirectory() + "waymark-keys-\(UUID()).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var settings = Settings()
    try EdgeService.check(settings)
    settings.jwtKeys = path
    #expect(throws: EdgeError.self) { try EdgeService.check(settings) }
    try #"{"keys":[{"kty":"oct","kid":"old","k":"c2VjcmV0"}]}"#.write(toFile: path, atomically: true, encoding: .utf8)
    #expect {
      try EdgeService.check(settings)
    } throws: {
      "\($0)".contains(path) && "\($0)".contains("key 0 (kid old)") && "\($0)".contains("use at least 32")
    }
    try JWTFixtures.jwks.write(toFile: path, atomically: true, encoding: .utf8)
    try EdgeService.check(settings)
  }

  @Test("Requires at least 2,048 bits and a valid exponent for RSA keys")
  func keySizes() throws {
    func key(_ n: String, _ exponent: [UInt8] = [1, 0, 1]) throws {
      _ = try JWKS(parsing: file(#"{"kty":"RSA","n":"\#(n)","e":"\#(Base64URL.encode(exponent))"}"#))
    }
    let good = String(JWTFixtures.jwks.split(separator: #""n": ""#)[1].prefix { $0 != "\"" })
    try key(good)
    try key(good, [0, 1, 0, 1])
    let rest = [UInt8](repeating: 0xFF, count: 255)
    #expect(PublicKeyVerifier.bits(of: [0x80] + rest) == 2_048)
    #expect(PublicKeyVerifier.bits(of: [0, 0x40] + rest) == 2_047)
    for modulus in [[0x7F] + rest, rest, [0] + rest, [UInt8](repeating: 0xFF, count: 128)] {
      #expect {
        try key(Base64URL.encode(modulus))
      } throws: {
        "\($0)".contains("bits is too short; use at least 2048")
      }
    }
    for exponent in [[], [0], [1], [0, 1], [2], [1, 0, 0]] as [[UInt8]] {
      #expect(throws: JWKSError.self) { try key(good, exponent) }
    }
  }

  @Test(
    "A key member of the wrong type, including null, stops the start",
    arguments: ["kty", "kid", "alg", "use", "crv", "key_ops"])
  func keyMembers(name: String) throws {
    let good = try JWKS(parsing: [UInt8](JWTFixtures.jwks.utf8)).keys.count
    #expect(good == 3)
    for value in ["null", "7", "{}", "[7]", "[null]"] {
      let broken = #"{"kty":"OKP","\#(name)":\#(value)}"#.replacing(#""kty":"OKP","kty""#, with: #""kty""#)
      let text = JWTFixtures.jwks.dropLast(2) + "," + broken + "]}"
      #expect(throws: JWKSError.self) { _ = try JWKS(parsing: [UInt8](text.utf8)) }
    }
  }
}
