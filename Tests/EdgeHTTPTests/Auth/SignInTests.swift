import API
import Chronology
import Crypto
import Domain
import Proto
import Testing

@testable import EdgeHTTP

@Suite("Signing in at the edge")
struct SignInTests {
  private static let secret = "wb_" + String(repeating: "c", count: 43)
  private static let readOnly = "wb_" + String(repeating: "r", count: 43)
  private let cookie = "Cookie: a=b; waymark=\(Self.secret)"
  private let ours = "X-Requested-With: waymark"

  private func edge(_ settings: [String: String] = [:], origins: [String] = []) throws -> EdgeHarness {
    let edge = try EdgeHarness(origins: origins, settings: settings)
    edge.service.on("browser.signIn") { call in
      guard let ask = try? CBORDecoder.decode(SessionAPI.SignIn.self, from: call.argument),
        ask.code == "good" || ask.token == "good" || ask.maker != nil
      else {
        return .failure(Fault(.unauthenticated, "the token or code is unknown, expired or revoked; use a new one"))
      }
      return Result { () throws(Fault) in
        try CBOREncoder.encode(SessionAPI.BrowserCookie(secret: Self.secret, seconds: 7_776_000))
      }
    }
    edge.service.reply("browser.signOut", SessionAPI.BrowserCookie(secret: nil, seconds: 0))
    edge.service.reply("hero.delete", Nothing())
    edge.service.reply("milestone.list", ["milestones": [String]()])
    edge.service.reply("profile.get", ["userId": "ada"])
    return edge
  }

  private func signIn(_ edge: EdgeHarness, _ body: String, fields: [String] = [], token: String? = nil) throws
    -> ReceivedResponse
  {
    try edge.send("POST", "/api/v1/session", token: token, fields: fields, body: body)
  }

  @Test("A valid code sets the cookie with all flags, a wrong code is 401, and other credentials are ignored")
  func codes() throws {
    let edge = try edge()
    let response = try signIn(edge, #"{"code":"good"}"#)
    #expect(response.status == 204 && response.fields["cache-control"] == "no-store")
    #expect(
      response.fields["set-cookie"] == "waymark=\(Self.secret); Path=/; Max-Age=7776000; HttpOnly; SameSite=Strict")
    let wrong = try signIn(edge, #"{"code":"bad"}"#)
    #expect(wrong.status == 401 && wrong.fields["set-cookie"] == nil && wrong.fields["www-authenticate"] != nil)
    #expect(try signIn(edge, #"{"code":"good"}"#, fields: ["Cookie: waymark=x"], token: "nonsense").status == 204)
    let call = try #require(edge.service.calls("browser.signIn").first)
    #expect(call.meta.user == nil && call.meta.key == nil)
  }

  @Test("/visitor reports without an error whether a request has no credentials")
  func visitor() throws {
    let edge = try edge()
    func isStranger(_ fields: [String] = [], token: String? = nil) throws -> Bool? {
      let response = try edge.send("GET", "/visitor", token: token, fields: fields)
      #expect(response.status == 200 && response.fields["cache-control"] == "no-store")
      return [#"{"isStranger":true}"#: true, #"{"isStranger":false}"#: false][response.body]
    }
    #expect(try isStranger() == true)
    #expect(try isStranger(["Cookie: theme=dark"]) == true)
    #expect(try isStranger([cookie]) == false)
    #expect(try isStranger(["Cookie: waymark=ended"]) == false, "the cookie is not verified")
    #expect(try isStranger(token: "nonsense") == false)
  }

  @Test("Only the edge sets the maker")
  func maker() throws {
    let edge = try edge()
    let body = #"{"code":"bad","maker":{"id":null,"scopes":["read","write"],"expiresAt":null}}"#
    #expect(try signIn(edge, body).status == 401)
    edge.service.on("token.create") { call in
      let members = try? CBORDecoder.decode(SessionAPI.CreateToken.self, from: call.argument)
      return .failure(Fault(.conflict, "\(members?.maker?.scopes ?? [])"))
    }
    let response = try edge.send(
      "POST", "/api/v1/tokens", fields: [],
      body: #"{"maker":{"id":"x","scopes":[],"expiresAt":null},"name":"x","maker2":1}"#)
    #expect(response.status == 409 && response.body.contains("read") && response.body.contains("write"))
  }

  @Test("After ten failed attempts in a minute, even a valid one is 429 with Retry-After")
  func limit() throws {
    let edge = try edge()
    for _ in 0..<10 { #expect(try signIn(edge, #"{"token":"bad"}"#).status == 401) }
    for body in [#"{"token":"bad"}"#, #"{"code":"good"}"#] {
      let rejected = try signIn(edge, body)
      #expect(rejected.status == 429 && (1...60).contains(rejected.fields["retry-after"].flatMap { Int($0) } ?? 0))
    }
    #expect(edge.service.calls("browser.signIn").count == 10)
  }

  @Test("Counts attempts by client behind a trusted proxy and ignores the fields of other peers")
  func addresses() throws {
    let edge = try edge(["WAYMARK_TRUSTED_PROXIES": "unix,10.0.0.0/8"])
    let far = ["X-Forwarded-For: 203.0.113.9, 198.51.100.7", "X-Forwarded-For: 10.1.1.1"]
    for _ in 0..<10 { #expect(try signIn(edge, #"{"token":"bad"}"#, fields: far).status == 401) }
    #expect(try signIn(edge, #"{"code":"good"}"#, fields: far).status == 429)
    // The client controls the first address of the list.
    #expect(try signIn(edge, #"{"code":"good"}"#, fields: ["X-Forwarded-For: 1.2.3.4, 198.51.100.7"]).status == 429)
    #expect(try signIn(edge, #"{"code":"good"}"#, fields: ["X-Forwarded-For: 198.51.100.8"]).status == 204)
    #expect(try signIn(edge, #"{"code":"good"}"#, fields: ["X-Forwarded-For: 2001:db8::1"]).status == 204)
    let plain = try self.edge()
    for index in 0..<10 {
      #expect(try signIn(plain, #"{"token":"bad"}"#, fields: ["X-Forwarded-For: 1.2.3.\(index)"]).status == 401)
    }
    #expect(try signIn(plain, #"{"code":"good"}"#, fields: ["X-Forwarded-For: 9.9.9.9"]).status == 429)
  }

  @Test("A body that is too large, not an object or not JSON does not count as an attempt")
  func bodies() throws {
    let edge = try edge()
    let large = #"{"token":"\#(String(repeating: "x", count: 17_000))"}"#
    #expect(try signIn(edge, large).status == 413)
    #expect(try signIn(edge, "{").status == 400)
    #expect(try signIn(edge, "a=b", fields: ["Content-Type: application/x-www-form-urlencoded"]).status == 415)
    #expect(edge.service.calls("browser.signIn").isEmpty)
  }

  @Test("Signs in with a percent-encoded path, and rejects a member of the wrong type without a call")
  func pathAndTypes() throws {
    let edge = try edge()
    #expect(try edge.send("POST", "/api/v1/s%65ssion", token: nil, body: #"{"code":"good"}"#).status == 204)
    #expect(try signIn(edge, #"{"token":7}"#).status == 422)
    #expect(edge.service.calls("browser.signIn").count == 1)
  }

  @Test("A cookie may read, and writes only with X-Requested-With")
  func writes() throws {
    let edge = try edge(origins: ["https://app.example"])
    #expect(try edge.send("GET", "/api/v1/profile", token: nil, fields: [cookie]).status == 200)
    let paths = [
      ("POST", "/api/v1/analytics/sessions"), ("PUT", "/api/v1/heroes/a"), ("PATCH", "/api/v1/library/a"),
      ("DELETE", "/api/v1/heroes/a"), ("DELETE", "/api/v1/session"), ("DELETE", "/api/v1/tokens/a"),
      ("POST", "/api/v1/tokens"), ("BREW", "/api/v1/heroes/a"), ("POST", "/api/v1/nothing"),
    ]
    let foreign = [
      [], ["Origin: https://evil.example"], ["Origin: https://app.example"], ["Origin: null"],
      ["X-Requested-With: XMLHttpRequest"], ["X-Requested-With: waymark2"],
      ["Content-Type: application/x-www-form-urlencoded"], ["Content-Type: text/plain"],
      ["Content-Type: multipart/form-data; boundary=x"],
      ["X-HTTP-Method-Override: GET"], ["X-HTTP-Method: GET", "X-Method-Override: GET"],
    ]
    for (verb, path) in paths {
      for fields in foreign {
        let response = try edge.send(verb, path, token: nil, fields: [cookie] + fields, body: "{}")
        #expect(response.status == 403, "\(verb) \(path) \(fields)")
      }
    }
    #expect(edge.service.calls("hero.delete").isEmpty && edge.service.calls("browser.signOut").isEmpty)
    #expect(try edge.send("DELETE", "/api/v1/heroes/a", token: nil, fields: [cookie, ours]).status == 204)
    // A method override does not turn a read into a write.
    let read = try edge.send("GET", "/api/v1/heroes/a", token: nil, fields: [cookie, "X-HTTP-Method-Override: DELETE"])
    #expect(read.status != 204 && edge.service.calls("hero.delete").count == 1)
  }

  @Test("Pages of other origins cannot use the cookie, even if they are listed", arguments: ["https://a.b", "*"])
  func origins(origin: String) throws {
    let edge = try edge(origins: [origin])
    let asked = ["Origin: https://a.b", "Access-Control-Request-Method: DELETE"]
    let preflight = try edge.send(
      "OPTIONS", "/api/v1/heroes/a", token: nil, fields: asked + ["Access-Control-Request-Headers: x-requested-with"])
    #expect(preflight.status == 204)
    #expect(preflight.fields["access-control-allow-headers"]?.lowercased().contains("x-requested-with") == false)
    let read = try edge.send("GET", "/api/v1/profile", token: nil, fields: [cookie, "Origin: https://a.b"])
    for response in [preflight, read] { #expect(response.fields["access-control-allow-credentials"] == nil) }
  }

  @Test("If Authorization is sent, the cookie is ignored")
  func authorization() throws {
    let edge = try edge()
    #expect(try edge.send("GET", "/api/v1/profile", token: "wm_bad", fields: [cookie]).status == 401)
    let basic = ["Authorization: Basic YTpi", cookie, ours]
    #expect(try edge.send("GET", "/api/v1/profile", token: nil, fields: basic).status == 401)
    let ended = "Cookie: waymark=wb_\(String(repeating: "e", count: 43))"
    #expect(try edge.send("DELETE", "/api/v1/heroes/a", fields: [ended]).status == 204)
  }

  @Test("Several cookies are 401, and the genuine one stays")
  func severalCookies() throws {
    let edge = try edge()
    let fields = ["Cookie: waymark=\(Self.secret); waymark=\(Self.readOnly)"]
    let response = try edge.send("GET", "/api/v1/profile", token: nil, fields: fields)
    #expect(response.status == 401 && response.fields["set-cookie"] == nil)
  }

  @Test("An expired or invented cookie is 401 and cleared")
  func ended() throws {
    let edge = try edge()
    for value in [
      "wb_\(String(repeating: "e", count: 43))", "x", "", "wm_rw",
    ] {
      let response = try edge.send("GET", "/api/v1/profile", token: nil, fields: ["Cookie: waymark=\(value)"])
      #expect(response.status == 401 && response.fields["www-authenticate"]?.hasPrefix("Bearer") == true)
      #expect(response.fields["set-cookie"] == "waymark=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict", "\(value)")
    }
    #expect(try edge.send("GET", "/api/v1/profile", token: nil).fields["set-cookie"] == nil)
    let twice = try edge.send("GET", "/api/v1/profile", token: nil, fields: [cookie, cookie])
    #expect(twice.status == 400)
  }

  @Test("A cookie is not accepted as a token, nor a token as a cookie, even while cached")
  func kinds() throws {
    let edge = try edge()
    for _ in 0..<2 {
      #expect(try edge.send("GET", "/api/v1/profile", token: nil, fields: [cookie]).status == 200)
      #expect(try edge.send("GET", "/api/v1/profile", token: Self.secret).status == 401)
      #expect(try edge.send("GET", "/api/v1/profile", token: "wm_rw").status == 200)
      #expect(try edge.send("GET", "/api/v1/profile", token: nil, fields: ["Cookie: waymark=wm_rw"]).status == 401)
    }
  }

  @Test("A read-only browser can sign out, which clears its cookie")
  func signOut() throws {
    let edge = try edge()
    let fields = ["Cookie: waymark=\(Self.readOnly)", ours]
    #expect(try edge.send("DELETE", "/api/v1/heroes/a", token: nil, fields: fields).status == 403)
    let out = try edge.send("DELETE", "/api/v1/session", token: nil, fields: fields)
    #expect(out.status == 204 && out.fields["set-cookie"]?.contains("Max-Age=0") == true)
    let call = try #require(edge.service.calls("browser.signOut").first)
    #expect(try CBORDecoder.decode(SessionAPI.SignOut.self, from: call.argument).maker?.id == "browser")
    #expect(try edge.send("DELETE", "/api/v1/session").fields["set-cookie"] == nil)
  }

  @Test("Cached responses vary by cookie")
  func vary() throws {
    let edge = try edge()
    #expect(
      try edge.send("GET", "/api/v1/analytics/milestones", token: nil, fields: [cookie]).fields["vary"]
        == "Authorization, Cookie")
    #expect(try edge.send("GET", "/api/v1/analytics/milestones").fields["vary"] == "Authorization")
  }

  @Test("A device token is accepted in every spelling")
  func device() throws {
    let edge = try edge()
    edge.service.on("token.verify") { call in
      let ask = try? CBORDecoder.decode(SessionAPI.VerifyToken.self, from: call.argument)
      guard ask?.hash == SHA256.hash("7kq2m0vdxh5c94tb") else { return .failure(Fault(.unauthenticated, "no")) }
      return Result { () throws(Fault) in
        try CBOREncoder.encode(
          SessionAPI.VerifyToken.Reply(user: "ada", scopes: ["read"], expiresAt: nil, id: "d", kind: .device))
      }
    }
    for token in ["7kq2-m0vd-xh5c-94tb", "7KQ2-M0VD-XH5C-94TB", "7kq2m0vdxh5c94tb", "7kQ2m0VDxh5c-94tb"] {
      #expect(try edge.send("GET", "/api/v1/profile", token: token).status == 200, "\(token)")
    }
    #expect(try edge.send("GET", "/api/v1/profile", token: "7kq2-m0vd-xh5c-94tc").status == 401)
    // A token whose cache entry is stale is looked up again.
    let asked = try edge.service.calls("token.verify")
      .map { try CBORDecoder.decode(SessionAPI.VerifyToken.self, from: $0.argument).hash }
    #expect(Set(asked).count == 2)
  }
}
