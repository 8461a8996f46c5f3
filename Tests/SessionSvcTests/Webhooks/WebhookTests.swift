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

@Suite("Webhooks")
struct WebhookTests {
  private let site: WebhookRig

  init() throws { site = try WebhookRig(try SessionRig()) }

  @Test("Creates, lists, changes and deletes webhooks; the secret is shown once")
  func calls() async throws {
    let made = try await site.add(["book.finished"])
    #expect(made.secret.hasPrefix("whsec_") && made.secret.count == 6 + 44)
    #expect(made.isOn && made.events == ["book.finished"] && made.lastDelivery == nil)
    let listed = try await site.handlers.listWebhooks(.init(), site.ada).decoded().items
    #expect(listed.map(\.id) == [made.id])
    let changed = try await site.handlers.patchWebhook(
      .init(id: made.id, url: .set("http://nas/x?token=y"), events: .set(["*"]), isOn: .set(false)), site.ada)
    #expect(changed.value.url == "http://nas/x?token=y" && changed.value.events == ["*"] && !changed.value.isOn)
    #expect(try await site.handlers.fetchWebhook(.init(id: made.id), site.ada) == changed.value)
    #expect(
      await fault { _ = try await site.handlers.fetchWebhook(.init(id: made.id), CallerContext(user: "bob")) }?.code
        == .notFound)
    _ = try await site.handlers.deleteWebhook(.init(id: made.id), site.ada)
    #expect(await fault { _ = try await site.handlers.deleteWebhook(.init(id: made.id), site.ada) }?.code == .notFound)
    #expect(try await site.rig.database.read { try WebhookCursorStore.cursor("ada", $0) } == nil)
  }

  @Test("Rejects bad addresses and events by their fields, and an eleventh webhook")
  func rejections() async throws {
    for (url, events, fields) in [
      ("ftp://h", ["*"], ["url"]), ("https://u:p@h/", ["*"], ["url"]), ("https://h/#x", [], ["url", "events"]),
      ("https://h", ["x"], ["events[0]"]),
    ] as [(String, [String], [String])] {
      let found = await fault {
        _ = try await site.handlers.createWebhook(.init(url: url, events: events), site.ada)
      }
      #expect(found?.code == .invalid && found?.fields?.map(\.field) == fields, "\(url)")
    }
    let made = try await site.add()
    let patch = SessionAPI.PatchWebhook(id: made.id, url: .cleared, events: .cleared, isOn: .cleared)
    let found = await fault { _ = try await site.handlers.patchWebhook(patch, site.ada) }
    #expect(found?.fields?.map(\.field) == ["url", "events", "isOn"])
    for _ in 1..<10 { _ = try await site.add() }
    #expect(await fault { _ = try await site.add() }?.code == .conflict)
  }

  @Test("A repeated call with the same key returns the same secret, which is not stored in clear")
  func repeated() async throws {
    let caller = CallerContext(user: "ada", key: "7d1cf2a94be0436f8a1d52c3b7e6f908", digest: [1])
    let call = SessionAPI.CreateWebhook(url: "https://h", events: ["*"])
    let first = try await site.handlers.createWebhook(call, caller)
    let again = try await site.handlers.createWebhook(call, caller)
    #expect(!first.replayed && again.replayed && again.value == first.value)
    #expect(try await site.handlers.listWebhooks(.init(), site.ada).decoded().items.count == 1)
    let secret = Data(first.value.secret.dropFirst(6).utf8)
    let bytes = try #require(Data(base64Encoded: secret))
    for name in try FileManager.default.contentsOfDirectory(atPath: site.rig.directory.path()) {
      let file = try Data(contentsOf: site.rig.directory.appending(path: name))
      #expect(file.range(of: secret) == nil && file.range(of: bytes) == nil, "\(name)")
    }
  }

  @Test("Sends the list's object with phrases, signed as in Standard Webhooks")
  func delivery() async throws {
    _ = try await site.rig.begin()
    let made = try await site.add(["listening.recorded"])
    try await site.record()
    await site.run()
    let request = try #require(site.requests.first)
    #expect(site.requests.count == 1 && request.method == .post && request.url == "https://hooks.example.org/x")
    #expect(request.namedBy == .user && request.redirects == .none && request.limits.milliseconds == 15_000)
    let body = try #require(try site.bodies().first)
    let data = try #require(body["data"] as? [String: Any])
    #expect(body["type"] as? String == "listening.recorded")
    #expect(body["timestamp"] as? String == "2026-11-20T09:05:00Z")
    #expect(data["title"] as? String == "Moon" && data["storyId"] as? String == "moon")
    #expect(data["duration"] as? Double == 300 && data["endedAt"] as? String == "2026-11-20T09:05:00Z")
    #expect(body["title"] as? String == "Listened to Moon")
    for name in ["message", "body", "text", "content"] {
      #expect(body[name] as? String == "Listened to Moon for 5 minutes.")
    }
    let id = try #require(request.header("webhook-id"))
    let time = try #require(request.header("webhook-timestamp"))
    #expect(time == "\(site.rig.clock.now.seconds)" && id.hasPrefix("msg_"))
    let key = try #require(Data(base64Encoded: String(made.secret.dropFirst(6))))
    let signed = Array("\(id).\(time).".utf8) + (request.body ?? [])
    let code = Data(HMACSHA256.code(of: signed, secret: Array(key))).base64EncodedString()
    #expect(request.header("webhook-signature") == "v1,\(code)")
    #expect(try await site.waiting() == 0)
    let shown = try await site.handlers.fetchWebhook(.init(id: made.id), site.ada)
    #expect(shown.lastDelivery?.status == 204 && shown.lastDelivery?.problem == nil)
  }

  @Test("Signs as the published example of Standard Webhooks")
  func publishedSignature() throws {
    let secret = WebhookSecret(bytes: Array(try #require(Data(base64Encoded: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))))
    let signature = secret.signature(
      of: Array(#"{"test": 2432232314}"#.utf8), id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: Instant(seconds: 1_614_265_330))
    #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  @Test("Sends only what a webhook names, in order, and an extension again with the same id")
  func order() async throws {
    _ = try await site.rig.begin()
    _ = try await site.add(["listening.recorded"], url: "https://a")
    _ = try await site.add(["ruck.recorded"], url: "https://b")
    for index in 0..<5 { try await site.record(start: site.rig.clock.now + Int64(-10_000 + index * 1_000)) }
    try await site.record(600, start: site.rig.clock.now + -10_000)
    let now = site.rig.clock.now
    let ruck = Ruck(startedAt: now + -7_200, endedAt: now + -3_600, distance: 5_000, loadWeight: 20)
    _ = try await site.handlers.recordRuck(.init(ruck), site.ada)
    await site.run()
    let (first, second) = (
      site.requests.filter { $0.url == "https://a" }, site.requests.filter { $0.url == "https://b" }
    )
    #expect(first.count == 6 && second.count == 1)
    let starts = try first.map { request -> String in
      let body = try JSONSerialization.jsonObject(with: Data(request.body ?? [])) as? [String: Any]
      return try #require((body?["data"] as? [String: Any])?["id"] as? String)
    }
    #expect(starts.dropLast() == starts.dropLast().sorted()[...] && starts.last == starts.first)
    #expect(Set(site.requests.compactMap { $0.header("webhook-id") }).count == 7)
  }

  @Test("An import of years sends nothing")
  func imported() async throws {
    _ = try await site.rig.begin()
    _ = try await site.add()
    for day in 2..<40 { try await site.record(start: site.rig.clock.now + Int64(-day * 86_400)) }
    await site.run()
    #expect(site.requests.isEmpty)
    #expect(try await site.waiting() == 0)
  }

  @Test("Reports a book when it becomes finished, by the library or by its audio book")
  func books() async throws {
    _ = try await site.rig.begin()
    _ = try await site.handlers.saveWork(.init(Work(id: "dune", title: "Dune", pageCount: 300)), site.ada)
    _ = try await site.handlers.saveEntry(.init(workId: "dune", status: .reading), site.ada)
    _ = try await site.add(["book.finished"])
    _ = try await site.handlers.patchEntry(.init(workId: "dune", status: .set(.finished)), site.ada)
    await site.run()
    let data = try #require(try site.bodies().first?["data"] as? [String: Any])
    #expect(data["workId"] as? String == "dune" && data["title"] as? String == "Dune")
    #expect(data["finishedAt"] as? String == site.rig.clock.now.description)
    let story = SessionAPI.SaveStory(id: "moon", title: "Moon", estimatedDuration: 600, workId: .set("dune"))
    _ = try await site.handlers.saveStory(story, site.ada)
    try await site.record()
    await site.run()
    #expect(try site.types() == ["book.finished", "book.finished"])
  }

  @Test("Tests a webhook at once, also one that is off, and reports the outcome")
  func test() async throws {
    let made = try await site.add()
    _ = try await site.handlers.patchWebhook(.init(id: made.id, isOn: .set(false)), site.ada)
    let good = try await site.handlers.testWebhook(.init(id: made.id), site.ada)
    #expect(good.status == 204 && good.problem == nil)
    #expect(try site.types() == ["test"])
    site.respond { _ in .init(status: 500) }
    let bad = try await site.handlers.testWebhook(.init(id: made.id), site.ada)
    #expect(bad.status == 500 && bad.problem == "the receiver responded with status 500")
    site.respond { _ in .init(.notAllowed) }
    let forbidden = try await site.handlers.testWebhook(.init(id: made.id), site.ada)
    #expect(forbidden.status == nil && forbidden.problem?.contains("WAYMARK_OUTGOING") == true)
    let shown = try await site.handlers.fetchWebhook(.init(id: made.id), site.ada)
    #expect(shown.lastDelivery?.type == "test" && shown.lastDelivery?.problem == forbidden.problem && !shown.isOn)
    site.respond { _ in nil }
    #expect(await fault { _ = try await site.handlers.testWebhook(.init(id: made.id), site.ada) }?.code == .unavailable)
  }
}
