import API
import Chronology
import Crypto
import Domain
import Foundation
import Proto
import Service
import SoftAuthenticator
import Storage
import Testing

@testable import SessionSvc

/// Passkeys, without the edge.
@Suite("Passkeys")
struct PasskeyTests {
  private let rig: SessionRig
  private let handlers: SessionHandlers
  private let sealing = SealingKeys()
  private let stranger = CallerContext(user: nil)
  private let site = SessionAPI.PasskeySite(id: "waymark.example.org", origin: "https://waymark.example.org")

  init() throws {
    rig = try SessionRig()
    handlers = Self.handlers(rig, sealing)
  }

  private static func handlers(_ rig: SessionRig, _ sealing: SealingKeys) -> SessionHandlers {
    SessionHandlers(
      database: rig.database, zones: rig.handlers.zones, log: rig.handlers.log,
      people: PeopleSettings(sealing: sealing),
      passwords: PasswordWorkers(cost: PasswordHash.Cost(exponent: 4, blocks: 1, lanes: 1)),
      now: { [clock = rig.clock] in clock.now })
  }

  private struct Session {
    var user: String
    var secret: String

    var caller: CallerContext { CallerContext(user: user) }
    var maker: SessionAPI.Maker {
      SessionAPI.Maker(id: Tokens.id(of: secret), scopes: ["read", "write"], expiresAt: nil, proof: .cookie)
    }
  }

  private func visitor(_ challenge: String?, at site: SessionAPI.PasskeySite? = nil) -> SessionAPI.Visitor {
    SessionAPI.Visitor(
      address: "203.0.113.7", userAgent: "Tests", site: site ?? self.site, challenge: challenge)
  }

  /// A session that a link has signed in.
  private func session(_ user: String = "kim") async throws -> Session {
    let code = try await Tokens(database: rig.database).createCode(user: user, now: rig.clock.now)
    let cookie = try await handlers.signIn(.init(code: code, visitor: visitor(nil)), stranger)
    return Session(user: user, secret: try #require(cookie.secret))
  }

  private func statement(_ challenge: String) throws -> SoftAuthenticator.Statement {
    SoftAuthenticator.Statement(
      origin: site.origin, partyId: site.id, challenge: try #require(Base64URL.decode(challenge)))
  }

  private func options(_ session: Session) async throws -> Challenged<SessionAPI.PasskeyCreationOptions> {
    try await handlers.makePasskeyOptions(.init(maker: session.maker, visitor: visitor(nil)), session.caller)
  }

  /// Adds a passkey. `change` spoils the statement, and `edit` the call.
  @discardableResult
  private func add(
    _ authenticator: SoftAuthenticator, _ session: Session, name: String = "phone",
    change: (inout SoftAuthenticator.Statement) -> Void = { _ in },
    edit: (inout SessionAPI.CreatePasskey) throws -> Void = { _ in }
  ) async throws -> SessionAPI.PasskeyReply {
    let options = try await options(session)
    authenticator.userHandle = try #require(Base64URL.decode(options.value.user.id))
    var statement = try statement(options.value.challenge)
    change(&statement)
    let created = authenticator.create(statement)
    var call = SessionAPI.CreatePasskey(
      name: name, id: Base64URL.encode(authenticator.id), type: "public-key",
      response: .init(
        clientDataJSON: Base64URL.encode(created.clientData),
        attestationObject: Base64URL.encode(created.attestation)),
      maker: session.maker, visitor: visitor(options.challenge))
    try edit(&call)
    return try await handlers.createPasskey(call, session.caller).value
  }

  private func use(
    _ authenticator: SoftAuthenticator, change: (inout SoftAuthenticator.Statement) -> Void = { _ in },
    edit: (inout SessionAPI.SignInWithPasskey) throws -> Void = { _ in }
  ) async throws -> SessionAPI.SignInWithPasskey {
    let options = try await handlers.makeSignInOptions(.init(visitor: visitor(nil)), stranger)
    #expect(options.value.rpId == site.id && options.value.allowCredentials.isEmpty && options.seconds == 300)
    var statement = try statement(options.value.challenge)
    change(&statement)
    let used = authenticator.use(statement)
    var call = SessionAPI.SignInWithPasskey(
      id: Base64URL.encode(authenticator.id), type: "public-key",
      response: .init(
        clientDataJSON: Base64URL.encode(used.clientData),
        authenticatorData: Base64URL.encode(used.authenticatorData), signature: Base64URL.encode(used.signature),
        userHandle: Base64URL.encode(authenticator.userHandle)),
      visitor: visitor(options.challenge))
    try edit(&call)
    return call
  }

  private func signIn(_ call: SessionAPI.SignInWithPasskey) async throws -> String {
    let secret = try #require(try await handlers.signInWithPasskey(call, stranger).secret)
    return try await handlers.verifyToken(.init(hash: SHA256.hash(secret)), stranger).user
  }

  private func expectWrong(
    _ reason: String, sourceLocation: SourceLocation = #_sourceLocation, _ call: SessionAPI.SignInWithPasskey
  ) async {
    let found = await fault { _ = try await signIn(call) }
    #expect(found == Fault.badToken, "\(reason)", sourceLocation: sourceLocation)
  }

  @Test(
    "A passkey of each kind is added, listed, renamed, signs in and is removed", arguments: SigningKey.Kind.allCases)
  func life(kind: SigningKey.Kind) async throws {
    let kim = try await session()
    let authenticator = SoftAuthenticator(kind)
    let options = try await options(kim).value
    #expect(options.user.name == "kim" && options.user.displayName == "kim" && options.rp.name == "Waymark")
    #expect(Base64URL.decode(options.user.id)?.count == 32 && Base64URL.decode(options.challenge)?.count == 32)
    #expect(options.pubKeyCredParams.map(\.alg) == [-8, -7, -257] && options.excludeCredentials.isEmpty)
    let added = try await add(authenticator, kim)
    #expect(added.name == "phone" && added.createdAt == rig.clock.now && added.lastUsedAt == nil)
    let next = try await self.options(kim).value
    #expect(next.excludeCredentials.map(\.id) == [Base64URL.encode(authenticator.id)])
    #expect(next.user.id == options.user.id)
    rig.clock.now = rig.clock.now + 60
    #expect(try await signIn(try await use(authenticator)) == "kim")
    let renamed = try await handlers.renamePasskey(.init(id: added.id, name: "old", maker: kim.maker), kim.caller).value
    #expect(renamed.name == "old" && renamed.lastUsedAt == rig.clock.now)
    #expect(try await handlers.listPasskeys(.init(), kim.caller).decoded().items == [renamed])
    let signIns = try await handlers.listSignIns(.init(), kim.caller).decoded().items
    #expect(signIns.first?.method == .passkey && signIns.first?.outcome == .ok)
    let eve = try await session("eve")
    let foreign = await fault {
      _ = try await handlers.deletePasskey(.init(id: added.id, maker: eve.maker), eve.caller)
    }
    #expect(foreign?.code == .notFound)
    _ = try await handlers.deletePasskey(.init(id: added.id, maker: kim.maker), kim.caller)
    await expectWrong("removed", try await use(authenticator))
  }

  @Test("Every wrong proof gets the same error, and the person sees the attempt")
  func wrongProofs() async throws {
    let kim = try await session()
    let authenticator = SoftAuthenticator()
    try await add(authenticator, kim)
    let good = try await use(authenticator)
    #expect(try await signIn(good) == "kim")
    await expectWrong("a challenge works once", good)
    await expectWrong("no cookie", try await use(authenticator, edit: { $0.visitor?.challenge = nil }))
    await expectWrong(
      "another cookie", try await use(authenticator, edit: { $0.visitor?.challenge = good.visitor?.challenge }))
    await expectWrong("rubbish as cookie", try await use(authenticator, edit: { $0.visitor?.challenge = "AAAA" }))
    let creation = try await options(kim).challenge
    await expectWrong(
      "the challenge of adding", try await use(authenticator, edit: { $0.visitor?.challenge = creation }))
    await expectWrong("no handle", try await use(authenticator, edit: { $0.response.userHandle = nil }))
    await expectWrong("another handle", try await use(authenticator, edit: { $0.response.userHandle = "AAAA" }))
    await expectWrong("unknown", try await use(SoftAuthenticator()))
    await expectWrong("not base64url", try await use(authenticator, edit: { $0.response.signature = "=" }))
    await expectWrong("another type", try await use(authenticator, edit: { $0.type = "password" }))
    await expectWrong("origin", try await use(authenticator, change: { $0.origin = "https://evil.example.org" }))
    await expectWrong("UV", try await use(authenticator, change: { $0.flags = 0x01 }))
    let late = try await use(authenticator)
    rig.clock.now = rig.clock.now + 300
    await expectWrong("expired", late)
    let other = SessionAPI.PasskeySite(id: "other.example.org", origin: "https://other.example.org")
    await expectWrong("another site", try await use(authenticator, edit: { $0.visitor?.site = other }))
    let off = await fault { _ = try await signIn(try await use(authenticator, edit: { $0.visitor?.site = nil })) }
    #expect(off?.code == .notFound)
    let failures = try await handlers.listSignIns(.init(), kim.caller).decoded().items.filter { $0.outcome == .failed }
    #expect(failures.count >= 4 && failures.allSatisfy { $0.method == .passkey && $0.sessionId == nil })
  }

  @Test("A credential that fails a check is not added")
  func wrongCredentials() async throws {
    let kim = try await session()
    func fields(
      change: (inout SoftAuthenticator.Statement) -> Void = { _ in },
      edit: (inout SessionAPI.CreatePasskey) throws -> Void = { _ in }
    ) async -> [String]? {
      await fault { try await add(SoftAuthenticator(), kim, change: change, edit: edit) }?.fields?.map(\.field)
    }
    #expect(await fields(change: { $0.origin = "https://evil.example.org" }) == ["response"])
    #expect(await fields(change: { $0.flags = 0x01 }) == ["response"])
    #expect(await fields(change: { $0.partyId = "example.org" }) == ["response"])
    #expect(await fields(edit: { $0.id = "AAAA" }) == ["id"])
    #expect(await fields(edit: { $0.type = "x" }) == ["type"])
    #expect(await fields(edit: { $0.response.attestationObject = "=" }) == ["response"])
    #expect(await fields(edit: { $0.visitor?.challenge = nil }) == ["response"])
    let eve = try await session("eve")
    let foreign = try await options(eve).challenge
    #expect(await fields(edit: { $0.visitor?.challenge = foreign }) == ["response"])
    rig.clock.now = rig.clock.now + 601
    let stale = await fault { try await add(SoftAuthenticator(), kim) }
    #expect(stale?.code == .forbidden)
    #expect(try await handlers.listPasskeys(.init(), kim.caller).decoded().items.isEmpty)
  }

  @Test("A credential exists once on the server, and a person has at most 20")
  func limits() async throws {
    let (kim, eve) = (try await session(), try await session("eve"))
    let authenticator = SoftAuthenticator(.edDSA)
    try await add(authenticator, kim)
    for session in [kim, eve] {
      #expect(await fault { try await add(authenticator, session) }?.code == .conflict)
    }
    for number in 1..<20 { try await add(SoftAuthenticator(.edDSA), kim, name: "key \(number)") }
    #expect(await fault { try await add(SoftAuthenticator(.edDSA), kim) }?.code == .conflict)
    let first = try await handlers.listPasskeys(.init(limit: 15), kim.caller).decoded()
    let second = try await handlers.listPasskeys(.init(cursor: first.nextCursor), kim.caller).decoded()
    #expect(first.items.count == 15 && second.items.count == 5)
    #expect(Set((first.items + second.items).map(\.id)).count == 20 && second.nextCursor == nil)
    let person = try await rig.database.read { [handlers] in try handlers.personReply("kim", $0) }
    #expect(person?.passkeys == 20)
  }

  @Test("A count of signatures that does not increase is not accepted")
  func counts() async throws {
    let kim = try await session()
    let authenticator = SoftAuthenticator()
    authenticator.signCount = 5
    try await add(authenticator, kim)
    await expectWrong("the same count", try await use(authenticator))
    authenticator.signCount = 6
    #expect(try await signIn(try await use(authenticator)) == "kim")
    await expectWrong("a copy", try await use(authenticator))
    authenticator.signCount = 0
    await expectWrong("reset", try await use(authenticator))
  }

  @Test("A passkey of the person confirms the session, and another's does not")
  func confirm() async throws {
    let (kim, eve) = (try await session(), try await session("eve"))
    let (own, foreign) = (SoftAuthenticator(), SoftAuthenticator())
    try await add(own, kim)
    try await add(foreign, eve)
    rig.clock.now = rig.clock.now + 601
    func confirm(_ call: SessionAPI.SignInWithPasskey) async throws {
      _ = try await handlers.confirmSession(
        .init(
          id: call.id, type: call.type, response: call.response, maker: kim.maker, visitor: call.visitor), kim.caller)
    }
    #expect(await fault { _ = try await options(kim) }?.code == .forbidden)
    #expect(await fault { try await confirm(try await use(foreign)) } == Fault.badToken)
    #expect(await fault { _ = try await options(kim) }?.code == .forbidden)
    try await confirm(try await use(own))
    _ = try await options(kim)
    let both = SessionAPI.ConfirmSession(password: "x", id: "y", maker: kim.maker, visitor: visitor(nil))
    #expect(
      await fault { _ = try await handlers.confirmSession(both, kim.caller) }?.fields?.map(\.field) == ["password"])
  }

  @Test("With a passkey the password can be removed, and a token no longer makes a session fresh")
  func proofs() async throws {
    let kim = try await session()
    _ = try await handlers.savePassword(
      .init(password: "correct horse battery", maker: kim.maker, visitor: visitor(nil)), kim.caller)
    #expect(
      await fault { _ = try await handlers.deletePassword(.init(maker: kim.maker), kim.caller) }?.code == .conflict)
    try await add(SoftAuthenticator(), kim)
    _ = try await handlers.deletePassword(.init(maker: kim.maker), kim.caller)
    #expect(
      await fault { _ = try await handlers.deletePassword(.init(maker: kim.maker), kim.caller) }?.code == .notFound)
    let token = try await handlers.createToken(.init(name: "t", maker: kim.maker), kim.caller).value.token
    let cookie = try await handlers.signIn(.init(token: token, visitor: visitor(nil)), stranger)
    let byToken = Session(user: "kim", secret: try #require(cookie.secret))
    #expect(await fault { _ = try await options(byToken) }?.code == .forbidden)
  }

  @Test("A disabled person cannot sign in, and a deleted one leaves nothing")
  func ends() async throws {
    let kim = try await session()
    let authenticator = SoftAuthenticator()
    try await add(authenticator, kim)
    let people = try People(database: rig.database, settings: Settings(), zones: rig.handlers.zones)
    try await people.set(.disabled, of: "kim")
    await expectWrong("disabled", try await use(authenticator))
    try await people.set(.active, of: "kim")
    #expect(try await signIn(try await use(authenticator)) == "kim")
  }

  @Test("Another host with the same key accepts a challenge, but only one of them")
  func hosts() async throws {
    let kim = try await session()
    let authenticator = SoftAuthenticator()
    try await add(authenticator, kim)
    let other = Self.handlers(try SessionRig(sharing: rig), sealing)
    let call = try await use(authenticator)
    let accepted = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        let host = number % 2 == 0 ? handlers : other
        group.addTask { (try? await host.signInWithPasskey(call, CallerContext(user: nil))) != nil }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(accepted == 1)
    let foreign = Self.handlers(rig, SealingKeys())
    let next = try await use(authenticator)
    #expect(await fault { _ = try await foreign.signInWithPasskey(next, stranger) } == Fault.badToken)
    #expect(try await signIn(next) == "kim")
  }
}
