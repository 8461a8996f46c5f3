import API
import Chronology
import Domain
import Foundation
import Proto
import Service
import ViewHarness

@testable import Views

struct CountPlays: Method {
  typealias API = StatsAPI
  static let name = "stats.countPlays"
  init() {}

  struct Reply: Codable, Sendable {
    var count: Int
  }
}

/// Counts the plays after the first ones. A negative number is invalid.
struct CountFurtherPlays: Method {
  typealias API = StatsAPI
  static let name = "stats.countFurtherPlays"
  typealias Reply = CountPlays.Reply
  var first: Int
}

struct AlwaysFail: Method {
  typealias API = StatsAPI
  static let name = "stats.alwaysFail"
  typealias Reply = Nothing
  init() {}
}

/// A view host over a journal in memory, with a temporary snapshot file.
final class HostHarness: Sendable {
  let journal = FakeJournal()
  let loop: Loop
  let path: String
  private let folder: String

  /// If `directory` is given, the file is in a directory that does not exist until `makeDirectory`.
  init(directory: String? = nil) throws {
    loop = try Loop.spawn()
    folder = NSTemporaryDirectory() + "waymark-view-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    path = folder + (directory.map { "/\($0)" } ?? "") + "/view.sqlite"
  }

  deinit {
    loop.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  func makeDirectory() throws {
    try FileManager.default.createDirectory(
      atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
  }

  /// Returns a new host, as after a restart. All hosts share the snapshot file.
  func host(
    zones: any ZoneSource = Zones(), activeBytes: Int = ViewLimits.activeBytes,
    journalCalls: @escaping @Sendable (Router) -> Void = { _ in }
  ) async throws -> ViewHost<StatsView> {
    let snapshots = SnapshotFile(path: path, log: Log(service: "test", level: .error))
    return await onLoop { [loop, journal] in
      let router = journal.router()
      journalCalls(router)
      return ViewHost(
        loop: loop, journal: .inProcess(loop: loop, router: router), snapshots: snapshots, zones: zones,
        log: Log(service: "test", level: .error), activeBytes: activeBytes, clock: { Instant(seconds: 1_000_000) })
    }
  }

  func onLoop<T: Sendable>(_ work: @escaping @Sendable () async throws -> T) async rethrows -> T {
    try await Self.run(on: loop, work)
  }

  private static func run<T: Sendable>(
    on loop: Loop, _ work: @escaping @Sendable () async throws -> T
  ) async rethrows -> T {
    try await withTaskExecutorPreference(loop) { try await work() }
  }

  /// Returns a client of a service with queries on the host's states.
  func client(of host: ViewHost<StatsView>) -> Client<StatsAPI> {
    let router = Router(service: StatsAPI.service)
    router.serve(
      { (_: CountPlays, view, now) in CountPlays.Reply(count: view.summary(now: now).totalPlayCount) }, of: host)
    router.serve({ (_: AlwaysFail, _, _) in throw Fault(.conflict, "never") }, of: host)
    router.serve(
      reading: { (call: CountFurtherPlays) in
        guard call.first >= 0 else { throw Fault(.invalid, "less than none") }
        return { view, now in CountPlays.Reply(count: view.summary(now: now).totalPlayCount - call.first) }
      }, of: host)
    return .inProcess(loop: loop, router: router)
  }

  func plays(_ host: ViewHost<StatsView>, of user: String = "u") async throws -> Int {
    let client = client(of: host)
    return try await onLoop { try await client.call(CountPlays(), meta: CallMeta(user: user)).count }
  }

  /// Returns the snapshot on disk.
  func stored(_ user: String = "u") async throws -> Snapshot? {
    let store = try SnapshotStore(path: path)
    defer { store.close() }
    return try await store.load(user)
  }

  func stop(_ host: ViewHost<StatsView>) async {
    await onLoop { await host.saveAll() }
    host.snapshots.close()
  }
}
