import API
import Chronology
import Domain
import Foundation
import Proto
import Service
import SessionSvc
import Storage
import Synchronization
import Views

@testable import DiversitySvc

/// The handlers with a real journal. The test can replace some of its replies to decisions.
final class DecisionHarness: Sendable {
  let directory: URL
  let loop: Loop
  let database: Database
  let session: Client<SessionAPI>
  private let script = Mutex<Script>(Script())

  private struct Script {
    /// The faults with which the next decisions are rejected.
    var rejections: [Fault] = []
    var decisions = 0
    var isUnavailable = false
    /// Runs once, after a decision was made and before it reaches the journal.
    var meanwhile: (@Sendable () async throws -> Void)?
  }

  init() async throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    loop = try Loop.spawn()
    let now = Instant("2026-11-20T10:00:00Z") ?? Instant(seconds: 0)
    database = try Database(
      path: directory.appending(path: "session.sqlite").path(), migrations: SessionSchema.migrations)
    let router = SessionService.router(
      on: database, zones: Zones(), log: Log(service: "session", level: .error), now: { now })
    session = .inProcess(loop: loop, router: router)
    _ = try await session.call(SessionAPI.SaveWork(Work(id: "w", title: "W")), meta: CallMeta(user: "ada"))
  }

  deinit {
    database.close()
    loop.stop()
    try? FileManager.default.removeItem(at: directory)
  }

  /// The number of decisions that reached the journal.
  var decisions: Int { script.withLock { $0.decisions } }

  func reject(with faults: [Fault]) {
    script.withLock { $0.rejections = faults }
  }

  func setUnavailable(_ isUnavailable: Bool) {
    script.withLock { $0.isUnavailable = isUnavailable }
  }

  /// Runs `body` when the next decision reaches the journal, before the journal handles it.
  func meanwhile(_ body: @escaping @Sendable () async throws -> Void) {
    script.withLock { $0.meanwhile = body }
  }

  private func checkAvailable() throws {
    if script.withLock({ $0.isUnavailable }) { throw Fault(.unavailable, "away") }
  }

  /// The journal as views use it.
  private func journal() -> Router {
    let router = Router(service: SessionAPI.service)
    let session = session
    router.serve { (call: SessionAPI.FetchHeads, context) in
      try self.checkAvailable()
      return try await session.call(call, meta: context.forwarded)
    }
    router.serve { (call: SessionAPI.ReadJournal, context) in
      try self.checkAvailable()
      return try await session.call(call, meta: context.forwarded)
    }
    router.serve { (call: SessionAPI.ListUsers, context) in
      try self.checkAvailable()
      return try await session.call(call, meta: context.forwarded)
    }
    router.serve { (call: SessionAPI.FetchKeptReply, context) in
      try self.checkAvailable()
      return try await session.call(call, meta: Self.meta(context))
    }
    router.serve { (call: SessionAPI.AppendDecision, context) in
      try self.checkAvailable()
      let meanwhile = self.script.withLock { $0.meanwhile.take() }
      try await meanwhile?()
      let rejection = self.script.withLock { script in
        script.decisions += 1
        return script.rejections.isEmpty ? nil : script.rejections.removeFirst()
      }
      if let rejection { throw rejection }
      return try await session.call(call, meta: Self.meta(context))
    }
    return router
  }

  private static func meta(_ context: CallContext) -> CallMeta {
    CallMeta(user: context.user, key: context.key, digest: context.digest)
  }

  /// Returns a client of a new process of the service, which has its own view and turns.
  func client() async throws -> Client<DiversityAPI> {
    let snapshots = SnapshotFile(
      path: directory.appending(path: "\(UUID().uuidString).sqlite").path(), log: Log(service: "test", level: .error))
    return await withTaskExecutorPreference(loop) {
      let now = Instant("2026-11-20T10:00:00Z") ?? Instant(seconds: 0)
      let host = ViewHost<DiversityView>(
        loop: loop, journal: .inProcess(loop: loop, router: journal()), snapshots: snapshots, zones: Zones(),
        log: Log(service: "test", level: .error), clock: { now })
      let router = ViewService.router(of: host, as: DiversityAPI.self, register: DiversityRoutes.register)
      return .inProcess(loop: loop, router: router)
    }
  }
}
