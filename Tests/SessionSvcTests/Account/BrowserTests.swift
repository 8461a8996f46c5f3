import API
import Chronology
import Crypto
import Domain
import Foundation
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite("Browser sign-in")
struct BrowserTests {
  private let rig: SessionRig
  private let tokens: Tokens
  private let stranger = CallerContext(user: nil)

  init() throws {
    rig = try SessionRig()
    tokens = Tokens(database: rig.database)
  }

  private func verify(_ secret: String?) async throws -> SessionAPI.VerifyToken.Reply {
    try await rig.handlers.verifyToken(.init(hash: SHA256.hash(secret ?? "")), stranger)
  }

  @Test("A browser gets its token's scopes and lifetime, at most 90 days")
  func byToken() async throws {
    let now = rig.clock.now
    for (life, seconds) in [(Int64(60), 60), (200 * 86_400, 90 * 86_400)] {
      let made = try await tokens.create(user: "ada", scopes: ["read"], expiresAt: now + life, now: now)
      let cookie = try await rig.handlers.signIn(.init(token: made.token), stranger)
      #expect(cookie.seconds == seconds && cookie.secret != made.token && cookie.secret?.count == 46)
      let reply = try await verify(cookie.secret)
      #expect(reply.kind == .browser && reply.user == "ada" && reply.scopes == ["read"])
    }
  }

  @Test("A cookie ends with its token or its sign-out")
  func ends() async throws {
    let made = try await tokens.create(user: "ada", now: rig.clock.now)
    let first = try await rig.handlers.signIn(.init(token: made.token), stranger)
    let second = try await rig.handlers.signIn(.init(token: made.token), stranger)
    let id = Tokens.id(of: try #require(first.secret))
    let maker = SessionAPI.Maker(id: id, scopes: ["read"], expiresAt: nil)
    #expect(try await rig.handlers.signOut(.init(maker: maker), CallerContext(user: "ada")).secret == nil)
    #expect(await fault { _ = try await verify(first.secret) }?.code == .unauthenticated)
    #expect(try await verify(second.secret).user == "ada")
    // Signing out with a token does not revoke it.
    let bearer = SessionAPI.Maker(id: made.stored.id, scopes: ["read"], expiresAt: nil)
    _ = try await rig.handlers.signOut(.init(maker: bearer), CallerContext(user: "ada"))
    #expect(try await verify(second.secret).user == "ada")
    #expect(try await tokens.revoke(id: made.stored.id, now: rig.clock.now))
    #expect(await fault { _ = try await verify(second.secret) }?.code == .unauthenticated)
  }

  @Test("A code signs in only one of fifty concurrent calls")
  func codes() async throws {
    let code = try await tokens.createCode(user: "ada", now: rig.clock.now)
    let handlers = rig.handlers
    let secrets = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<50 {
        group.addTask { try? await handlers.signIn(.init(code: code), CallerContext(user: nil)).secret }
      }
      return await group.reduce(into: [String]()) { if let secret = $1 { $0.append(secret) } }
    }
    #expect(secrets.count == 1)
    #expect(try await verify(secrets.first).user == "ada")
  }

  private func signIn(
    _ call: SessionAPI.SignIn, key: String, digest: [UInt8] = SHA256.hash("body"), user: String? = nil
  ) async throws -> SessionAPI.BrowserCookie {
    let caller = CallerContext(user: user, key: "POST /api/v1/session\n\(key)", digest: digest)
    return try await rig.handlers.signIn(call, caller)
  }

  @Test("A repeated call with the same key returns the same cookie, even for a used code")
  func retried() async throws {
    let now = rig.clock.now
    let jwt = SessionAPI.Maker(id: nil, scopes: ["read"], expiresAt: now + 3_600)
    let calls: [(call: SessionAPI.SignIn, user: String?)] = [
      (.init(code: try await tokens.createCode(user: "ada", now: now)), nil),
      (.init(token: try await tokens.create(user: "ada", now: now).token), nil),
      (.init(token: "j.w.t", maker: jwt), "ada"),
    ]
    for (call, user) in calls {
      rig.clock.now = now
      let first = try await signIn(call, key: "k", user: user)
      rig.clock.now = now + 599
      let again = try await signIn(call, key: "k", user: user)
      #expect(again.secret == first.secret && again.seconds == first.seconds - 599)
      #expect(again.replayed == true && first.replayed == nil)
      let other = await fault { _ = try await signIn(call, key: "k", digest: [2], user: user) }
      #expect(other?.fields?.map(\.field) == ["Idempotency-Key"])
    }
    #expect(try await tokens.list().filter { $0.kind == .browser }.count == 3)
    // The code has expired.
    rig.clock.now = now + 600
    #expect(await fault { _ = try await signIn(calls[0].call, key: "k") } == Fault.badToken)
  }

  @Test("Rejects a used code without its key, and a key without its code")
  func stolen() async throws {
    let now = rig.clock.now
    let (code, spare) = (
      try await tokens.createCode(user: "ada", now: now), try await tokens.createCode(user: "ada", now: now)
    )
    let cookie = try await signIn(.init(code: code), key: "k")
    for (call, key) in [(SessionAPI.SignIn(code: code), "l"), (.init(code: "unknown"), "k"), (.init(token: code), "k")]
    {
      #expect(await fault { _ = try await signIn(call, key: key) } == Fault.badToken)
    }
    #expect(await fault { _ = try await rig.handlers.signIn(.init(code: code), stranger) } == Fault.badToken)
    // A code that was used without a key is invalid for every key.
    _ = try await rig.handlers.signIn(.init(code: spare), stranger)
    #expect(await fault { _ = try await signIn(.init(code: spare), key: "k") } == Fault.badToken)
    // After the browser has signed out, the response is no longer returned.
    let maker = SessionAPI.Maker(id: Tokens.id(of: cookie.secret ?? ""), scopes: ["read"], expiresAt: nil)
    _ = try await rig.handlers.signOut(.init(maker: maker), CallerContext(user: "ada"))
    #expect(await fault { _ = try await signIn(.init(code: code), key: "k") } == Fault.badToken)
  }

  @Test("Twenty concurrent calls with one key get the same cookie, which is not on disk")
  func twins() async throws {
    let code = try await tokens.createCode(user: "ada", now: rig.clock.now)
    let secrets = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<20 {
        group.addTask { try? await signIn(.init(code: code), key: "a guess").secret }
      }
      return await group.reduce(into: [String]()) { if let secret = $1 { $0.append(secret) } }
    }
    #expect(secrets.count == 20 && Set(secrets).count == 1)
    for name in try FileManager.default.contentsOfDirectory(atPath: rig.directory.path()) {
      let bytes = try Data(contentsOf: rig.directory.appending(path: name))
      for secret in [code, secrets.first ?? code, "a guess"] {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)")
      }
    }
    let now = rig.clock.now
    #expect(try await rig.database.read { try FormAudit(now: now, $0).findings } == [])
  }

  @Test("A code expires after ten minutes")
  func codeEnds() async throws {
    let code = try await tokens.createCode(user: "ada", now: rig.clock.now)
    let late = try await tokens.createCode(user: "ada", now: rig.clock.now)
    rig.clock.now = rig.clock.now + 599
    #expect(try await rig.handlers.signIn(.init(code: code), stranger).seconds == 90 * 86_400)
    rig.clock.now = rig.clock.now + 1
    #expect(await fault { _ = try await rig.handlers.signIn(.init(code: late), stranger) }?.code == .unauthenticated)
  }

  @Test("Unknown, expired, revoked, used and wrong kinds of proofs get the same error")
  func oneAnswer() async throws {
    let now = rig.clock.now
    let expired = try await tokens.create(user: "ada", expiresAt: now + 1, now: now).token
    let revoked = try await tokens.create(user: "ada", now: now)
    _ = try await tokens.revoke(id: revoked.stored.id, now: now)
    let used = try await tokens.createCode(user: "ada", now: now)
    let cookie = try await rig.handlers.signIn(.init(code: used), stranger).secret
    rig.clock.now = now + 2
    let calls: [SessionAPI.SignIn] = [
      .init(token: "wm_unknown"), .init(token: expired), .init(token: revoked.token), .init(code: used),
      .init(code: "unknown"), .init(code: ""), .init(token: cookie), .init(code: revoked.token),
    ]
    for call in calls {
      #expect(await fault { _ = try await rig.handlers.signIn(call, stranger) } == Fault.badToken)
    }
    for call in [SessionAPI.SignIn(), .init(token: "x", code: "y")] {
      #expect(await fault { _ = try await rig.handlers.signIn(call, stranger) }?.code == .invalid)
    }
  }

  @Test("A browser above the limit ends the oldest one")
  func bound() async throws {
    let made = try await tokens.create(user: "ada", now: rig.clock.now)
    var secrets: [String?] = []
    for _ in 0...SessionLimits.browsersOfUser {
      secrets.append(try await rig.handlers.signIn(.init(token: made.token), stranger).secret)
      rig.clock.now = rig.clock.now + 1
    }
    #expect(await fault { _ = try await verify(secrets[0]) }?.code == .unauthenticated)
    #expect(try await verify(secrets[1]).user == "ada")
    #expect(try await verify(made.token).user == "ada")
  }

  @Test("Stored tokens, cookies and codes pass verify")
  func form() async throws {
    let made = try await tokens.create(user: "ada", kind: .device, now: rig.clock.now)
    _ = try await rig.handlers.signIn(.init(token: made.token), stranger)
    _ = try await tokens.createCode(user: "ada", now: rig.clock.now)
    try await rig.handlers.writeTokenUses()
    let now = rig.clock.now
    #expect(try await rig.database.read { try FormAudit(now: now, $0).findings } == [])
  }
}
