import Foundation
import Synchronization
import TestProvider
import Testing

extension SystemTests {
  /// Sign-ins with an OpenID Connect provider over HTTP.
  @Suite("Provider")
  struct ProviderTests {
    private static let rsa = SigningKey.rsa("r")
    private static let ec = SigningKey.p256("e")

    /// A stack that knows the provider.
    private func stack(_ server: ProviderServer, _ more: [String: String] = [:]) throws -> Stack {
      let own = [
        "WAYMARK_PUBLIC_URL": "http://localhost", "WAYMARK_OIDC_ISSUER": server.provider.issuer,
        "WAYMARK_OIDC_CLIENT_ID": TestProvider.clientID, "WAYMARK_OIDC_CLIENT_SECRET": TestProvider.secret,
      ]
      return try Stack(environment: own.merging(more) { $1 })
    }

    @Test("Signs in with RS256 and ES256, and shows the provider in the session")
    func signIn() throws {
      let server = try ProviderServer(key: Self.rsa)
      let stack = try stack(server)
      let browser = CookieClient(stack)
      let begun = try browser.send("GET", "/session/oidc")
      #expect(begun.status == 303, "\(begun.text)")
      let line = try #require(begun.headers["set-cookie"])
      #expect(line.hasPrefix("waymark_oidc=") && line.contains("; Path=/api/v1/session/oidc; Max-Age=600; HttpOnly"))
      #expect(line.hasSuffix("SameSite=Lax"))
      let query = server.provider.authorize(try #require(begun.headers["location"]))
      #expect(try browser.callback(query, verb: "HEAD").status == 405)
      let end = try browser.callback(query)
      #expect(end.status == 303 && end.headers["location"] == "http://localhost/")
      #expect(browser["waymark_oidc"] == nil && browser["waymark"]?.hasPrefix("wb_") == true)
      let session = try browser.send("GET", "/session").object
      #expect(session.text("userId") == "kim" && session.text("method") == "oidc", "\(session)")
      #expect(session["methods"] as? [String] == ["password", "passkey", "oidc", "token", "code"])
      #expect((session["oidc"] as? [String: Any])?.text("name") == "single sign-on")
      server.provider.behave { $0.key = Self.ec }
      server.provider.behave { $0.keys = [Self.ec] }
      #expect(try browser.signIn(server.provider) == "http://localhost/books")
      #expect(server.provider.problems == [], "\(server.provider.problems)")
      let links = try browser.send("GET", "/session/links").object
      #expect((links["items"] as? [[String: Any]])?.first?.text("subject") == "sub-1", "\(links)")
      // No log line contains a code or a token.
      #expect(!stack.log.contains("code-0") && !stack.log.contains("eyJ") && !stack.log.contains(TestProvider.secret))
    }

    @Test("A misbehaving provider leads to the page with a reason, and works again later")
    func misbehaving() throws {
      let server = try ProviderServer(key: Self.rsa)
      let stack = try stack(server)
      let browser = CookieClient(stack)
      let problem = "http://localhost/#signin=provider"
      let huge = TestProvider.Response(200, #"{"x": ""# + String(repeating: "a", count: 2 << 20) + #""}"#)
      let redirect = TestProvider.Response(302, "", headers: ["Location": "\(server.provider.issuer)/other"])
      for response in [huge, redirect, .init(200, "not JSON"), .init(200, #"{"id_token": "a", "id_token": "b"}"#)] {
        server.provider.behave { $0.responses = ["/token": response] }
        #expect(try browser.signIn(server.provider) == problem)
      }
      #expect(!server.provider.requests.contains { $0.path == "/other" })
      server.provider.behave { $0.responses = [:] }
      server.provider.behave { $0.claims = ["nonce": #""x""#] }
      #expect(try browser.signIn(server.provider) == "http://localhost/#signin=token")
      server.provider.behave { $0.claims = [:] }
      #expect(try browser.signIn(server.provider) == "http://localhost/books")
      // Failures in real attempts do not count, those without an attempt do.
      for _ in 0..<10 { #expect(try browser.callback([("state", "x")]).status == 303) }
      #expect(try browser.callback([("state", "x")]).status == 429)
    }

    @Test("A slow provider delays no other request, and an unavailable one no other sign-in")
    func slow() throws {
      let server = try ProviderServer(key: Self.rsa)
      let stack = try stack(server)
      #expect(try CookieClient(stack).signIn(server.provider) == "http://localhost/books")
      server.provider.behave { $0.isHeld = true }
      let isDone = Mutex(0)
      let waiting = 8
      for _ in 0..<waiting {
        let browser = CookieClient(stack)
        let begun = try browser.send("GET", "/session/oidc")
        let query = server.provider.authorize(try #require(begun.headers["location"]))
        let (cookie, client) = (browser.cookie, browser.client)
        Thread.detachNewThread {
          let text = query.map { "\($0)=\($1)" }.joined(separator: "&")
          _ = try? client.get("/api/v1/session/oidc/callback?\(text)", headers: cookie)
          isDone.withLock { $0 += 1 }
        }
      }
      let client = try stack.client(user: "ada")
      #expect(try client.get("/api/v1/profile").status == 200)
      #expect(isDone.withLock { $0 } == 0)
      server.provider.behave { $0.isHeld = false }
      try eventually("the sign-ins end") { isDone.withLock { $0 } == waiting }
      server.stop()
      let browser = CookieClient(stack)
      let begun = try browser.send("GET", "/session/oidc")
      let query = server.provider.authorize(try #require(begun.headers["location"]))
      #expect(try browser.callback(query).headers["location"] == "http://localhost/#signin=provider")
      #expect(try client.get("/api/v1/profile").status == 200)
      let ready = try HTTPClient(port: stack.port, token: nil).get("/readyz")
      #expect((ready.object["services"] as? [String: String])?["outbound"] == "ok", "\(ready.text)")
    }

    @Test("A logout token of the provider ends the session")
    func logout() throws {
      let server = try ProviderServer(key: Self.rsa)
      let stack = try stack(server, ["WAYMARK_OIDC_LOGOUT": "provider"])
      let browser = CookieClient(stack)
      #expect(try browser.signIn(server.provider) == "http://localhost/books")
      func send(_ token: String) throws -> Response {
        try browser.client.send(
          "POST", "/api/v1/session/oidc/logout", "logout_token=\(token)", type: "application/x-www-form-urlencoded")
      }
      let wrong = try send("a.b.c")
      #expect(wrong.status == 400 && wrong.object.text("error") == "invalid_request", "\(wrong.text)")
      let claims = #"""
        {"iss": "\#(server.provider.issuer)", "aud": "\#(TestProvider.clientID)", "sub": "sub-1", "jti": "1",
         "iat": \#(Int(Date().timeIntervalSince1970)),
         "events": {"http://schemas.openid.net/event/backchannel-logout": {}}}
        """#
      let right = try send(Self.rsa.token(claims))
      #expect(right.status == 200 && right.headers["cache-control"] == "no-store", "\(right.text)")
      try eventually("the session ends") {
        try browser.send("GET", "/session").object["isSignedIn"] as? Bool == false
      }
    }
  }
}
