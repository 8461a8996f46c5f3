import API
import Chronology
import Domain
import Foundation
import Proto
import RandomHistory
import Service
import Storage
import Synchronization
import Testing
import Views

@testable import DiversitySvc
@testable import EdgeHTTP
@testable import MilestoneSvc
@testable import SessionSvc
@testable import StatsSvc

/// All services in one process with a clock that a test sets, behind two edges: one keeps replies, the other does not.
final class AllViews: Sendable {
  enum Choice: Sendable { case keeping, asking }

  /// The time of day of all services and of the edges.
  private final class SetClock: Sendable {
    private let value: Mutex<Int64>

    init(_ seconds: Int64) {
      value = Mutex(seconds)
    }

    var seconds: Int64 {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }

    var now: Instant { Instant(seconds: seconds) }
  }

  let session: Client<SessionAPI>
  let diversity: Client<DiversityAPI>
  let metrics = Metrics(service: "edge")
  private let loop: Loop
  private let database: Database
  private let folder: URL
  private let clock: SetClock
  private let snapshots: [SnapshotFile]
  private let edges: LoopLocal<[Choice: Edge]>

  init(at begin: Instant) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (loop, clock, log) = (try Loop.spawn(), SetClock(begin.seconds), Log(service: "test", level: .error))
    (self.loop, self.clock) = (loop, clock)
    database = try Database(path: folder.appending(path: "session.sqlite").path(), migrations: SessionSchema.migrations)
    let router = SessionService.router(on: database, zones: Zones(), log: log, now: { clock.now })
    session = .inProcess(loop: loop, router: router)
    snapshots = ["stats", "milestone", "diversity"].map { [folder] name in
      SnapshotFile(path: folder.appending(path: "\(name).sqlite").path(), log: log)
    }
    let views = await withTaskExecutorPreference(loop) { [snapshots] in
      func host<State: ViewState>(_ place: Int, _ state: State.Type) -> ViewHost<State> {
        ViewHost(
          loop: loop, journal: .inProcess(loop: loop, router: router), snapshots: snapshots[place], zones: Zones(),
          log: log, clock: { clock.now })
      }
      return (
        stats: ViewService.router(of: host(0, StatsView.self), as: StatsAPI.self, register: StatsRoutes.register),
        milestone: ViewService.router(
          of: host(1, MilestonesView.self), as: MilestoneAPI.self, register: MilestoneRoutes.register),
        diversity: ViewService.router(
          of: host(2, DiversityView.self), as: DiversityAPI.self, register: DiversityRoutes.register)
      )
    }
    diversity = .inProcess(loop: loop, router: views.diversity)
    let links = [
      (SessionAPI.service, session.link), (DiversityAPI.service, diversity.link),
      (StatsAPI.service, Client<StatsAPI>.inProcess(loop: loop, router: views.stats).link),
      (MilestoneAPI.service, Client<MilestoneAPI>.inProcess(loop: loop, router: views.milestone).link),
    ]
    let trusting = ["WAYMARK_TRUSTED_PROXIES": "unix", "WAYMARK_USER_HEADER": "Remote-User"]
    let settings = try Settings(flags: [:]) { trusting[$0] }
    edges = try await withTaskExecutorPreference(loop) { [metrics] in
      func edge(_ metrics: Metrics, bytes: Int) throws -> Edge {
        let options = Edge.Options(
          keptReplyBytes: bytes, trustedProxies: settings.trustedProxies,
          userHeader: settings.userHeader?.lowercased(), clock: { clock.seconds })
        return try Edge(
          loop: loop, log: log, metrics: metrics, services: links.map { ($0.0, LinkUpstream($0.1)) },
          options: options)
      }
      return LoopLocal(
        onLoop: loop,
        [
          .keeping: try edge(metrics, bytes: Limits.keptReplyBytes),
          .asking: try edge(Metrics(service: "edge"), bytes: 0),
        ])
    }
  }

  deinit {
    database.close()
    for file in snapshots { file.close() }
    loop.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  func set(_ second: Int64) { clock.seconds = second }

  /// Sends a request of a user on a new connection.
  func get(
    _ path: String, of user: String, from choice: Choice, fields: [String] = []
  ) throws -> ReceivedResponse {
    let (ours, theirs) = try SocketOptions.pair()
    let stream = LoopLocal(loop, SocketStream(loop: loop, adopting: theirs))
    loop.execute { [edges] in edges.value[choice]?.accept(stream.value) }
    let client = RawClient(ours)
    let lines = ["GET \(path) HTTP/1.1", "Host: localhost", "Remote-User: \(user)"] + fields + ["", ""]
    try client.write(lines.joined(separator: "\r\n"))
    return try client.read()
  }

  /// The number of responses from memory.
  var fromMemory: Int {
    let line = metrics.text().split(separator: "\n").first {
      $0.hasPrefix("waymark_edge_reads_total") && $0.contains(#"from="memory""#)
    }
    return line.flatMap { $0.split(separator: " ").last }.flatMap { Int($0) } ?? 0
  }
}
