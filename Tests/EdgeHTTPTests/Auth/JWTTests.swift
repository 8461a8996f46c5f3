import CCrypto
import Crypto
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

  @Test("Each of the three algorithms is verified", arguments: [JWTFixtures.rs256, JWTFixtures.es256])
  func algorithms(token: String) throws {
    let jwt = try jwt(issuer: "https://id", audience: "waymark")
    let accepted = try jwt.judge(token, now: 1_500)
    #expect(accepted.identity == Identity(user: "ada", scope: [.read, .write]))
    #expect(accepted.endsAt == 2_060)
    // A bit of the signature, and a bit of what is signed.
    for place in [token.count - 20, token.count / 2] {
      var damaged = Array(token)
      damaged[place] = damaged[place] == "A" ? "B" : "A"
      #expect(reason(String(damaged), jwt) != nil)
    }
  }

  @Test("Clocks may differ by a minute")
  func leeway() throws {
    let jwt = try jwt()
    for (now, isGood) in [(939, false), (940, true), (2_059, true), (2_060, false)] as [(Int64, Bool)] {
      #expect((reason(JWTFixtures.rs256, jwt, now: now) == nil) == isGood, "\(now)")
    }
  }

  @Test("Issuer and audience are checked where they are configured")
  func parties() throws {
    #expect(reason(JWTFixtures.es256, try jwt(issuer: "https://other")) != nil)
    #expect(reason(JWTFixtures.es256, try jwt(audience: "other")) != nil)
    #expect(reason(hs256(#"{"sub":"a","aud":"waymark"}"#), try jwt(audience: "waymark")) == nil)
    #expect(reason(hs256(#"{"sub":"a"}"#), try jwt(audience: "waymark")) != nil)
    #expect(reason(hs256(#"{"sub":"a"}"#), try jwt(issuer: "x")) != nil)
  }

  @Test(
    "A head that promises too much or too little is refused",
    arguments: [
      #"{"alg":"none"}"#, #"{"alg":"None","kid":"h"}"#, #"{"alg":"HS512","kid":"h"}"#, #"{"alg":"HS256","kid":"r"}"#,
      #"{"alg":"RS256","kid":"h"}"#, #"{"alg":"HS256","kid":"unknown"}"#, #"{"alg":"HS256","kid":"h","crit":["b64"]}"#,
      #"{"alg":"HS256","kid":"h","crit":[]}"#, #"{"kid":"h"}"#, #"[]"#, #"{"alg":"HS256","alg":"HS256","kid":"h"}"#,
      #"{"alg":"RS256","kid":"enc"}"#,
    ])
  func heads(head: String) throws {
    #expect(reason(hs256(head: head, #"{"sub":"ada"}"#), try jwt()) != nil)
  }

  @Test("A public key is never taken for a shared secret")
  func confusion() throws {
    let jwt = try jwt()
    let forged = hs256(head: #"{"alg":"HS256","kid":"r"}"#, #"{"sub":"ada"}"#, secret: [1, 0, 1])
    #expect(reason(forged, jwt) == "no key is known for it")
    #expect(reason(hs256(#"{"sub":"ada"}"#, secret: [1]), jwt) == "its signature is wrong")
  }

  @Test(
    "Claims of the wrong kind are refused",
    arguments: [
      #"{}"#, #"{"sub":""}"#, #"{"sub":"a b"}"#, #"{"sub":7}"#, #"{"sub":"ada","exp":"soon"}"#,
      #"{"sub":"ada","exp":1}"#,
      #"{"sub":"ada","scope":["read"]}"#, #"{"sub":"ada","nbf":1e12}"#, #"not json"#,
    ])
  func claims(claims: String) throws {
    #expect(reason(hs256(claims), try jwt()) != nil)
  }

  @Test("Scopes are separated by spaces, and absent ones are both")
  func scopes() throws {
    let jwt = try jwt()
    #expect(try jwt.judge(hs256(#"{"sub":"auth0|a@b"}"#), now: 0).identity.scope == [.read, .write])
    #expect(try jwt.judge(hs256(#"{"sub":"a","scope":"openid read"}"#), now: 0).identity.scope == [.read])
    #expect(try jwt.judge(hs256(#"{"sub":"a","scope":""}"#), now: 0).identity.scope == [])
  }

  @Test(
    "A text that is not three parts of base64url is refused",
    arguments: ["", "a", "a.b", "a.b.c.d", "..", "e30.e30.", "e30=.e30.e30", "e30.e30.***"])
  func shapes(token: String) throws {
    #expect(reason(token, try jwt()) != nil)
  }

  @Test(
    "A file without a good key stops the start",
    arguments: [
      "", "[]", "{}", #"{"keys":[]}"#, #"{"keys":[{"kty":"oct","k":""}]}"#,
      #"{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB"}]}"#,
      #"{"keys":[{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}]}"#,
    ])
  func badFiles(text: String) {
    #expect(throws: JWKSError.self) { _ = try JWKS(parsing: [UInt8](text.utf8)) }
  }
}
