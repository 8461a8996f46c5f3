import Chronology
import Crypto
import Testing

@testable import OpenIDConnect

@Suite struct RulesTests {
  @Test(
    "Returns only to paths of this server below the public one",
    arguments: [
      (nil, "", "/"), ("/books?y=1#x", "", "/books?y=1#x"), ("//evil.org", "", "/"), ("/\\evil.org", "", "/"),
      ("https://evil.org", "", "/"), ("javascript:x", "", "/"), ("books", "", "/"), ("/a//b", "", "/"),
      ("/a\r\nb", "", "/"), ("/a b", "", "/"), ("/a/../b", "", "/"), ("/a/%2E%2e/b", "", "/"),
      ("/waymark/books", "/waymark", "/waymark/books"), ("/other", "/waymark", "/waymark/"),
      ("/waymarks/books", "/waymark", "/waymark/"), ("/waymark", "/waymark", "/waymark/"),
      ("/waymark/../x", "/waymark", "/waymark/"), ("/waymark//evil.org", "/waymark", "/waymark/"),
      ("/" + String(repeating: "a", count: 400), "", "/"),
    ] as [(String?, String, String)])
  func returnPaths(to: String?, base: String, expected: String) {
    #expect(ReturnPath.checked(to, below: base) == expected)
  }

  @Test("Derives the challenge of RFC 7636, appendix B")
  func challenge() {
    let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    #expect(PKCE.challenge(of: verifier) == challenge && PKCE.matches(verifier, challenge: challenge))
    #expect(!PKCE.matches(verifier + "x", challenge: challenge) && !PKCE.matches("short", challenge: challenge))
    #expect(PKCE.isChallenge(challenge) && !PKCE.isChallenge("abc") && !PKCE.isChallenge(challenge + "A"))
    #expect(PKCE.isVerifier(String(repeating: "a", count: 128)) && !PKCE.isVerifier(String(repeating: "a", count: 129)))
    #expect(!PKCE.isVerifier(String(repeating: "a", count: 42)) && !PKCE.isVerifier(String(repeating: "ü", count: 50)))
  }

  @Test(
    "Allows http only for this machine",
    arguments: [
      ("https://id.example.org/a", true), ("http://localhost:8080/a", true), ("http://127.0.0.1/a", true),
      ("http://[::1]:80/a", true), ("http://id.example.org/", false), ("http://127.0.0.1.evil.org/", false),
      ("http://localhost@evil.org/", false), ("https://a@b/", false), ("https://", false), ("ftp://h/", false),
      ("https://h/a#b", false), ("https://h\\a", false), ("https://h/a b", false),
    ])
  func addresses(text: String, isAllowed: Bool) {
    #expect(WebAddress.isAllowed(text) == isAllowed)
  }

  @Test("Finds each attempt once, and keeps five")
  func attempts() throws {
    let now = Instant(seconds: 1_000)
    var attempts = OpenAttempts()
    let made = (0..<6).map { number in
      SignInAttempt(to: "/\(number)", purpose: .signIn, cookie: nil, beganAt: now + Int64(number))
    }
    for attempt in made { attempts.add(attempt, now: attempt.beganAt) }
    #expect(attempts.list == Array(made[1...]))
    var found = attempts.take(state: made[0].state, now: now + 6)
    #expect(found == nil)
    found = attempts.take(state: made[3].state, now: now + 6)
    #expect(found == made[3])
    found = attempts.take(state: made[3].state, now: now + 6)
    #expect(found == nil)
    found = attempts.take(state: "", now: now + 6)
    #expect(found == nil)
    found = attempts.take(state: made[1].state, now: now + 601)
    #expect(found == nil && attempts.list.count == 3)
    #expect(Set(made.map(\.verifier)).count == 6 && made.allSatisfy { PKCE.isVerifier($0.verifier) })
    #expect(made.allSatisfy { $0.nonce != $0.verifier && $0.nonce != $0.state })
  }

  @Test("Escapes every character that has a meaning in a form")
  func escaping() {
    #expect(QueryText.escaped("a-b_c.d~e f+g&h=i:ü") == "a-b_c.d~e%20f%2Bg%26h%3Di%3A%C3%BC")
    #expect(QueryText.adding([("a", "1")], to: "https://h/x") == "https://h/x?a=1")
    #expect(QueryText.adding([("a", "1"), ("b", "2")], to: "https://h/x?y=z") == "https://h/x?y=z&a=1&b=2")
  }
}
