public import API
import Chronology
public import Domain
import Glibc
public import Proto
public import Service

/// Starts the service of a view. The three views differ only in their fold and their calls.
public enum ViewService {
  public static func start<State: ViewState, API: ViewAPI>(
    _ context: ServiceContext, of state: State.Type, as api: API.Type,
    register: (Router, ViewHost<State>) -> Void
  ) async throws -> ServiceRuntime {
    let snapshots = SnapshotFile(path: context.settings.databasePath(API.service), log: context.log)
    let host = ViewHost<State>(
      loop: context.loop,
      journal: context.client(of: SessionAPI.self), snapshots: snapshots, zones: Zones(), log: context.log,
      activeBytes: context.settings.viewStateBytes, clock: { Instant(seconds: Int64(time(nil))) })
    let router = router(of: host, as: api, register: register)
    host.addMetrics(to: context.metrics)
    await host.countSnapshots()
    host.keepSnapshots()
    host.followErasures(as: API.service)
    return try context.serve(router) {
      await host.saveAll()
      snapshots.close()
    }
  }

  /// Returns a router with the calls of a host.
  public static func router<State: ViewState, API: ViewAPI>(
    of host: ViewHost<State>, as api: API.Type, register: (Router, ViewHost<State>) -> Void
  ) -> Router {
    let router = Router(service: API.service, build: Build.version)
    router.errorMapper = { ($0 as? Rejection).map(Fault.init) }
    router.health = { await host.health() }
    router.serve { (_: RebuildView<API>, _) in
      let counted = try await host.rebuild()
      return RebuildView<API>.Reply(users: counted.users, events: counted.events)
    }
    register(router, host)
    return router
  }
}
