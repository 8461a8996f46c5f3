import API
import Chronology
import Domain
import Foundation
import Proto
import Service
import Storage
import Testing

@testable import SessionSvc

@Suite("Connections")
struct ConnectionTests {
  private let rig: SessionRig
  private let site: WebhookRig
  private static let url = "https://books.example.org/abs"

  init() throws {
    rig = try SessionRig()
    site = try WebhookRig(rig)
    site.respond { _ in .init(status: 200, body: Array(#"{"total": 0, "sessions": []}"#.utf8)) }
  }

  private func add(_ url: String = Self.url, isOn: Bool? = nil) async throws -> SessionAPI.ConnectionReply {
    try await site.handlers.createConnection(.init(url: url, secret: "key", isOn: isOn), site.ada).value
  }

  private func session(
    _ id: String = "s1", item: String = "sea", seconds: Int64 = 300, start: Int64 = -7_200, completed: Bool = false
  ) -> ForeignSession {
    let startedAt = rig.clock.now + start
    return ForeignSession(
      id: id, storyId: "abs:\(item)", title: "The Sea", length: 36_000, startedAt: startedAt,
      endedAt: startedAt + seconds, completed: completed, duration: Double(seconds), authors: ["An Author"])
  }

  private func lease() async throws -> SessionAPI.ConnectionLease {
    try #require(try await site.handlers.leaseConnection(.init(), CallerContext(user: nil)).lease)
  }

  private func bring(
    _ lease: SessionAPI.ConnectionLease, _ sessions: [ForeignSession], rejected: [ConnectionProblem] = []
  ) async throws -> SessionAPI.ImportForeignSessions.Reply {
    try await site.handlers.importForeignSessions(
      .init(user: lease.user, id: lease.id, lease: lease.lease, sessions: sessions, rejected: rejected),
      CallerContext(user: nil))
  }

  private func finish(_ lease: SessionAPI.ConnectionLease, _ outcome: ConnectionOutcome) async throws {
    _ = try await site.handlers.finishConnection(
      .init(user: lease.user, id: lease.id, lease: lease.lease, outcome: outcome), CallerContext(user: nil))
  }

  private func listed() async throws -> [SessionAPI.ListeningSessionReply] {
    try await site.handlers.listListeningSessions(.init(), site.ada).decoded().items
  }

  private func state(_ id: String) async throws -> SessionAPI.ConnectionReply.State {
    try await site.handlers.fetchConnection(.init(id: id), site.ada).state
  }

  @Test("Tests a new connection, and names the member that is wrong")
  func tested() async throws {
    let made = try await add(Self.url + "/")
    #expect(made.url == Self.url && made.every == 15 && made.isOn && made.state.phase == .idle)
    let request = try #require(site.requests.last)
    #expect(request.url == Self.url + "/api/me/listening-sessions?itemsPerPage=1&page=0")
    #expect(request.header("Authorization") == "Bearer key" && request.namedBy == .user)
    #expect(request.limits.milliseconds == 10_000 && request.redirects == .init(atMost: 3))
    for (reply, field) in [
      (OutboundAPI.Fetch.Reply(status: 401), "secret"), (.init(status: 403), "secret"), (.init(status: 404), "url"),
      (.init(status: 200, body: Array("<html>".utf8)), "url"), (.init(status: 200, body: Array("[]".utf8)), "url"),
      (.init(.unreachable), "url"), (.init(.notAllowed), "url"), (.init(.tooSlow), "url"), (.init(status: 302), "url"),
    ] as [(OutboundAPI.Fetch.Reply, String)] {
      site.respond { _ in reply }
      let found = await fault { _ = try await add("https://other.example.org") }
      #expect(found?.code == .invalid && found?.fields?.map(\.field) == [field], "\(reply)")
      #expect(found?.fields?.first?.message.contains("html") == false)
    }
    site.respond { _ in nil }
    #expect(await fault { _ = try await add("https://other.example.org") }?.code == .unavailable)
    #expect(try await site.handlers.listConnections(.init(), site.ada).decoded().items.count == 1)
  }

  @Test("Rejects bad values, the same address again, and an eleventh connection")
  func rejections() async throws {
    for (call, field) in [
      (SessionAPI.CreateConnection(url: "ftp://h", secret: "k"), "url"),
      (.init(url: "https://h/?x", secret: "k"), "url"), (.init(url: "https://u:p@h", secret: "k"), "url"),
      (.init(url: "https://h", secret: ""), "secret"), (.init(url: "https://h", secret: "a\r\nb"), "secret"),
      (.init(url: "https://h", secret: "k", every: 4), "every"),
      (.init(url: "https://h", secret: "k", every: 1_441), "every"),
    ] as [(SessionAPI.CreateConnection, String)] {
      let found = await fault { _ = try await site.handlers.createConnection(call, site.ada) }
      #expect(found?.fields?.map(\.field) == [field], "\(call)")
    }
    #expect(site.requests.isEmpty)
    _ = try await add()
    #expect(await fault { _ = try await add(Self.url + "/") }?.code == .conflict)
    for number in 1..<10 { _ = try await add("https://h\(number)") }
    #expect(await fault { _ = try await add("https://h10") }?.code == .conflict)
  }

  @Test("The secret is sealed, and no reply has it")
  func sealed() async throws {
    let call = SessionAPI.CreateConnection(url: Self.url, secret: "a-very-secret-key-of-audiobookshelf")
    _ = try await site.handlers.createConnection(call, site.ada)
    #expect(try await lease().secret == call.secret)
    for name in try FileManager.default.contentsOfDirectory(atPath: rig.directory.path()) {
      let file = try Data(contentsOf: rig.directory.appending(path: name))
      #expect(file.range(of: Data(call.secret.utf8)) == nil, "\(name)")
    }
  }

  @Test("Imports pages, creates stories, counts, and knows what it has read")
  func imports() async throws {
    let made = try await add()
    let lease = try await lease()
    #expect(lease.readsAll && lease.user == "ada" && lease.url == Self.url)
    #expect(try await state(made.id).phase == .running)
    let rejected = [ConnectionProblem(item: "s9", reason: "startedAt is missing or not valid")]
    let reply = try await bring(lease, [session(), session("s2", start: -3_600)], rejected: rejected)
    #expect(reply == .init(hasNews: true, known: 3, newStories: ["abs:sea"]))
    let again = try await bring(lease, [session(), session("s2", start: -3_600)], rejected: rejected)
    #expect(again == .init(hasNews: false, known: 3))
    #expect(try await listed().map(\.duration) == [300, 300])
    let story = try await site.handlers.fetchStory(.init(id: "abs:sea"), site.ada)
    #expect(story.title == "The Sea" && story.estimatedDuration == 36_000 && story.authors == ["An Author"])
    try await finish(lease, .success(readsAll: true, problem: nil))
    let state = try await state(made.id)
    #expect(state.phase == .idle && state.added == 2 && state.alreadyThere == 2 && state.rejected == 1)
    #expect(state.problems == rejected && state.nextRunAt == rig.clock.now + 900)
    rig.clock.now = rig.clock.now + 900
    #expect(try await !self.lease().readsAll)
  }

  @Test("Sessions grow, edits and deletions stay, and nothing counts twice")
  func people() async throws {
    _ = try await add()
    let lease = try await lease()
    let sessions = [session(), session("s2", start: -3_600), session("s3", item: "sun", start: -1_800)]
    _ = try await bring(lease, sessions)
    let ids = try await listed().map(\.id)
    _ = try await site.handlers.patchListeningSession(.init(id: ids[1], duration: .set(42)), site.ada)
    _ = try await site.handlers.deleteListeningSession(.init(id: ids[2]), site.ada)
    _ = try await site.handlers.deleteStory(.init(id: "abs:sun"), site.ada)
    let longer = [
      session(seconds: 600), session("s2", seconds: 600, start: -3_600),
      session("s3", item: "sun", seconds: 600, start: -1_800), session("s4", item: "sun", start: -900),
    ]
    _ = try await bring(lease, longer)
    _ = try await bring(lease, longer)
    let left = try await listed()
    #expect(left.map(\.id).sorted() == [ids[0], ids[1]].sorted())
    #expect(left.first { $0.id == ids[1] }?.duration == 42)
    #expect(await fault { _ = try await site.handlers.fetchStory(.init(id: "abs:sun"), site.ada) }?.code == .notFound)
    _ = try await bring(lease, [session(seconds: 900, start: -7_200)])
    #expect(try await listed().count == 2)
  }

  @Test("The covers that an interrupted run has left are given to the next runs, until they are settled")
  func coversLeft() async throws {
    _ = try await add()
    let first = try await lease()
    #expect(first.covers == nil)
    let sessions = ["sea", "sun", "sky"].enumerated().map { session("s\($0)", item: $1, start: -3_600 * Int64($0)) }
    #expect(try await bring(first, sessions).newStories.count == 3)
    func settle(_ storyId: String, _ image: [UInt8], _ lease: SessionAPI.ConnectionLease) async throws {
      let call = SessionAPI.StoreForeignCover(
        user: "ada", id: lease.id, lease: lease.lease, storyId: storyId, image: image)
      _ = try await site.handlers.storeForeignCover(call, CallerContext(user: nil))
    }
    try await settle("abs:sun", CoverBytes.png(), first)
    // The process of the run is killed.
    rig.clock.now = rig.clock.now + SessionLimits.connectionLeaseSeconds
    let second = try await lease()
    #expect(second.covers == ["abs:sea", "abs:sky"])
    #expect(try await bring(second, sessions).newStories.isEmpty)
    try await settle("abs:sea", [], second)
    _ = try await site.handlers.deleteStory(.init(id: "abs:sky"), site.ada)
    try await finish(second, .success(readsAll: true, problem: nil))
    rig.clock.now = rig.clock.now + 900
    let third = try await lease()
    #expect(third.covers == ["abs:sky"])
    try await settle("abs:sky", CoverBytes.png(), third)
    try await finish(third, .success(readsAll: true, problem: nil))
    rig.clock.now = rig.clock.now + 900
    #expect(try await lease().covers == nil)
  }

  @Test("A new story gets its cover once, within the run that has created it")
  func cover() async throws {
    _ = try await add()
    let lease = try await lease()
    func store(_ image: [UInt8], _ storyId: String = "abs:sea", lease name: String? = nil) async -> Fault? {
      let call = SessionAPI.StoreForeignCover(
        user: "ada", id: lease.id, lease: name ?? lease.lease, storyId: storyId, image: image)
      return await fault { _ = try await site.handlers.storeForeignCover(call, CallerContext(user: nil)) }
    }
    #expect(try await bring(lease, [session()]).newStories == ["abs:sea"])
    #expect(await store(CoverBytes.png(), "abs:other") == nil)
    #expect(await store(CoverBytes.png(), lease: "another")?.code == .conflict)
    #expect(await store(CoverBytes.png()) == nil)
    #expect(await store(CoverBytes.jpeg) == nil)
    let call = SessionAPI.FetchStoryCover(id: "abs:sea")
    #expect(try await site.handlers.fetchStoryCover(call, site.ada).contentType == "image/png")
  }

  @Test("Sessions that were deleted before the connection existed stay deleted")
  func deletedBefore() async throws {
    let old = session()
    let story = SessionAPI.SaveStory(id: old.storyId, title: "Sea", estimatedDuration: 36_000)
    _ = try await site.handlers.saveStory(story, site.ada)
    let call = SessionAPI.RecordListening(
      storyId: old.storyId, startedAt: old.startedAt, endedAt: old.endedAt, completed: false, duration: 300)
    let recorded = try await site.handlers.recordListening(call, site.ada).value
    _ = try await site.handlers.deleteListeningSession(.init(id: recorded.id), site.ada)
    _ = try await add()
    #expect(try await bring(lease(), [old, session("s2", start: -3_600)]) == .init(hasNews: true, known: 2))
    #expect(try await listed().map(\.startedAt) == [rig.clock.now + -3_600])
  }

  @Test("One host runs a connection at a time, and a run that is silent is taken over")
  func leases() async throws {
    let made = try await add()
    let first = try await lease()
    #expect(try await site.handlers.leaseConnection(.init(), CallerContext(user: nil)).lease == nil)
    let joined = try await site.handlers.runConnection(.init(id: made.id), site.ada)
    #expect(joined.state.phase == .running)
    rig.clock.now = rig.clock.now + 180
    #expect(
      try await site.handlers.leaseConnection(.init(busy: ["ada"]), CallerContext(user: nil)).lease == nil)
    let second = try await lease()
    #expect(await fault { _ = try await bring(first, [session()]) }?.code == .conflict)
    #expect(await fault { try await finish(first, .refused(status: 401)) }?.code == .conflict)
    _ = try await bring(second, [session()])
    _ = try await site.handlers.deleteConnection(.init(id: made.id), site.ada)
    #expect(await fault { _ = try await bring(second, [session("s2")]) }?.code == .conflict)
    #expect(try await listed().count == 1)
  }

  @Test("Runs at once if a person wants it, but not if it is off")
  func run() async throws {
    let made = try await add()
    try await finish(try await lease(), .success(readsAll: true, problem: nil))
    let reply = try await site.handlers.runConnection(.init(id: made.id), site.ada)
    #expect(reply.state.phase == .running && reply.state.nextRunAt == nil)
    try await finish(try await lease(), .success(readsAll: false, problem: nil))
    let off = try await site.handlers.patchConnection(.init(id: made.id, isOn: .set(false)), site.ada).value
    #expect(off.state.phase == .off && off.state.nextRunAt == nil)
    #expect(await fault { _ = try await site.handlers.runConnection(.init(id: made.id), site.ada) }?.code == .conflict)
  }

  @Test("A change of the address or the secret is tested, other changes are not")
  func changes() async throws {
    let made = try await add()
    try await finish(try await lease(), .refused(status: 401))
    let count = site.requests.count
    _ = try await site.handlers.patchConnection(.init(id: made.id, every: .set(60)), site.ada)
    #expect(site.requests.count == count)
    let changed = try await site.handlers.patchConnection(.init(id: made.id, secret: .set("new")), site.ada).value
    #expect(site.requests.last?.header("Authorization") == "Bearer new")
    #expect(changed.every == 60 && changed.state.phase == .idle && changed.state.nextRunAt == rig.clock.now)
    #expect(try await lease().secret == "new")
    site.respond { _ in .init(status: 401) }
    let found = await fault {
      _ = try await site.handlers.patchConnection(.init(id: made.id, secret: .set("bad")), site.ada)
    }
    #expect(found?.fields?.map(\.field) == ["secret"])
  }

  @Test("Without the key that sealed the secret, a connection waits for a new secret")
  func otherKey() async throws {
    let made = try await add()
    let restored = try WebhookRig(rig, key: [UInt8](repeating: 9, count: 32))
    restored.respond { _ in .init(status: 200, body: Array(#"{"sessions": []}"#.utf8)) }
    #expect(try await restored.handlers.leaseConnection(.init(), CallerContext(user: nil)).lease == nil)
    #expect(try await state(made.id).phase == .needsSecret)
    _ = try await restored.handlers.patchConnection(.init(id: made.id, secret: .set("again")), site.ada)
    let lease = try await restored.handlers.leaseConnection(.init(), CallerContext(user: nil)).lease
    #expect(lease?.secret == "again")
  }

  @Test("Webhooks report a failing connection once")
  func failing() async throws {
    _ = try await site.add(["connection.failing"])
    let made = try await add()
    for _ in 0..<2 {
      try await finish(try await lease(), .unavailable(reason: "the host is not known", retryAfter: nil))
      rig.clock.now = rig.clock.now + 6 * 3_600
    }
    await site.run()
    let bodies = try site.bodies()
    #expect(bodies.count == 1 && bodies.last?["type"] as? String == "connection.failing")
    let data = bodies.last?["data"] as? [String: Any]
    #expect(data?["id"] as? String == made.id && data?["problem"] as? String == "the host is not known")
  }
}
