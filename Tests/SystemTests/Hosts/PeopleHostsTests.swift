import Crypto
import Foundation
import PostgresServer
import Synchronization
import TestProvider
import Testing

extension SystemTests {
  /// People whose requests reach two hosts in turns.
  @Suite(
    "People on two hosts",
    .enabled(if: PostgresServer.isInstalled, "Debian's package postgresql is not installed"))
  struct PeopleHostsTests {
    private static let key = SigningKey.rsa("r")
    private static let password = "correct horse battery"
    private let server: ProviderServer
    private let first: Stack
    private let second: Stack

    init() throws {
      let address = try #require(PostgresServer.shared).newAddress()
      server = try ProviderServer(key: Self.key)
      let environment = [
        "WAYMARK_PUBLIC_URL": "http://localhost", "WAYMARK_OIDC_ISSUER": server.provider.issuer,
        "WAYMARK_OIDC_CLIENT_ID": TestProvider.clientID, "WAYMARK_OIDC_CLIENT_SECRET": TestProvider.secret,
        "WAYMARK_SECRET_KEY": Data((1...32).map { UInt8($0) }).base64EncodedString(),
      ]
      first = try Stack(database: address, environment: environment)
      second = try Stack(database: address, environment: environment)
    }

    private func browser() -> CookieClient { CookieClient(first, second) }

    private func setUp() throws -> CookieClient {
      let kim = browser()
      let link = try String(contentsOfFile: first.data + "/setup-link", encoding: .utf8)
      let code = try #require(link.trimmingCharacters(in: .newlines).components(separatedBy: "=").last)
      let body = #"{"code": "\#(code)", "userId": "kim", "password": "\#(Self.password)"}"#
      #expect(try kim.send("POST", "/setup", body).status == 204)
      return kim
    }

    private func code(_ response: Response) throws -> String {
      let link = (response.object["invitation"] as? [String: Any])?.text("url") ?? response.object.text("url")
      return try #require(link?.components(separatedBy: "=").last, "\(response.text)")
    }

    private func accept(_ code: String, _ more: String = "") -> String {
      #"{"code": "\#(code)", "password": "\#(Self.password)"\#(more)}"#
    }

    /// Sends one request to each host at the same time. Returns the statuses.
    private func race(_ requests: [(CookieClient, verb: String, path: String, body: String)]) throws -> [Int] {
      let statuses = Mutex<[Int]>([])
      for (client, verb, path, body) in requests {
        let (sender, headers) = (client.client, client.cookie.merging(CookieClient.ours) { $1 })
        Thread.detachNewThread {
          let status = (try? sender.send(verb, "/api/v1" + path, body, headers: headers).status) ?? 0
          statuses.withLock { $0.append(status) }
        }
      }
      try eventually("both are answered") { statuses.withLock { $0.count } == requests.count }
      return statuses.withLock { $0.sorted() }
    }

    @Test("Every way to sign in can begin at one host and end at the other")
    func alternating() throws {
      let kim = try setUp()
      let invited = try kim.send("POST", "/people", #"{"userId": "ada"}"#)
      let ada = browser()
      #expect(try ada.send("POST", "/session/invitation", accept(code(invited))).status == 204)
      for _ in 0..<4 { #expect(try ada.session.text("userId") == "ada") }
      let device = PasskeyDevice(origin: "http://localhost", site: "localhost")
      #expect(try device.add(to: ada).status == 201)
      let phone = browser()
      for _ in 0..<2 {
        #expect(try phone.send("POST", "/session/passkey", device.proof(for: phone)).status == 204)
        #expect(try phone.session.text("method") == "passkey")
      }
      let proof = try device.proof(for: phone)
      #expect(try phone.send("POST", "/session/confirm", proof).status == 204)
      #expect(try phone.send("POST", "/session/confirm", proof).status == 401, "a challenge works once on all hosts")
      #expect(try ada.signIn(server.provider, "link=1&to=/books") == "http://localhost/books")
      #expect(try ada.send("GET", "/session/links").object.list("items").count == 1)
      let provided = browser()
      #expect(try provided.signIn(server.provider) == "http://localhost/books")
      #expect(try provided.session.text("userId") == "ada")
      #expect(try provided.session.text("method") == "oidc")
      let verifier = Base64URL.encode([UInt8](repeating: 9, count: 32))
      let app = #"{"app": "waymark://signed-in", "codeChallenge": "\#(Base64URL.encode(SHA256.hash(verifier)))"}"#
      let place = try #require(try ada.send("POST", "/session/app", app).object.text("url"))
      let appCode = try #require(place.components(separatedBy: "code=").last)
      let exchange = #"{"code": "\#(appCode)", "codeVerifier": "\#(verifier)", "name": "App"}"#
      let used = try race([
        (CookieClient(first), "POST", "/session", exchange), (CookieClient(second), "POST", "/session", exchange),
      ])
      #expect(used == [201, 401])
      #expect(server.provider.problems == [])
      // A session or an account that one host has ended is rejected by the other.
      try endAtOtherHost(kim, provided)
      for stack in [first, second] { #expect(try stack.command("verify").code == 0) }
    }

    private func endAtOtherHost(_ kim: CookieClient, _ provided: CookieClient) throws {
      let claims = #"""
        {"iss": "\#(server.provider.issuer)", "aud": "\#(TestProvider.clientID)", "sub": "sub-1", "jti": "1",
         "iat": \#(Int(Date().timeIntervalSince1970)),
         "events": {"http://schemas.openid.net/event/backchannel-logout": {}}}
        """#
      let ended = try HTTPClient(port: first.port, token: nil).send(
        "POST", "/api/v1/session/oidc/logout", "logout_token=\(Self.key.token(claims))",
        type: "application/x-www-form-urlencoded")
      #expect(ended.status == 200, "\(ended.text)")
      let there = HTTPClient(port: second.port, token: nil)
      try eventually("the session has ended") {
        try there.get("/api/v1/profile", headers: provided.cookie).status == 401
      }
      let token = try first.client(user: "ada").token
      #expect(try kim.send("PATCH", "/people/ada", #"{"state": "disabled"}"#).status == 200)
      for stack in [first, second] {
        try eventually("the disabled person is rejected") {
          try HTTPClient(port: stack.port, token: token).get("/api/v1/profile").status == 401
        }
      }
    }

    @Test("If two requests compete at two hosts, exactly one wins")
    func races() throws {
      let codes = try [first, second].map { stack in
        let link = try String(contentsOfFile: stack.data + "/setup-link", encoding: .utf8)
        return try #require(link.trimmingCharacters(in: .newlines).components(separatedBy: "=").last)
      }
      let (near, far) = (CookieClient(first), CookieClient(second))
      func setUp(_ code: String, _ user: String) -> String {
        #"{"code": "\#(code)", "userId": "\#(user)", "password": "\#(Self.password)"}"#
      }
      let setUps = try race([
        (near, "POST", "/setup", setUp(codes[0], "kim")), (far, "POST", "/setup", setUp(codes[1], "lee")),
      ])
      #expect(setUps == [204, 404] || setUps == [204, 409], "\(setUps)")
      let admin = try ["kim", "lee"].first { user in
        let body = #"{"userId": "\#(user)", "password": "\#(Self.password)"}"#
        return try near.send("POST", "/session", body).status == 204
      }
      let winner = try #require(admin)
      let open = try near.send("POST", "/invitations", #"{"role": "admin"}"#)
      let guests = try race([
        (CookieClient(first), "POST", "/session/invitation", accept(code(open), #", "userId": "mia""#)),
        (CookieClient(second), "POST", "/session/invitation", accept(code(open), #", "userId": "nia""#)),
      ])
      #expect(guests == [204, 401], "\(guests)")
      let people = try near.send("GET", "/people").object.list("items").compactMap { $0.text("userId") }
      #expect(people.count == 2)
      let other = try #require(people.first { $0 != winner })
      #expect(
        try far.send("POST", "/session", #"{"userId": "\#(other)", "password": "\#(Self.password)"}"#).status == 204)
      let demotions = try race([
        (near, "PATCH", "/people/\(other)", #"{"role": "member"}"#),
        (far, "PATCH", "/people/\(winner)", #"{"role": "member"}"#),
      ])
      #expect(demotions == [200, 403] || demotions == [200, 409], "\(demotions)")
      let login = try first.command("sign-in", "--user", other)
      let once = try #require(login.output.trimmingCharacters(in: .newlines).components(separatedBy: "=").last)
      let sessions = try race([
        (CookieClient(first), "POST", "/session", #"{"code": "\#(once)"}"#),
        (CookieClient(second), "POST", "/session", #"{"code": "\#(once)"}"#),
      ])
      #expect(sessions == [204, 401], "\(sessions)")
    }
  }
}
