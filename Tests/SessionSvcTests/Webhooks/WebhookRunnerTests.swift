import API
import Chronology
import Domain
import Proto
import Service
import Storage
import Testing

@testable import SessionSvc

@Suite("Deliveries of webhooks")
struct WebhookRunnerTests {
  private let rig: SessionRig
  private let site: WebhookRig

  init() throws {
    rig = try SessionRig()
    site = try WebhookRig(rig)
  }

  @Test("A failed event is retried with the same id after 5 s, 5 min and so on, and delays no other")
  func retries() async throws {
    _ = try await rig.begin()
    _ = try await site.add(["listening.recorded"])
    site.respond { request in
      .init(status: String(decoding: request.body ?? [], as: UTF8.self).contains("09:05:00Z") ? 503 : 200)
    }
    try await site.record()
    try await site.record(start: rig.clock.now + -1_800)
    await site.run()
    #expect(site.requests.count == 2)
    let failed = try #require(site.requests.first)
    for (index, seconds) in [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].enumerated() {
      rig.clock.now = rig.clock.now + Int64(seconds - 1)
      await site.run()
      #expect(site.requests.count == 2 + index)
      rig.clock.now = rig.clock.now + 1
      await site.run()
      #expect(site.requests.count == 3 + index)
    }
    let attempts = site.requests.filter { $0.body == failed.body }
    #expect(attempts.count == 10 && Set(attempts.map { $0.header("webhook-id") }).count == 1)
    #expect(Set(attempts.map { $0.header("webhook-timestamp") }).count == 10)
    #expect(Set(attempts.map { $0.header("webhook-signature") }).count == 10)
    rig.clock.now = rig.clock.now + 10 * 86_400
    await site.run()
    #expect(site.requests.count == 11)
    #expect(try await site.waiting() == 0)
  }

  @Test("Status 410 switches a webhook off and drops what waits for it")
  func gone() async throws {
    _ = try await rig.begin()
    let made = try await site.add(["listening.recorded"])
    site.respond { _ in .init(status: 410) }
    try await site.record()
    try await site.record(start: rig.clock.now + -1_800)
    await site.run()
    #expect(site.requests.count == 1)
    #expect(try await !site.handlers.fetchWebhook(.init(id: made.id), site.ada).isOn)
    #expect(try await site.waiting() == 0)
  }

  @Test("Events wait while the outbound service is unavailable, without counting as attempts")
  func noOutbound() async throws {
    _ = try await rig.begin()
    let made = try await site.add(["listening.recorded"])
    site.respond { _ in nil }
    try await site.record()
    for _ in 0..<20 {
      await site.run()
      rig.clock.now = rig.clock.now + 5
    }
    #expect(try await site.handlers.fetchWebhook(.init(id: made.id), site.ada).lastDelivery == nil)
    site.respond { _ in .init(status: 200) }
    await site.run()
    #expect(try await site.waiting() == 0)
  }

  @Test("A process that begins again sends what its predecessor had not finished, at least once")
  func restart() async throws {
    _ = try await rig.begin()
    _ = try await site.add(["listening.recorded"])
    try await site.record()
    await site.run()
    #expect(site.requests.count == 1)
    try await site.record(start: rig.clock.now + -1_800)
    try await site.record(start: rig.clock.now + -900)
    let next = try WebhookRig(rig)
    try await next.runner.begin()
    await next.run()
    #expect(next.requests.count == 2)
    #expect(try await next.waiting() == 0)
  }

  @Test("An attempt that a process has leased is repeated after the lease, or by its successor at once")
  func lease() async throws {
    _ = try await rig.begin()
    let made = try await site.add(["listening.recorded"])
    try await site.record()
    let key = WebhookKey(user: "ada", webhook: made.id)
    let now = rig.clock.now
    let search = WebhookSearch(user: "ada", zones: Zones(), now: now)
    _ = try await rig.database.write { try search.findFacts($0) }
    let leased = try await rig.database.write { transaction in
      let delivery = try #require(try DeliveryStore.next(key, at: now, transaction.rows))
      let isFirst = try DeliveryStore.update(delivery, key, failures: 0, nextAt: now + 60, transaction)
      let isSecond = try DeliveryStore.update(delivery, key, failures: 0, nextAt: now + 60, transaction)
      return (isFirst, isSecond)
    }
    #expect(leased == (true, false))
    await site.run()
    #expect(site.requests.isEmpty)
    let next = try WebhookRig(rig)
    if !SessionRig.isOverServer {
      try await next.runner.begin()
      await next.run()
      #expect(next.requests.count == 1)
    }
  }

  @Test("At most a thousand events wait for a webhook; the oldest are dropped")
  func bounded() async throws {
    _ = try await rig.begin()
    let made = try await site.add(["listening.recorded"])
    let messages = (0..<400).map {
      WebhookMessage(.listeningRecorded, at: rig.clock.now, data: "\($0)", .test)
    }
    let now = rig.clock.now
    for _ in 0..<3 {
      try await rig.database.write { transaction in
        try DeliveryStore.append(messages, for: made.id, of: "ada", at: now, transaction)
      }
    }
    #expect(try await site.waiting() == 1_000)
    let first = try await rig.database.read { rows in
      try DeliveryStore.next(WebhookKey(user: "ada", webhook: made.id), at: now, rows)
    }
    #expect(first?.number == 201)
  }

  @Test("Without the key that sealed the secret, events wait and everything else works")
  func otherKey() async throws {
    _ = try await rig.begin()
    let made = try await site.add(["listening.recorded"])
    try await site.record()
    let restored = try WebhookRig(rig, key: [UInt8](repeating: 9, count: 32))
    try await restored.runner.begin()
    await restored.run()
    #expect(restored.requests.isEmpty)
    let shown = try await restored.handlers.fetchWebhook(.init(id: made.id), site.ada)
    #expect(shown.lastDelivery?.problem == WebhookRunner.noKey && shown.isOn)
    #expect(try await restored.waiting() == 1)
    #expect(
      await fault { _ = try await restored.handlers.testWebhook(.init(id: made.id), site.ada) }?.code == .conflict)
  }

  @Test("Reports unlocks that a recent session caused, once, and waits for the view")
  func unlocks() async throws {
    _ = try await rig.begin()
    func standings(_ unlockedAt: Instant) -> UnlockStandings {
      var view = MilestonesView()
      view.apply(.listening(.recorded(.init(session: Self.hour(endingAt: unlockedAt)))), zones: Zones())
      let milestones = view.milestones(now: rig.clock.now).filter { $0.type == .listeningTime }
      return UnlockStandings(milestones: milestones, achievements: [], goals: [])
    }
    _ = try await site.add(["milestone.unlocked"])
    let calls = site.standingsCalls
    let unlocked = standings(rig.clock.now + -60)
    site.set { $0.standings = nil }
    try await site.record()
    await site.run()
    #expect(site.requests.isEmpty && site.standingsCalls == calls + 1)
    site.set { $0.standings = unlocked }
    await site.run()
    #expect(try site.types() == ["milestone.unlocked"])
    #expect(try (site.bodies().first?["data"] as? [String: Any])?["id"] as? String == "listening-1h")
    try await site.record(start: rig.clock.now + -1_800)
    await site.run()
    #expect(site.requests.count == 1)
  }

  private static func hour(endingAt end: Instant) -> ListeningSession {
    ListeningSession(storyId: "moon", startedAt: end + -3_600, endedAt: end, completed: true, duration: 3_600)
  }

  @Test("Writes of users without webhooks cause no work, and no view is called without unlocks to report")
  func cost() async throws {
    _ = try await rig.begin()
    _ = try await site.add(["listening.recorded"])
    let calls = site.standingsCalls
    let bob = CallerContext(user: "bob")
    _ = try await site.handlers.saveHero(.init(id: "mia", name: "Mia"), bob)
    #expect(site.handlers.heads.webhooks.take(atMost: 10) == ["ada"])
    _ = try await site.handlers.saveHero(.init(id: "mia", name: "Mia 2"), bob)
    #expect(site.handlers.heads.webhooks.isEmpty)
    try await site.record()
    #expect(site.handlers.heads.webhooks.take(atMost: 10) == ["ada"])
    site.handlers.heads.webhooks.note("ada")
    await site.run()
    #expect(site.requests.count == 1 && site.standingsCalls == calls)
  }
}
