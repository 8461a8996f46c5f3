import API
import Chronology
import Crypto
import Domain
import Foundation
import Proto
import Service
import Storage
import Synchronization
import Testing

@testable import SessionSvc

/// Handlers with webhooks, and a receiver that the test decides.
final class WebhookRig: Sendable {
  typealias Request = OutboundAPI.Fetch
  typealias Reply = OutboundAPI.Fetch.Reply

  struct Script {
    var requests: [Request] = []
    /// Nil if the outbound service is unavailable.
    var respond: @Sendable (Request) -> Reply? = { _ in Reply(status: 204) }
    /// Nil if the view is unavailable.
    var standings: UnlockStandings? = UnlockStandings(milestones: [], achievements: [], goals: [])
    var standingsCalls = 0
  }

  let rig: SessionRig
  let handlers: SessionHandlers
  let runner: WebhookRunner
  private let shared = Shared()
  let ada = CallerContext(user: "ada")

  init(_ rig: SessionRig, key: [UInt8] = [UInt8](repeating: 7, count: 32)) throws {
    self.rig = rig
    let shared = shared
    var settings = Settings(data: rig.directory.path())
    settings.secretKey = key
    let clock = rig.clock
    let gateway = WebhookGateway { call throws(Fault) in
      let reply = shared.script.withLock { script in
        script.requests.append(call)
        return script.respond(call)
      }
      guard let reply else { throw Fault(.unavailable, "outbound is down") }
      return reply
    } standings: { _ throws(Fault) in
      let standings = shared.script.withLock { script in
        script.standingsCalls += 1
        return script.standings
      }
      guard let standings else { throw Fault(.unavailable, "the view is down") }
      return standings
    }
    handlers = SessionHandlers(
      database: rig.database, zones: Zones(), log: Log(service: "session", level: .error),
      people: PeopleSettings(sealing: SealingKeys(settings)), webhooks: gateway, dice: { 0.5 },
      now: { clock.now })
    runner = WebhookRunner(handlers)
  }

  private final class Shared: Sendable {
    let script = Mutex(Script())
  }

  var requests: [Request] { shared.script.withLock { $0.requests } }
  var standingsCalls: Int { shared.script.withLock { $0.standingsCalls } }

  func set(_ change: @Sendable (inout Script) -> Void) { shared.script.withLock { change(&$0) } }
  func respond(_ body: @escaping @Sendable (Request) -> Reply?) { set { $0.respond = body } }

  /// Searches and sends until nothing is due.
  func run() async {
    await runner.pass()
    await runner.finish()
  }

  func add(
    _ events: [String] = ["*"], url: String = "https://hooks.example.org/x"
  ) async throws -> SessionAPI.CreatedWebhook {
    try await handlers.createWebhook(.init(url: url, events: events), ada).value
  }

  func record(_ seconds: Int64 = 300, start: Instant? = nil, completed: Bool = true) async throws {
    let start = start ?? rig.clock.now + -3_600
    _ = try await handlers.recordListening(
      .init(storyId: "moon", startedAt: start, endedAt: start + seconds, completed: completed), ada)
  }

  /// The members of each sent body.
  func bodies() throws -> [[String: Any]] {
    try requests.compactMap(\.body).map { body in
      try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
    }
  }

  func types() throws -> [String] { try bodies().compactMap { $0["type"] as? String } }

  func waiting() async throws -> Int {
    try await rig.database.read { rows in
      var count = 0
      try DeliveryStore.each(rows) { _, _ in count += 1 }
      return count
    }
  }
}

extension OutboundAPI.Fetch {
  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
