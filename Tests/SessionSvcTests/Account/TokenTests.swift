import API
import Chronology
import Crypto
import Domain
import Foundation
import Proto
import Service
import Storage
import Testing

@testable import SessionSvc

@Suite("Token management")
struct TokenTests {
  private let rig: SessionRig
  private let ada = CallerContext(user: "ada")

  init() throws { rig = try SessionRig() }

  private func verify(_ token: String) async throws -> SessionAPI.VerifyToken.Reply {
    try await rig.handlers.verifyToken(.init(hash: Secret.hash(of: token)), CallerContext(user: nil))
  }

  private func list(_ maker: SessionAPI.Maker? = nil) async throws -> [SessionAPI.AccessToken] {
    try await rig.handlers.listTokens(.init(maker: maker), ada).decoded().items
  }

  /// Returns a maker as the edge describes a token's bearer.
  private func maker(_ scopes: [String] = ["read", "write"], life: Int64? = nil) async throws -> SessionAPI.Maker {
    let now = rig.clock.now
    let made = try await Tokens(database: rig.database).create(
      user: "ada", scopes: scopes, expiresAt: life.map { now + $0 }, now: now)
    return SessionAPI.Maker(id: made.stored.id, scopes: scopes, expiresAt: made.stored.expiresAt)
  }

  @Test("A new token signs in, is listed without its secret, and is marked as current")
  func lifecycle() async throws {
    let maker = try await maker()
    let made = try await rig.handlers.createToken(.init(name: "phone", maker: maker), ada)
    #expect(made.created && made.value.kind == .token && made.value.token.hasPrefix("wm_"))
    #expect(try await verify(made.value.token).user == "ada")
    let tokens = try await list(maker)
    #expect(tokens.map(\.id).sorted() == [made.value.id, maker.id].compactMap(\.self).sorted())
    #expect(tokens.filter(\.isCurrent).map(\.id) == [maker.id])
    #expect(tokens.allSatisfy { $0.scopes == [.read, .write] && $0.expiresAt == nil })
    _ = try await rig.handlers.revokeToken(.init(id: made.value.id), ada)
    #expect(await fault { _ = try await verify(made.value.token) }?.code == .unauthenticated)
    #expect(try await list().map(\.id) == [maker.id])
    #expect(await fault { _ = try await rig.handlers.revokeToken(.init(id: made.value.id), ada) }?.code == .notFound)
  }

  @Test("Reports every invalid member, even if another one cannot be decoded")
  func wrongMembers() {
    let call = SessionAPI.CreateToken(name: "", scopes: [], expiresAt: rig.clock.now)
    #expect(call.violations(now: rig.clock.now, Zones()).map(\.field) == ["name", "scopes", "expiresAt"])
    #expect(SessionAPI.CreateToken(name: "phone").violations(now: rig.clock.now, Zones()).isEmpty)
  }

  @Test("Expired credentials create no token while they are still accepted")
  func endedMaker() async throws {
    let ended = SessionAPI.Maker(id: nil, scopes: ["read"], expiresAt: rig.clock.now)
    let rejected = await fault { _ = try await rig.handlers.createToken(.init(name: "late", maker: ended), ada) }
    #expect(rejected?.code == .unauthenticated)
    let later = SessionAPI.Maker(id: nil, scopes: ["read"], expiresAt: rig.clock.now + 600)
    let made = try await rig.handlers.createToken(.init(name: "soon", maker: later), ada)
    #expect(made.value.expiresAt == later.expiresAt)
  }

  @Test("A device token works with and without hyphens and is stored only as a hash")
  func device() async throws {
    let made = try await rig.handlers.createToken(.init(name: "reader", kind: .device), ada).value
    #expect(made.kind == .device && made.token.count == 19)
    for text in [made.token, made.token.uppercased(), made.token.replacing("-", with: "")] {
      let reply = try await verify(text)
      #expect(reply.id == made.id && reply.kind == .device)
    }
    let bare = made.token.replacing("-", with: "")
    guard !SessionRig.isOverServer else { return }
    let file = try Files.read(rig.path) + Files.read(rig.path + "-wal")
    #expect(file.firstRange(of: Array(bare.utf8)) == nil && file.firstRange(of: Array(made.token.utf8)) == nil)
  }

  @Test("A token has no more rights than its maker, which must be valid")
  func limits() async throws {
    let short = try await maker(["read", "write"], life: 600)
    let made = try await rig.handlers.createToken(
      .init(name: "x", expiresAt: rig.clock.now + 86_400, maker: short), ada
    ).value
    #expect(made.expiresAt == short.expiresAt)
    let narrow = try await maker(["write"])
    #expect(try await rig.handlers.createToken(.init(name: "x", maker: narrow), ada).value.scopes == [.write])
    let rejected = await fault {
      _ = try await rig.handlers.createToken(.init(name: "", scopes: [.read], maker: narrow), ada)
    }
    #expect(rejected?.fields?.map(\.field) == ["name", "scopes"])
    // A JWT has no row, so the edge's description is used.
    let jwt = SessionAPI.Maker(id: nil, scopes: ["read"], expiresAt: rig.clock.now + 60)
    let ofJWT = try await rig.handlers.createToken(.init(name: "x", maker: jwt), ada).value
    #expect(ofJWT.scopes == [.read] && ofJWT.expiresAt == rig.clock.now + 60)
    rig.clock.now = rig.clock.now + 600
    #expect(
      await fault { _ = try await rig.handlers.createToken(.init(name: "x", maker: short), ada) }?.code
        == .unauthenticated)
  }

  @Test("Other users' tokens are unknown")
  func others() async throws {
    let made = try await rig.handlers.createToken(.init(name: "mine"), ada).value
    let eve = CallerContext(user: "eve")
    #expect(await fault { _ = try await rig.handlers.revokeToken(.init(id: made.id), eve) }?.code == .notFound)
    #expect(try await rig.handlers.listTokens(.init(), eve).decoded().items.isEmpty)
  }

  @Test("A token above the limit is a conflict until another is revoked")
  func bound() async throws {
    var last = ""
    for index in 0..<SessionLimits.tokensOfUser {
      last = try await rig.handlers.createToken(.init(name: "\(index)"), ada).value.id
    }
    #expect(await fault { _ = try await rig.handlers.createToken(.init(name: "more"), ada) }?.code == .conflict)
    _ = try await rig.handlers.revokeToken(.init(id: last), ada)
    _ = try await rig.handlers.createToken(.init(name: "more"), ada)
  }

  @Test("Repeated creation and revocation leaves a bounded number of rows")
  func churn() async throws {
    for _ in 0..<3 {
      for _ in 0..<150 {
        let id = try await rig.handlers.createToken(.init(name: "x"), ada).value.id
        _ = try await rig.handlers.revokeToken(.init(id: id), ada)
      }
      rig.clock.now = rig.clock.now + SessionLimits.endedTokenSeconds + 1
    }
    _ = try await rig.handlers.createToken(.init(name: "x"), ada)
    #expect(try await Tokens(database: rig.database).list().count <= SessionLimits.endedTokens + 1)
  }

  @Test("A use is listed immediately, to the minute, and stored in a batch")
  func lastUse() async throws {
    let made = try await rig.handlers.createToken(.init(name: "phone"), ada).value
    #expect(made.lastUsedAt == nil)
    rig.clock.now = at("2026-11-20T10:07:59Z")
    _ = try await verify(made.token)
    #expect(try await list().map(\.lastUsedAt) == [at("2026-11-20T10:07:00Z")])
    let tokens = Tokens(database: rig.database)
    #expect(try await tokens.list().map(\.lastUsedAt) == [nil])
    try await rig.handlers.writeTokenUses()
    #expect(try await tokens.list().map(\.lastUsedAt) == [at("2026-11-20T10:07:00Z")])
    #expect(try await list().map(\.lastUsedAt) == [at("2026-11-20T10:07:00Z")])
  }

  @Test("Lists tokens page by page, oldest first")
  func paging() async throws {
    for index in 0..<7 {
      _ = try await rig.handlers.createToken(.init(name: "\(index)"), ada)
      if index % 2 == 0 { rig.clock.now = rig.clock.now + 1 }
    }
    var (names, cursor): ([String], String?) = ([], nil)
    repeat {
      let page = try await rig.handlers.listTokens(.init(limit: 3, cursor: cursor), ada).decoded()
      names += page.items.compactMap(\.name)
      cursor = page.nextCursor
    } while cursor != nil
    #expect(names.sorted() == (0..<7).map(String.init) && Set(names).count == 7)
    let wrong = Paging.cursor("yesterday")
    let rejected = await fault { _ = try await rig.handlers.listTokens(.init(cursor: wrong), ada) }
    #expect(rejected?.fields?.map(\.field) == ["cursor"])
  }

  @Test("A repeated key returns the same token while the response is kept, and the token is not on disk")
  func keys() async throws {
    let key = "5f0c1c52-7a0e-4a53-9d0e-0d2a36e0a7c1"
    let keyed = CallerContext(user: "ada", key: "POST /tokens\n\(key)", digest: SHA256.hash("body"))
    let first = try await rig.handlers.createToken(.init(name: "phone", kind: .device), keyed)
    let restarted = SessionHandlers(
      database: rig.database, zones: rig.handlers.zones, log: rig.handlers.log, now: rig.handlers.now)
    for handlers in [rig.handlers, restarted] {
      let again = try await handlers.createToken(.init(name: "phone", kind: .device), keyed)
      #expect(again.replayed && again.value == first.value && !first.replayed)
    }
    #expect(try await list().count == 1)
    #expect(try await verify(first.value.token).kind == .device)
    let other = CallerContext(user: "ada", key: keyed.key, digest: [2])
    let rejected = await fault { _ = try await rig.handlers.createToken(.init(name: "phone"), other) }
    #expect(rejected?.fields?.map(\.field) == ["Idempotency-Key"])
    for name in try FileManager.default.contentsOfDirectory(atPath: rig.directory.path()) {
      let bytes = try Data(contentsOf: rig.directory.appending(path: name))
      for secret in [key, first.value.token, first.value.token.replacing("-", with: "")] {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)")
      }
    }
    let now = rig.clock.now
    #expect(try await rig.database.read { try FormAudit(now: now, $0).findings } == [])
  }

  @Test("A short key does not encrypt the token, which is returned again only while it is in memory")
  func shortKeys() async throws {
    let keyed = CallerContext(user: "ada", key: "POST /tokens\n\(String(repeating: "k", count: 19))", digest: [1])
    let first = try await rig.handlers.createToken(.init(name: "phone"), keyed)
    let again = try await rig.handlers.createToken(.init(name: "phone"), keyed)
    #expect(again.replayed && again.value == first.value && !first.replayed)
    let restarted = SessionHandlers(
      database: rig.database, zones: rig.handlers.zones, log: rig.handlers.log, now: rig.handlers.now)
    #expect(await fault { _ = try await restarted.createToken(.init(name: "phone"), keyed) }?.code == .conflict)
  }

  @Test("Only a device token has the hashes of its MD5s")
  func md5() async throws {
    let device = try await rig.handlers.createToken(.init(name: "reader", kind: .device), ada).value.token
    let typed = try await Tokens(database: rig.database).create(user: "ada", kind: .device, now: rig.clock.now).token
    _ = try await rig.handlers.createToken(.init(name: "phone"), ada)
    let kept = try await rig.database.read { rows in
      try rows.all("SELECT hash FROM token_digests") { $0.bytes(0) }
    }
    let forms = [device, typed].flatMap { token in
      [token, token.replacing("-", with: "")].flatMap { [$0, $0.uppercased()] }
    }
    #expect(Set(kept) == Set(forms.map { SHA256.hash(MD5.hex([UInt8]($0.utf8))) }) && kept.count == 8)
  }
}
