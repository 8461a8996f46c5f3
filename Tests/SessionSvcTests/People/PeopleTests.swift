import API
import Chronology
import Crypto
import Domain
import Foundation
import Proto
import Storage
import Testing

@testable import SessionSvc

/// People, sign-ins and administration, without the edge.
@Suite("People")
struct PeopleTests {
  private let rig: SessionRig
  private let handlers: SessionHandlers
  private let stranger = CallerContext(user: nil)
  private let visitor = SessionAPI.Visitor(address: "203.0.113.7", userAgent: "Tests")
  private static let cheap = PasswordHash.Cost(exponent: 4, blocks: 1, lanes: 1)
  private let password = "correct horse battery"

  init() throws {
    rig = try SessionRig()
    handlers = Self.handlers(rig)
  }

  private static func handlers(_ rig: SessionRig, admins: Set<String> = []) -> SessionHandlers {
    SessionHandlers(
      database: rig.database, zones: rig.handlers.zones, log: rig.handlers.log,
      people: PeopleSettings(admins: admins), passwords: PasswordWorkers(cost: cheap),
      now: { [clock = rig.clock] in clock.now })
  }

  /// A browser session as the edge knows it.
  private struct Session {
    var user: String
    var secret: String

    var caller: CallerContext { CallerContext(user: user) }
    var maker: SessionAPI.Maker {
      SessionAPI.Maker(id: Tokens.id(of: secret), scopes: ["read", "write"], expiresAt: nil, proof: .cookie)
    }
  }

  private func session(_ user: String, _ cookie: SessionAPI.BrowserCookie) throws -> Session {
    Session(user: user, secret: try #require(cookie.secret))
  }

  private func setUp(_ user: String = "kim") async throws -> Session {
    let code = try #require(try await handlers.setUpCode(host: "a"))
    let cookie = try await handlers.setUp(
      .init(
        code: code, userId: user, displayName: "Kim", password: password, timezone: "Europe/Berlin", visitor: visitor),
      stranger)
    return try session(user, cookie)
  }

  private func invite(_ user: String, by admin: Session, role: PersonRole? = nil) async throws -> String {
    let written = try await handlers.createPerson(
      .init(userId: user, displayName: "Ada", role: role, maker: admin.maker, origin: "https://w"), admin.caller)
    #expect(written.value.state == .invited && written.value.invitation.url.hasPrefix("https://w/#invitation="))
    return try #require(written.value.invitation.url.split(separator: "=").last.map(String.init))
  }

  private func accept(_ code: String, userId: String? = nil) async throws -> SessionAPI.BrowserCookie {
    try await handlers.acceptInvitation(
      .init(code: code, userId: userId, password: password, visitor: visitor), stranger)
  }

  private func verify(_ session: Session) async throws -> SessionAPI.VerifyToken.Reply {
    try await handlers.verifyToken(.init(hash: SHA256.hash(session.secret)), stranger)
  }

  private func signIn(_ user: String, _ password: String) async throws -> Session {
    try session(
      user, try await handlers.signIn(.init(userId: user, password: password, visitor: visitor), stranger))
  }

  private func person(_ user: String, _ admin: Session) async throws -> SessionAPI.PersonReply? {
    try await rig.database.read { [handlers] in try handlers.personReply(user, $0) }
  }

  @Test("The set-up link makes the first admin, once, and then ends")
  func firstRun() async throws {
    let other = try #require(try await handlers.setUpCode(host: "b"))
    let wrong = await fault { _ = try await handlers.setUp(.init(code: "x", userId: ".", visitor: visitor), stranger) }
    #expect(wrong?.code == .unauthenticated)
    let kim = try await setUp()
    #expect(try await verify(kim).user == "kim")
    let profile = try await handlers.fetchProfile(.init(), kim.caller)
    #expect(profile.displayName == "Kim" && profile.timezone == "Europe/Berlin")
    #expect(try await handlers.setUpCode(host: "c") == nil)
    let late = await fault {
      _ = try await handlers.setUp(.init(code: other, userId: "eve", visitor: visitor), stranger)
    }
    #expect(late?.code == .notFound)
    let found = try #require(try await person("kim", kim))
    #expect(found.role == .admin && found.state == .active && found.hasPassword)
    // A new code of the same host replaces the previous one.
    #expect(try await rig.database.read { try SetupStore.exists(hash: SHA256.hash(other), $0) } == false)
  }

  @Test("Only the one user with events, or a new one, becomes the first admin")
  func firstAdminOfMany() async throws {
    _ = try await rig.begin("ada")
    try await rig.handlers.command(CallerContext(user: "me")) { _ in }
    let code = try #require(try await handlers.setUpCode(host: "a"))
    _ = try await rig.begin("ben")
    let taken = await fault {
      _ = try await handlers.setUp(.init(code: code, userId: "ada", visitor: visitor), stranger)
    }
    #expect(taken?.code == .conflict)
    // A user without events does not count.
    _ = try await handlers.setUp(.init(code: code, userId: "me", visitor: visitor), stranger)
    #expect(try await handlers.setUpCode(host: "a") == nil)
  }

  @Test("One of several concurrent set-ups wins")
  func setUpRace() async throws {
    let codes = [
      try #require(try await handlers.setUpCode(host: "a")), try #require(try await handlers.setUpCode(host: "b")),
    ]
    let outcomes = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask { [handlers] in
          let call = SessionAPI.SetUp(code: codes[number % 2], userId: "user\(number)")
          return (try? await handlers.setUp(call, CallerContext(user: nil))) != nil
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.filter { $0 }.count == 1)
    let admins = try await rig.database.read { try PersonStore.admins($0) }
    #expect(admins.count == 1)
  }

  @Test("A password signs in; every wrong one gets the same error, also for an unknown id")
  func passwords() async throws {
    let kim = try await setUp()
    let again = try await signIn("kim", password)
    #expect(try await verify(again).user == "kim")
    _ = try await handlers.signIn(
      .init(code: try await Tokens(database: rig.database).createCode(user: "ben", now: rig.clock.now)), stranger)
    var faults: [Fault] = []
    for (user, text) in [
      ("kim", "wrong horse battery"), ("nobody", password), ("ben", password), ("..", "x"), ("", ""),
    ] {
      faults.append(try #require(await fault { _ = try await signIn(user, text) }))
    }
    #expect(Set(faults).count == 1 && faults[0].code == .unauthenticated)
    let list = try await handlers.listSignIns(.init(), kim.caller).decoded()
    #expect(
      list.items.map(\.outcome) == [.failed, .ok, .ok] && list.items.map(\.method) == [.password, .password, .setup])
    #expect(list.items.allSatisfy { $0.address == "203.0.113.7" && $0.userAgent == "Tests" })
    #expect(list.items[1].sessionId == again.maker.id && list.items[0].sessionId == nil)
    let stored = try #require(try await rig.database.read { try PersonStore.person("kim", $0)?.password })
    #expect(stored.hasPrefix("$scrypt$") && !stored.contains(password))
  }

  @Test("A new password ends the other sessions, and needs the old one or a recent sign-in")
  func changePassword() async throws {
    let kim = try await setUp()
    let other = try await signIn("kim", password)
    rig.clock.now = rig.clock.now + (601)
    func save(_ current: String?, _ new: String = "a new horse battery") async throws {
      _ = try await handlers.savePassword(
        .init(currentPassword: current, password: new, maker: kim.maker, visitor: visitor), kim.caller)
    }
    let stale = await fault { try await save(nil) }
    #expect(stale?.code == .forbidden && stale?.detail != nil)
    #expect(await fault { try await save("not the password") }?.code == .unauthenticated)
    #expect(try await verify(kim).user == "kim")
    #expect(await fault { try await save(password, "short") }?.fields?.map(\.field) == ["password"])
    try await save(password)
    #expect(try await verify(kim).user == "kim")
    #expect(await fault { _ = try await verify(other) }?.code == .unauthenticated)
    #expect(await fault { _ = try await signIn("kim", password) }?.code == .unauthenticated)
    _ = try await signIn("kim", "a new horse battery")
    // A confirmation makes the session fresh again.
    let confirm = SessionAPI.ConfirmSession(password: "a new horse battery", maker: kim.maker, visitor: visitor)
    _ = try await handlers.confirmSession(confirm, kim.caller)
    try await save(nil, "yet another horse")
  }

  @Test("An invitation lets one person in, who then is active; a further one resets the password")
  func invitations() async throws {
    let kim = try await setUp()
    let code = try await invite("ada", by: kim)
    #expect(await fault { _ = try await accept(code, userId: "eve") }?.fields?.map(\.field) == ["userId"])
    let ada = try session("ada", try await accept(code))
    #expect(try await handlers.fetchProfile(.init(), ada.caller).displayName == "Ada")
    #expect(try await person("ada", kim)?.state == .active)
    #expect(await fault { _ = try await accept(code) }?.code == .unauthenticated)
    let link = try await handlers.invitePerson(.init(id: "ada", maker: kim.maker, origin: "https://w"), kim.caller)
    let reset = try #require(link.value.url.split(separator: "=").last.map(String.init))
    let again = try session(
      "ada",
      try await handlers.acceptInvitation(
        .init(code: reset, password: "forgotten no more", visitor: visitor), stranger))
    #expect(await fault { _ = try await verify(ada) }?.code == .unauthenticated)
    #expect(try await verify(again).user == "ada")
    _ = try await signIn("ada", "forgotten no more")
    let signIns = try await handlers.listSignIns(.init(), again.caller).decoded().items
    #expect(signIns.contains { $0.method == .invitation && $0.outcome == .ok })
    rig.clock.now = rig.clock.now + (PersonRules.invitationSeconds)
    #expect(try await person("ada", kim)?.role == .member)
  }

  @Test("An open invitation works once, expires, and ends with the office of its maker")
  func openInvitations() async throws {
    let kim = try await setUp()
    func make(_ end: Instant? = nil) async throws -> (id: String, code: String) {
      let made = try await handlers.createInvitation(
        .init(expiresAt: end, role: .member, maker: kim.maker, origin: ""), kim.caller
      ).value
      return (made.id, try #require(made.url.split(separator: "=").last.map(String.init)))
    }
    let first = try await make()
    #expect(await fault { _ = try await accept(first.code) }?.fields?.map(\.field) == ["userId"])
    #expect(await fault { _ = try await accept(first.code, userId: "kim") }?.code == .conflict)
    _ = try await accept(first.code, userId: "ada")
    #expect(await fault { _ = try await accept(first.code, userId: "ben") }?.code == .unauthenticated)
    let short = try await make(rig.clock.now + 60)
    let deleted = try await make()
    _ = try await handlers.deleteInvitation(.init(id: deleted.id, maker: kim.maker), kim.caller)
    #expect(await fault { _ = try await accept(deleted.code, userId: "ben") }?.code == .unauthenticated)
    #expect(
      try await handlers.listInvitations(.init(maker: kim.maker), kim.caller).decoded().items.map(\.id) == [short.id])
    rig.clock.now = rig.clock.now + (60)
    #expect(await fault { _ = try await accept(short.code, userId: "ben") }?.code == .unauthenticated)
    // Another admin demotes the maker.
    let last = try await make()
    _ = try await handlers.patchPerson(.init(id: "ada", role: .set(.admin), maker: kim.maker), kim.caller)
    let ada = try await signIn("ada", password)
    _ = try await handlers.patchPerson(.init(id: "kim", role: .set(.member), maker: ada.maker), ada.caller)
    #expect(await fault { _ = try await accept(last.code, userId: "ben") }?.code == .unauthenticated)
  }

  @Test("A disabled person cannot sign in in any way, and gets everything but the sessions back")
  func disabling() async throws {
    let kim = try await setUp()
    let ada = try session("ada", try await accept(try await invite("ada", by: kim)))
    let token = try await handlers.createToken(.init(name: "t", maker: ada.maker), ada.caller).value.token
    let hash = Tokens.hash(of: token)
    func set(_ state: PersonState) async throws -> SessionAPI.PersonReply {
      try await handlers.patchPerson(.init(id: "ada", state: .set(state), maker: kim.maker), kim.caller).value
    }
    #expect(try await set(.disabled).state == .disabled)
    for hash in [hash, SHA256.hash(ada.secret)] {
      #expect(await fault { _ = try await handlers.verifyToken(.init(hash: hash), stranger) } == Fault.badToken)
    }
    #expect(await fault { _ = try await signIn("ada", password) } == Fault.badToken)
    #expect(await fault { _ = try await handlers.openAccount(.init(), ada.caller) } == Fault.badToken)
    #expect(await fault { _ = try await handlers.signIn(.init(token: token), stranger) } == Fault.badToken)
    let checked = try await handlers.checkTokens(.init(hashes: hash, users: ["ada", "kim"]), stranger)
    #expect(checked.ended == [0] && checked.disabled == ["ada"])
    let invited = await fault {
      _ = try await handlers.invitePerson(.init(id: "ada", maker: kim.maker), kim.caller)
    }
    #expect(invited?.code == .conflict)
    #expect(try await set(.active).state == .active)
    #expect(try await handlers.verifyToken(.init(hash: hash), stranger).user == "ada")
    #expect(await fault { _ = try await verify(ada) }?.code == .unauthenticated)
  }

  @Test("Only an admin in a browser with a recent sign-in changes people")
  func rights() async throws {
    let kim = try await setUp()
    let ada = try session("ada", try await accept(try await invite("ada", by: kim)))
    let token = try await handlers.createToken(.init(name: "t", maker: kim.maker), kim.caller).value
    let byToken = try session("kim", try await handlers.signIn(.init(token: token.token, visitor: visitor), stranger))
    let bearer = SessionAPI.Maker(id: token.id, scopes: ["read", "write"], expiresAt: nil, proof: .bearer)
    let proxy = SessionAPI.Maker(id: nil, scopes: ["read", "write"], expiresAt: nil, proof: .proxy)
    func codes(_ caller: CallerContext, _ maker: SessionAPI.Maker?) async -> [Fault.Code?] {
      let list = await fault { _ = try await handlers.listPeople(.init(maker: maker), caller) }
      let patch = await fault {
        _ = try await handlers.patchPerson(.init(id: "ada", displayName: .set("A"), maker: maker), caller)
      }
      return [list?.code, patch?.code]
    }
    #expect(await codes(kim.caller, kim.maker) == [nil, nil])
    #expect(await codes(kim.caller, proxy) == [nil, nil])
    #expect(await codes(ada.caller, ada.maker) == [.forbidden, .forbidden])
    #expect(await codes(ada.caller, proxy) == [.forbidden, .forbidden])
    #expect(await codes(kim.caller, bearer) == [.forbidden, .forbidden])
    #expect(await codes(kim.caller, byToken.maker) == [.forbidden, .forbidden])
    #expect(await codes(kim.caller, nil) == [.forbidden, .forbidden])
    rig.clock.now = rig.clock.now + (601)
    #expect(await codes(kim.caller, kim.maker) == [nil, .forbidden])
    #expect(try await handlers.fetchProfile(.init(), ada.caller).displayName == "A")
  }

  @Test("The last admin stays, also if two demote each other at once")
  func lastAdmin() async throws {
    let kim = try await setUp()
    let ada = try session("ada", try await accept(try await invite("ada", by: kim, role: .admin)))
    func demote(_ user: String, by admin: Session) async -> Fault? {
      await fault {
        _ = try await handlers.patchPerson(.init(id: user, role: .set(.member), maker: admin.maker), admin.caller)
      }
    }
    async let first = demote("kim", by: ada)
    async let second = demote("ada", by: kim)
    #expect(await [first, second].filter { $0 == nil }.count == 1)
    let admins = try await rig.database.read { try PersonStore.admins($0).map(\.user) }
    let admin = admins == ["kim"] ? kim : ada
    #expect(admins.count == 1)
    #expect(await demote(admin.user, by: admin)?.code == .conflict)
    let disabled = await fault {
      _ = try await handlers.patchPerson(
        .init(id: admin.user, state: .set(.disabled), maker: admin.maker), admin.caller)
    }
    #expect(disabled?.code == .conflict)
    #expect(
      await fault { _ = try await handlers.deleteAccount(.init(maker: admin.maker), admin.caller) }?.code == .conflict)
    #expect(await fault { _ = try await handlers.deleteAccount(.init(), admin.caller) }?.code == .conflict)
  }

  @Test("An admin by the settings cannot be demoted")
  func namedAdmin() async throws {
    let handlers = Self.handlers(rig, admins: ["boss"])
    #expect(try await handlers.setUpCode(host: "a") != nil)
    try await handlers.command(CallerContext(user: "boss")) { _ in }
    #expect(try await handlers.setUpCode(host: "a") == nil)
    let cookie = try await handlers.signIn(
      .init(code: try await Tokens(database: rig.database).createCode(user: "boss", now: rig.clock.now)), stranger)
    let boss = try session("boss", cookie)
    let demoted = await fault {
      _ = try await handlers.patchPerson(.init(id: "boss", role: .set(.member), maker: boss.maker), boss.caller)
    }
    #expect(demoted?.code == .conflict)
    #expect(
      try await handlers.listPeople(.init(maker: boss.maker), boss.caller).decoded().items.map(\.role) == [.admin])
  }

  @Test("Deleting a person repeats the id, and removes all their data")
  func deletion() async throws {
    let kim = try await setUp()
    let ada = try session("ada", try await accept(try await invite("ada", by: kim)))
    let wrong = await fault {
      _ = try await handlers.deletePerson(.init(id: "ada", userId: "kim", maker: kim.maker), kim.caller)
    }
    #expect(wrong?.fields?.map(\.field) == ["userId"])
    _ = try await handlers.deletePerson(.init(id: "ada", userId: "ada", maker: kim.maker), kim.caller)
    #expect(await fault { _ = try await verify(ada) }?.code == .unauthenticated)
    #expect(await fault { _ = try await signIn("ada", password) }?.code == .unauthenticated)
    #expect(try await rig.database.read { try PersonStore.ids(after: "", limit: 10, $0) } == ["kim"])
  }

  @Test("A session that is used slides, and ends after a year")
  func sliding() async throws {
    let kim = try await setUp()
    var renewals = 0
    for _ in 0..<364 {
      rig.clock.now = rig.clock.now + (86_400)
      if try await verify(kim).renewedSeconds != nil { renewals += 1 }
      #expect(try await verify(kim).renewedSeconds == nil)
    }
    #expect((270...276).contains(renewals))
    rig.clock.now = rig.clock.now + (2 * 86_400)
    #expect(await fault { _ = try await verify(kim) }?.code == .unauthenticated)
    let other = try await signIn("kim", password)
    rig.clock.now = rig.clock.now + (90 * 86_400)
    #expect(await fault { _ = try await verify(other) }?.code == .unauthenticated)
  }

  @Test("A new sign-in in the same browser ends its previous session")
  func replaced() async throws {
    let kim = try await setUp()
    let call = SessionAPI.SignIn(
      userId: "kim", password: password,
      visitor: .init(address: "::1", cookie: SHA256.hash(kim.secret)))
    let next = try session("kim", try await handlers.signIn(call, stranger))
    #expect(await fault { _ = try await verify(kim) }?.code == .unauthenticated)
    #expect(try await verify(next).user == "kim")
  }

  @Test("Tokens made in a session survive it; those made with a token end with that one")
  func makers() async throws {
    let kim = try await setUp()
    let own = try await handlers.createToken(.init(name: "own", maker: kim.maker), kim.caller).value
    #expect(own.expiresAt == nil)
    let bearer = SessionAPI.Maker(id: own.id, scopes: ["read", "write"], expiresAt: nil, proof: .bearer)
    let child = try await handlers.createToken(
      .init(name: "child", expiresAt: rig.clock.now + 60, maker: bearer), kim.caller
    ).value
    let byChild = try session("kim", try await handlers.signIn(.init(token: child.token, visitor: visitor), stranger))
    let grandchild = try await handlers.createToken(.init(name: "grandchild", maker: byChild.maker), kim.caller).value
    #expect(grandchild.expiresAt == child.expiresAt)
    _ = try await handlers.signOut(.init(maker: kim.maker), kim.caller)
    func isGood(_ token: String) async -> Bool {
      (try? await handlers.verifyToken(.init(hash: Tokens.hash(of: token)), stranger)) != nil
    }
    #expect(await [isGood(own.token), isGood(child.token), isGood(grandchild.token)] == [true, true, true])
    _ = try await handlers.revokeToken(.init(id: own.id), kim.caller)
    #expect(await [isGood(own.token), isGood(child.token), isGood(grandchild.token)] == [false, false, false])
  }

  @Test("A token's sessions neither displace those of the person nor lock the person out")
  func sessionsOfTokens() async throws {
    let kim = try await setUp()
    let token = try await handlers.createToken(.init(name: "t", scopes: [.read], maker: kim.maker), kim.caller).value
      .token
    for _ in 0..<1_100 { _ = try await handlers.signIn(.init(token: token, visitor: visitor), stranger) }
    #expect(try await verify(kim).user == "kim")
    _ = try await signIn("kim", password)
    _ = try await handlers.createToken(.init(name: "next", maker: kim.maker), kim.caller)
    let rows = try await rig.database.read { try TokenStore.tokens(of: "kim", $0).count }
    #expect(rows < 60)
  }

  @Test("Two hashes are computed at once, 32 wait, and further ones are rejected")
  func busy() async throws {
    let workers = PasswordWorkers(cost: Self.cheap)
    let gate = DispatchSemaphore(value: 0)
    let rejected = 20
    let most = SessionLimits.passwordThreads + SessionLimits.waitingPasswords
    let accepted = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<most + rejected {
        group.addTask {
          let done: Void? = try? await workers.compute {
            gate.wait()
            gate.signal()
          }
          return done != nil
        }
      }
      var (accepted, failed) = (0, 0)
      for await isAccepted in group {
        if isAccepted { accepted += 1 } else { failed += 1 }
        // Nothing ends before all others were rejected.
        if failed == rejected, accepted == 0 { gate.signal() }
      }
      return accepted
    }
    #expect(accepted == most)
    #expect(try await workers.hash("afterwards").hasPrefix("$scrypt$"))
  }
}
