import API
public import Chronology
public import Proto
public import Service
public import Storage

extension SessionService {
  /// The calls on a database, without a process around them.
  public static func router(
    on database: Database, zones: any ZoneSource, log: Log, now: @escaping @Sendable () -> Instant
  ) -> Router {
    let handlers = SessionHandlers(database: database, zones: zones, log: log, now: now)
    let router = Router(service: SessionAPI.service, build: Build.version)
    handlers.register(on: router)
    return router
  }
}
