import API
import Chronology
import Crypto
import Domain
import Foundation
import OpenIDConnect
import Proto
import Service
import Storage
import TestProvider
import Testing

@testable import SessionSvc

/// Sign-ins with the tests' own provider, in one process.
@Suite("Provider")
struct ProviderTests {
  private static let key = SigningKey.rsa("r")
  private static let other = SigningKey.p256("e")

  /// A server with a provider, and a browser that follows redirections.
  private final class Site {
    let rig: SessionRig
    let provider: TestProvider
    let handlers: SessionHandlers
    var attempts: String?

    init(
      _ rig: SessionRig, hasSecret: Bool = true, _ change: (inout ProviderSettings) -> Void = { _ in }
    ) throws {
      self.rig = rig
      let clock = rig.clock
      let provider = TestProvider(
        issuer: "http://127.0.0.1", key: ProviderTests.key, hasSecret: hasSecret, now: Int(clock.now.seconds))
      self.provider = provider
      var settings = ProviderSettings(issuer: "http://127.0.0.1/", clientID: TestProvider.clientID)
      if hasSecret { settings.clientSecret = TestProvider.secret }
      change(&settings)
      let gateway = ProviderGateway(
        settings, publicURL: try #require(try Self.publicURL()),
        sealingKeys: SealingKeys(Settings(data: rig.directory.path()))
      ) { call in
        let headers = Dictionary(call.headers.map { ($0.name.lowercased(), $0.value) }) { $1 }
        let path = String(call.url.dropFirst("http://127.0.0.1".count))
        let body = String(decoding: call.body ?? [], as: UTF8.self)
        let response = provider.respond(to: .init(call.method.rawValue, path, headers: headers, body: body))
        return OutboundAPI.Fetch.Reply(status: response.status, body: response.body)
      }
      handlers = SessionHandlers(
        database: rig.database, zones: Zones(), log: Log(service: "session", level: .error), provider: gateway,
        now: { clock.now })
    }

    private static func publicURL() throws -> PublicURL? {
      let name = "WAYMARK_PUBLIC_URL"
      return try Settings(flags: [:]) { $0 == name ? "https://waymark.example.org/base" : nil }.publicURL
    }

    private var visitor: SessionAPI.Visitor {
      var visitor = SessionAPI.Visitor(address: "192.0.2.1", userAgent: "test")
      visitor.attempts = attempts
      return visitor
    }

    func begin(
      _ call: SessionAPI.BeginProvider = .init(), as user: String? = nil
    ) async throws -> SessionAPI.Redirection {
      var call = call
      call.visitor = visitor
      call.origin = "https://waymark.example.org/base"
      let reply = try await handlers.beginProvider(call, CallerContext(user: user))
      if let cookie = reply.attempts { attempts = cookie.value }
      return reply
    }

    func finish(_ query: [(String, String)]) async throws -> SessionAPI.Redirection {
      func value(_ name: String) -> String? { query.first { $0.0 == name }?.1 }
      var call = SessionAPI.FinishProvider(
        code: value("code"), state: value("state"), iss: value("iss"), error: value("error"), visitor: visitor)
      do {
        let take = SessionAPI.TakeAttempt(state: value("state") ?? "", visitor: visitor)
        let taken = try await handlers.takeAttempt(take, CallerContext(user: nil))
        call.attempt = taken.attempt
        attempts = taken.attempts.value
      } catch {
        guard error.code == .unauthenticated else { throw error }
      }
      return try await handlers.finishProvider(call, CallerContext(user: nil))
    }

    /// Signs in from begin to end. Returns the place where it ends, and the user of the new session.
    func signIn(
      _ call: SessionAPI.BeginProvider = .init(), as user: String? = nil
    ) async throws -> (place: String, user: String?) {
      let reply = try await finish(provider.authorize(try await begin(call, as: user).location))
      guard let secret = reply.session?.secret else { return (reply.location, nil) }
      let verified = try await handlers.verifyToken(.init(hash: SHA256.hash(secret)), CallerContext(user: nil))
      return (reply.location, verified.user)
    }

    /// The reason of a failed sign-in.
    func reason() async throws -> String? {
      let result = try await signIn()
      return result.place.components(separatedBy: "#signin=").dropFirst().first
    }

    func set(_ change: @Sendable (inout TestProvider.Behavior) -> Void) { provider.behave(change) }
  }

  private let rig: SessionRig

  init() throws { rig = try SessionRig() }

  @Test("Creates a user, and finds the user of the account again if its claims change", arguments: [true, false])
  func signIn(hasSecret: Bool) async throws {
    let site = try Site(rig, hasSecret: hasSecret)
    let first = try await site.signIn(.init(to: "/base/books#x"))
    #expect(first.place == "https://waymark.example.org/base/books#x" && first.user == "kim")
    site.set { $0.claims = ["preferred_username": #""other""#] }
    let second = try await site.signIn(.init(to: "https://evil.org"))
    #expect(second.place == "https://waymark.example.org/base/" && second.user == "kim")
    #expect(site.provider.problems == [])
    let profile = try await site.handlers.fetchProfile(.init(), CallerContext(user: "kim"))
    #expect(profile.displayName == "Kim")
    let tokens = try await rig.database.read { try TokenStore.tokens(of: "kim", $0) }
    #expect(tokens.map(\.method) == [.oidc, .oidc] && tokens[0].name == "single sign-on")
    #expect(tokens.allSatisfy { $0.expiresAt == rig.clock.now + 30 * 86_400 })
  }

  @Test(
    "Leads to the page with a reason and signs nobody in",
    arguments: [
      (["nonce": #""x""#], "token"), (["iss": #""https://evil.org""#], "token"), (["aud": #""x""#], "token"),
      (["exp": "1"], "token"), (["sub": #""""#], "token"), (["at_hash": #""x""#], "token"),
      (["preferred_username": nil], "badName"), (["preferred_username": #""a b""#], "badName"),
      (["preferred_username": #""..""#], "badName"), (["preferred_username": #""ada""#], "nameTaken"),
    ] as [([String: String?], String)])
  func failures(claims: [String: String?], reason: String) async throws {
    _ = try await rig.begin("ada")
    let site = try Site(rig)
    site.set { $0.claims = claims }
    #expect(try await site.reason() == reason)
    #expect(try await rig.database.read { try PersonStore.ids(after: "", limit: 10, $0) } == ["ada"])
  }

  @Test(
    "Reports a misbehaving provider",
    arguments: [
      "/.well-known/openid-configuration", "/token", "/keys",
    ], [#"{"#, #"[]"#, #"{"a": 1, "a": 1}"#, "302", "500"])
  func misbehaving(path: String, body: String) async throws {
    let site = try Site(rig)
    let status = Int(body)
    let headers = status == 302 ? ["Location": "http://127.0.0.1/other"] : [:]
    site.set { $0.responses[path] = .init(status ?? 200, status == nil ? body : "", headers: headers) }
    let begun = try await site.begin()
    if path.hasPrefix("/.well") {
      #expect(begun.location == "https://waymark.example.org/base/#signin=provider" && begun.attempts == nil)
    } else {
      let end = try await site.finish(site.provider.authorize(begun.location))
      #expect(end.location == "https://waymark.example.org/base/#signin=provider" && end.session == nil)
    }
    // It works again when the provider does.
    site.set { $0.responses = [:] }
    #expect(try await site.signIn().user == "kim")
  }

  @Test("An attempt works once, in its browser, for ten minutes")
  func attempts() async throws {
    let site = try Site(rig)
    let expired = "https://waymark.example.org/base/#signin=expired"
    let begun = try await site.begin()
    let cookie = site.attempts
    let callback = site.provider.authorize(begun.location)
    site.attempts = nil
    #expect(try await site.finish(callback).location == expired)
    site.attempts = cookie
    #expect(try await site.finish(callback.map { ($0.0, $0.0 == "state" ? "x" : $0.1) }).location == expired)
    #expect(try await site.finish(callback).session != nil)
    // The cookie is copied, for example by a second tab or host.
    site.attempts = cookie
    #expect(try await site.finish(callback).location == expired)
    let late = site.provider.authorize(try await site.begin().location)
    rig.clock.now = rig.clock.now + 601
    #expect(try await site.finish(late).location == expired)
    let other = site.provider.authorize(try await site.begin().location)
    let swapped = other.map { ($0.0, $0.0 == "iss" ? "https://evil.org" : $0.1) }
    #expect(try await site.finish(swapped).location == "https://waymark.example.org/base/#signin=provider")
    let last = site.provider.authorize(try await site.begin().location)
    let end = try await site.finish([("error", "access_denied"), last[1]])
    #expect(end.location == "https://waymark.example.org/base/#signin=denied")
  }

  @Test("An unknown key reloads the keys, at most once a minute")
  func rotation() async throws {
    let site = try Site(rig)
    #expect(try await site.signIn().user == "kim")
    site.set {
      $0.key = ProviderTests.other
      $0.keys = [ProviderTests.other]
    }
    #expect(try await site.signIn().user == "kim")
    func loads() -> Int { site.provider.requests.count { $0.path == "/keys" } }
    #expect(loads() == 2)
    site.set { $0.key = SigningKey.p256("unknown") }
    #expect(try await site.reason() == "token")
    #expect(try await site.reason() == "token" && loads() == 2)
    rig.clock.now = rig.clock.now + 61
    site.set { [now = rig.clock.now] in $0.now = Int(now.seconds) }
    #expect(try await site.reason() == "token" && loads() == 3)
  }

  @Test("Applies the rules about new, existing and disabled people, and groups")
  func identity() async throws {
    _ = try await rig.begin("kim")
    let site = try Site(rig) {
      $0.existing = .take
      $0.groups = ["readers"]
    }
    #expect(try await site.reason() == "group")
    site.set { $0.userInfoBody = #"{"sub": "sub-1", "groups": ["walkers"]}"# }
    #expect(try await site.reason() == "group")
    site.set { $0.userInfoBody = #"{"sub": "other", "groups": ["readers"]}"# }
    #expect(try await site.reason() == "token")
    site.set { $0.userInfoBody = #"{"sub": "sub-1", "groups": "walkers,readers"}"# }
    #expect(try await site.signIn().user == "kim")
    try await rig.database.write { transaction in
      var person = StoredPerson(user: "kim", createdAt: Instant(seconds: 0))
      person.state = .disabled
      try PersonStore.save(person, transaction)
    }
    #expect(try await site.reason() == "disabled")
    let closed = try Site(rig) { $0.registers = false }
    closed.set { $0.claims = ["sub": #""sub-2""#, "preferred_username": #""new""#] }
    #expect(try await closed.reason() == "unknownUser")
  }

  @Test("Links an account only to the person whose session began it and is still active")
  func linking() async throws {
    _ = try await rig.begin("ada")
    let site = try Site(rig)
    func session(_ user: String) async throws -> SessionAPI.Maker {
      let code = try await Tokens(database: rig.database).createCode(user: user, now: rig.clock.now)
      let cookie = try await site.handlers.signIn(.init(code: code), CallerContext(user: nil))
      let id = Tokens.id(ofHash: SHA256.hash(cookie.secret ?? ""))
      return SessionAPI.Maker(id: id, scopes: ["read", "write"], expiresAt: nil, proof: .cookie)
    }
    let stranger = await fault { _ = try await site.begin(.init(link: "1")) }
    #expect(stranger?.code == .unauthenticated)
    let maker = try await session("ada")
    let call = SessionAPI.BeginProvider(link: "1", maker: maker)
    #expect(try await site.signIn(call, as: "ada").place == "https://waymark.example.org/base/")
    #expect(try await site.signIn().user == "ada")
    let links = try await rig.database.read { try LinkStore.links(of: "ada", $0) }
    #expect(links.map(\.subject) == ["sub-1"])
    _ = try await rig.begin("eve")
    let evil = try await session("eve")
    #expect(try await site.signIn(.init(link: "1", maker: evil), as: "eve").place.hasSuffix("#signin=taken"))
    // The session ends before the callback.
    site.set { $0.claims = ["sub": #""sub-9""#] }
    let begun = try await site.begin(.init(link: "1", maker: evil), as: "eve")
    try await rig.database.write { [now = rig.clock.now] in
      try TokenStore.revokeBrowsers(of: "eve", at: now, $0)
    }
    let end = try await site.finish(site.provider.authorize(begun.location))
    #expect(end.location.hasSuffix("#signin=expired"))
    rig.clock.now = rig.clock.now + 601
    let stale = await fault { _ = try await site.begin(call, as: "ada") }
    #expect(stale?.code == .forbidden)
  }

  @Test("A logout token ends the sessions of the provider's session, once")
  func logout() async throws {
    let site = try Site(rig)
    site.set { $0.claims = ["sid": #""one""#] }
    #expect(try await site.signIn().user == "kim")
    site.set { $0.claims = ["sid": #""two""#] }
    #expect(try await site.signIn().user == "kim")
    func active() async throws -> Int {
      try await rig.database.read { [now = rig.clock.now] rows in
        try TokenStore.tokens(of: "kim", rows).count { $0.isGood(at: now) }
      }
    }
    #expect(try await active() == 2)
    func token(_ id: String, _ more: String) -> String {
      let events = #"{"http://schemas.openid.net/event/backchannel-logout": {}}"#
      return Self.key.token(
        #"""
        {"iss": "http://127.0.0.1", "aud": "\#(TestProvider.clientID)", "iat": \#(rig.clock.now.seconds),
         "jti": "\#(id)", "events": \#(events), \#(more)}
        """#)
    }
    func end(_ token: String) async -> Fault? {
      await fault { _ = try await site.handlers.endProviderSessions(.init(logoutToken: token), .init(user: nil)) }
    }
    let one = token("a", #""sid": "one", "sub": "sub-1""#)
    #expect(await end(one) == nil)
    #expect(try await active() == 1)
    #expect(await end(one)?.code == .invalid)
    #expect(await end("x.y.z")?.code == .invalid)
    #expect(await end(token("b", #""sub": "sub-1""#)) == nil)
    #expect(try await active() == 0)
  }

  @Test("An app exchanges its code once, with its verifier")
  func apps() async throws {
    let site = try Site(rig)
    let verifier = PKCE.verifier(of: RandomBytes.make(32))
    let app = SessionAPI.BeginProvider(
      app: "waymark://signed-in", codeChallenge: PKCE.challenge(of: verifier), codeChallengeMethod: "S256", state: "st")
    func code() async throws -> String {
      let place = try await site.signIn(app).place
      #expect(place.hasPrefix("waymark://signed-in?code=") && place.hasSuffix("&state=st"))
      return String(place.dropFirst("waymark://signed-in?code=".count).dropLast("&state=st".count))
    }
    func exchange(_ code: String, _ verifier: String?) async throws -> SessionAPI.BrowserCookie {
      let call = SessionAPI.SignIn(code: code, codeVerifier: verifier, name: verifier == nil ? nil : "phone")
      return try await site.handlers.signIn(call, CallerContext(user: nil))
    }
    let first = try await code()
    #expect(await fault { _ = try await exchange(first, nil) }?.code == .invalid)
    let made = try await exchange(first, verifier)
    #expect(made.secret == nil && made.token?.name == "phone")
    #expect(made.token?.expiresAt == rig.clock.now + 30 * 86_400)
    #expect(await fault { _ = try await exchange(first, verifier) }?.code == .unauthenticated)
    let second = try await code()
    #expect(await fault { _ = try await exchange(second, verifier + "x") }?.code == .unauthenticated)
    #expect(await fault { _ = try await exchange(second, verifier) }?.code == .unauthenticated)
    let third = try await code()
    rig.clock.now = rig.clock.now + 60
    #expect(await fault { _ = try await exchange(third, verifier) }?.code == .unauthenticated)
    let evil = SessionAPI.BeginProvider(
      app: "waymark://signed-in/x", codeChallenge: app.codeChallenge, codeChallengeMethod: "S256")
    let rejected = await fault { _ = try await site.begin(evil) }
    #expect(rejected?.code == .invalid)
    // Without a provider, the page asks for any other way.
    let place = try await rig.handlers.beginProvider(
      .init(
        app: "waymark://signed-in", codeChallenge: PKCE.challenge(of: verifier), codeChallengeMethod: "S256",
        origin: "https://w"), CallerContext(user: nil))
    #expect(place.location.hasPrefix("https://w/#app?app=waymark%3A%2F%2Fsigned-in&codeChallenge="))
  }

  @Test("Signing out leads to the provider if the settings want it")
  func signOut() async throws {
    let site = try Site(rig) { $0.endsProviderSession = true }
    let reply = try await site.finish(site.provider.authorize(try await site.begin().location))
    let hash = SHA256.hash(try #require(reply.session?.secret))
    let visitor = SessionAPI.Visitor(address: "192.0.2.1", cookie: hash)
    let cookie = try await site.handlers.signOut(.init(visitor: visitor), CallerContext(user: "kim"))
    let url = try #require(cookie.url)
    #expect(url.hasPrefix("http://127.0.0.1/end?client_id=") && url.contains("&id_token_hint=ey"))
    #expect(url.hasSuffix("&post_logout_redirect_uri=https%3A%2F%2Fwaymark.example.org%2Fbase"))
  }
}
