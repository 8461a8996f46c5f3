import API
import Chronology
import Crypto
import Domain
import Proto
import Service
import Storage
import Testing

@testable import SessionSvc

@Suite struct AccountTests {
  @Test("The first call creates the user once")
  func beginning() async throws {
    let rig = try SessionRig()
    let ada = CallerContext(user: "ada|x@y")
    _ = try await rig.handlers.openAccount(.init(), ada)
    rig.clock.now = at("2027-01-01T00:00:00Z")
    _ = try await rig.handlers.openAccount(.init(), ada)
    let profile = try await rig.handlers.fetchProfile(.init(), ada)
    #expect(profile.userId == "ada|x@y")
    #expect(profile.createdAt == at("2026-11-20T10:00:00Z"))
    #expect(profile.timezone == "UTC")
    #expect(profile.displayName == nil)
    #expect(
      try await rig.events("ada|x@y") == [.account(.opened(AccountOpened(at: profile.createdAt, datesUnlocks: true)))])
  }

  @Test(
    "Rejects a missing or invalid user id",
    arguments: [(nil, Fault.Code.unauthenticated), ("a b", .invalid), ("", .invalid)])
  func callers(user: String?, code: Fault.Code) async throws {
    let rig = try SessionRig()
    #expect(await fault { _ = try await rig.handlers.fetchProfile(.init(), CallerContext(user: user)) }?.code == code)
  }

  @Test("Omitted profile members are unchanged, and null clears the name")
  func profile() async throws {
    let rig = try SessionRig()
    let ada = CallerContext(user: "ada")
    _ = try await rig.handlers.saveProfile(
      .init(timezone: "Europe/Berlin", displayName: .set("Ada"), dayStart: 4, restDaysPerWeek: 1), ada)
    let second = try await rig.handlers.saveProfile(.init(dayStart: 6), ada).value
    #expect(second.timezone == "Europe/Berlin")
    #expect(second.displayName == "Ada")
    #expect(second.dayStart == 6)
    #expect(second.restDaysPerWeek == 1)
    #expect(try await rig.handlers.saveProfile(.init(displayName: .cleared), ada).value.displayName == nil)
    #expect(try await rig.events().count == 4)
  }

  @Test("The profile lists the values of its settings over time")
  func history() async throws {
    let rig = try SessionRig()
    let ada = CallerContext(user: "ada")
    let start = rig.clock.now
    _ = try await rig.handlers.saveProfile(.init(timezone: "Europe/Berlin", dayStart: 4), ada)
    rig.clock.now = start + 86_400
    _ = try await rig.handlers.saveProfile(.init(timezone: "Asia/Tokyo", dayStart: 4), ada)
    let profile = try await rig.handlers.fetchProfile(.init(), ada)
    #expect(profile.history.timezone.map(\.since) == [nil, start + 86_400])
    #expect(profile.history.timezone.map(\.value) == ["Europe/Berlin", "Asia/Tokyo"])
    #expect(profile.history.dayStart.map(\.since) == [nil, start] && profile.history.dayStart.map(\.value) == [0, 4])
    #expect(profile.history.restDaysPerWeek.map(\.value) == [0])
    let rebuilt = profile.settings.calendar(Zones())
    #expect(rebuilt.zone.name == "Asia/Tokyo" && rebuilt.day(of: start + -7_200) == Day("2026-11-20"))
    let always = try await rig.handlers.saveProfile(.init(timezone: "Asia/Tokyo", since: "always"), ada).value
    #expect(always.history.timezone.map(\.value) == ["Asia/Tokyo"])
    #expect(try await JournalAudit(database: rig.database).findings(of: "ada", now: rig.clock.now)?.rows == [])
  }

  @Test("A list by days uses the zone that applied then")
  func lists() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.handlers.saveProfile(.init(timezone: "America/New_York"), ada)
    let evening = at("2026-11-20T02:00:00Z")
    _ = try await rig.handlers.recordListening(
      .init(storyId: "moon", startedAt: evening, endedAt: evening + 60, completed: true), ada)
    _ = try await rig.handlers.saveProfile(.init(timezone: "Asia/Tokyo"), ada)
    let day = Day("2026-11-19")
    let list = SessionAPI.ListListeningSessions(from: day, to: day)
    #expect(try await rig.handlers.listListeningSessions(list, ada).decoded().items.count == 1)
  }

  @Test(
    "Reports every invalid field of a profile",
    arguments: [
      (SessionAPI.SaveProfile(timezone: "Mars/Olympus"), "timezone"), (.init(timezone: "../etc/passwd"), "timezone"),
      (.init(timezone: "posix/Europe/Berlin"), "timezone"), (.init(timezone: "europe/berlin"), "timezone"),
      (.init(timezone: ""), "timezone"), (.init(timezone: "Europe"), "timezone"), (.init(dayStart: 7), "dayStart"),
      (.init(timezone: "localtime"), "timezone"), (.init(dayStart: -1), "dayStart"),
      (.init(restDaysPerWeek: 4), "restDaysPerWeek"), (.init(dayStart: 1, since: "2030-01-01"), "since"),
      (.init(displayName: .set(String(repeating: "x", count: 501))), "displayName"),
    ])
  func illegal(call: SessionAPI.SaveProfile, field: String) async throws {
    let rig = try SessionRig()
    let fault = await fault { _ = try await rig.handlers.saveProfile(call, CallerContext(user: "ada")) }
    #expect(fault?.fields?.map(\.field) == [field])
  }

  @Test("A token identifies its user until it is revoked or expires, and creates the user")
  func tokens() async throws {
    let rig = try SessionRig()
    let tokens = Tokens(database: rig.database)
    let now = rig.clock.now
    let (token, stored) = try await tokens.create(
      user: "ada", scopes: ["read"], name: "phone", expiresAt: now + 60, now: now)
    #expect(token.hasPrefix("wm_"))
    #expect(token.utf8.count == 46)
    let call = SessionAPI.VerifyToken(hash: SHA256.hash(token))
    let reply = try await rig.handlers.verifyToken(call, CallerContext(user: nil))
    #expect(reply.user == "ada")
    #expect(reply.scopes == ["read"])
    #expect(reply.expiresAt == now + 60)
    #expect(try await rig.head().seq == 1)
    rig.clock.now = now + 60
    #expect(
      await fault { _ = try await rig.handlers.verifyToken(call, CallerContext(user: nil)) }?.code == .unauthenticated)
    rig.clock.now = now + 59
    #expect(try await tokens.revoke(id: stored.id, now: now))
    #expect(
      await fault { _ = try await rig.handlers.verifyToken(call, CallerContext(user: nil)) }?.code == .unauthenticated)
    #expect(try await !tokens.revoke(id: "nobody", now: now))
    #expect(try await tokens.list().map(\.revokedAt) == [now])
    let unknown = SessionAPI.VerifyToken(hash: SHA256.hash("wm_"))
    #expect(
      await fault { _ = try await rig.handlers.verifyToken(unknown, CallerContext(user: nil)) }?.code
        == .unauthenticated)
  }

  @Test(
    "Rejects tokens with invalid users or unknown scopes",
    arguments: [("a b", ["read"]), ("ada", []), ("ada", ["admin"])])
  func illegalTokens(user: String, scopes: [String]) async throws {
    let rig = try SessionRig()
    await #expect(throws: Rejection.self) {
      try await Tokens(database: rig.database).create(user: user, scopes: scopes, now: rig.clock.now)
    }
  }
}
