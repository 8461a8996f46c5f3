import API
import Chronology
import Connectors
import Crypto
import Domain
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite("Podcast subscriptions and devices")
struct SubscriptionTests {
  private let rig: SessionRig
  private let ada = CallerContext(user: "ada")

  init() throws { rig = try SessionRig() }

  @discardableResult
  private func change(
    add: [String] = [], remove: [String] = [], replacesAll: Bool = false, device: String = "phone"
  ) async throws -> SessionAPI.ChangeSubscriptions.Reply {
    try await rig.handlers.changeSubscriptions(
      .init(device: device, add: add, remove: remove, replacesAll: replacesAll), ada)
  }

  private func changes(since: Int64 = .min) async throws -> (add: [String], remove: [String], stamp: Int64) {
    let reply = try await rig.handlers.fetchSubscriptions(.init(since: since), ada)
    return (reply.added.map(\.url), reply.removed, reply.stamp)
  }

  @Test("Every device gets the changes of the others, and no device its own")
  func sync() async throws {
    let before = try await changes()
    #expect(before.add.isEmpty && before.stamp == rig.clock.now.seconds - 1)
    let phone = try await change(add: ["http://a", "http://b"]).stamp
    #expect(try await changes(since: before.stamp).add == ["http://a", "http://b"])
    #expect(try await changes(since: phone).add.isEmpty)
    let tablet = try await change(add: ["http://c"], remove: ["http://a"], device: "tablet").stamp
    #expect(tablet > phone)
    let seen = try await changes(since: phone)
    #expect(seen.add == ["http://c"] && seen.remove == ["http://a"] && seen.stamp == tablet)
    #expect(try await changes(since: tablet) == ([], [], tablet))
  }

  @Test("Repeated changes are not news")
  func repetitions() async throws {
    try await change(add: ["http://a"])
    let last = try await change(add: ["http://b"]).stamp
    try await change(add: ["http://a"], remove: ["http://unknown"])
    let seen = try await changes(since: last)
    #expect(seen.add.isEmpty && seen.remove.isEmpty && seen.stamp > last)
  }

  @Test("A plain list ends all other subscriptions")
  func replacement() async throws {
    try await change(add: ["http://a", "http://b"])
    let last = try await changes().stamp
    try await change(add: ["http://b", "http://c"], replacesAll: true)
    let seen = try await changes(since: last)
    #expect(seen.add == ["http://c"] && seen.remove == ["http://a"])
  }

  @Test("Actions and subscriptions share their stamps")
  func shared() async throws {
    let first = try await change(add: ["http://a"]).stamp
    let action = SessionAPI.EpisodeAction(podcast: "p", episode: "e", kind: .new)
    let second = try await rig.handlers.recordEpisodeActions(.init(actions: [action]), ada).stamp
    #expect(second > first)
    #expect(try await change(add: ["http://b"]).stamp > second)
  }

  @Test("At the limit, ended subscriptions are forgotten first, and others are rejected")
  func limits() async throws {
    let most = GpodderLimits.subscriptions
    try await change(add: (0..<most).map { "http://p/\($0)" })
    #expect(try await change(add: ["http://new"]).rejected == 1)
    try await change(remove: ["http://p/0", "http://p/1"])
    #expect(try await change(add: ["http://new", "http://p/1"]).rejected == 0)
    let all = try await changes()
    #expect(all.add.count == most && all.remove.isEmpty)
    #expect(try await change(add: ["http://more"]).rejected == 1)
  }

  @Test("A device is created by its first use, and keeps what is not changed")
  func devices() async throws {
    try await change(add: ["http://a"], device: "phone")
    _ = try await rig.handlers.savePodcastDevice(.init(id: "tablet", caption: "Sofa", type: "mobile"), ada)
    _ = try await rig.handlers.savePodcastDevice(.init(id: "tablet", caption: nil, type: "laptop"), ada)
    let list = try await rig.handlers.listPodcastDevices(.init(), ada)
    #expect(
      list.devices == [
        .init(id: "phone", caption: "phone", type: "other"), .init(id: "tablet", caption: "Sofa", type: "laptop"),
      ])
    #expect(list.subscriptions == 1)
  }

  @Test("A user has a limited number of devices")
  func deviceLimit() async throws {
    for number in 0..<GpodderLimits.devices {
      _ = try await rig.handlers.savePodcastDevice(.init(id: "d\(number)", caption: nil, type: nil), ada)
    }
    let rejected = await fault {
      _ = try await rig.handlers.savePodcastDevice(.init(id: "more", caption: nil, type: nil), ada)
    }
    #expect(rejected?.code == .conflict)
    try await change(add: ["http://a"], device: "more")
    #expect(try await rig.handlers.listPodcastDevices(.init(), ada).devices.count == GpodderLimits.devices)
  }

  // Cookies.

  private func token(_ kind: TokenKind = .token, expiresAt: Instant? = nil) async throws -> (hash: [UInt8], id: String)
  {
    let (text, stored) = try await Tokens(database: rig.database).create(
      user: "ada", kind: kind, expiresAt: expiresAt, now: rig.clock.now)
    return (Tokens.hash(of: text), stored.id)
  }

  private func verify(_ secret: String) async throws -> SessionAPI.VerifyToken.Reply {
    try await rig.handlers.verifyToken(
      .init(hash: SHA256.hash(secret), isPodcastCookie: true), CallerContext(user: nil))
  }

  @Test(
    "A cookie stands for its token for at most 90 days, and opens nothing else", arguments: [TokenKind.token, .device])
  func cookie(_ kind: TokenKind) async throws {
    let token = try await token(kind)
    let made = try await rig.handlers.openPodcastSession(.init(token: token.hash), ada)
    #expect(made.seconds == 90 * 86_400)
    let found = try await verify(made.secret)
    #expect(found.user == "ada" && found.id == token.id && found.expiresAt == rig.clock.now + made.seconds)
    let other = await fault {
      _ = try await rig.handlers.verifyToken(.init(hash: SHA256.hash(made.secret)), CallerContext(user: nil))
    }
    #expect(other?.code == .unauthenticated)
    rig.clock.now = rig.clock.now + made.seconds
    #expect(await fault { _ = try await verify(made.secret) }?.code == .unauthenticated)
  }

  @Test("A derived cookie is stored once, and renewed when less than half of its time remains")
  func derived() async throws {
    let token = try await token()
    let call = SessionAPI.OpenPodcastSession(token: token.hash, cookie: SHA256.hash("wg_derived"))
    for (days, left) in [(0, 90), (0, 90), (44, 46), (2, 90)] as [(Int64, Int64)] {
      rig.clock.now = rig.clock.now + days * 86_400
      let made = try await rig.handlers.openPodcastSession(call, ada)
      #expect(made.secret.isEmpty && made.seconds == left * 86_400)
    }
    #expect(try await verify("wg_derived").user == "ada")
    let stranger = CallerContext(user: "eve")
    #expect(await fault { _ = try await rig.handlers.openPodcastSession(call, stranger) }?.code == .unauthenticated)
  }

  @Test("A cookie ends with its token")
  func ends() async throws {
    let short = try await token(expiresAt: rig.clock.now + 100)
    #expect(try await rig.handlers.openPodcastSession(.init(token: short.hash), ada).seconds == 100)
    let token = try await token()
    let made = try await rig.handlers.openPodcastSession(.init(token: token.hash), ada)
    _ = try await rig.handlers.revokeToken(.init(id: token.id), ada)
    #expect(await fault { _ = try await verify(made.secret) }?.code == .unauthenticated)
    #expect(
      await fault { _ = try await rig.handlers.openPodcastSession(.init(token: token.hash), ada) }?.code
        == .unauthenticated)
  }

  @Test("Signing out ends one cookie, and the oldest of many end themselves")
  func manyCookies() async throws {
    let token = try await token()
    var secrets: [String] = []
    for _ in 0..<GpodderLimits.cookiesOfToken + 2 {
      rig.clock.now = rig.clock.now + 1
      secrets.append(try await rig.handlers.openPodcastSession(.init(token: token.hash), ada).secret)
    }
    let last = secrets.removeLast()
    _ = try await rig.handlers.closePodcastSession(.init(cookie: SHA256.hash(last)), ada)
    #expect(await fault { _ = try await verify(last) }?.code == .unauthenticated)
    for (place, secret) in secrets.enumerated() {
      let isEnded = await fault { _ = try await verify(secret) } != nil
      #expect(isEnded == (place < 2), "\(place)")
    }
  }

  @Test("Another user cannot end a cookie or make one of a token")
  func strangers() async throws {
    let token = try await token()
    let made = try await rig.handlers.openPodcastSession(.init(token: token.hash), ada)
    let eve = CallerContext(user: "eve")
    _ = try await rig.handlers.closePodcastSession(.init(cookie: SHA256.hash(made.secret)), eve)
    #expect(try await verify(made.secret).user == "ada")
    #expect(
      await fault { _ = try await rig.handlers.openPodcastSession(.init(token: token.hash), eve) }?.code
        == .unauthenticated)
  }
}
