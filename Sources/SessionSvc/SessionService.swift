import API
public import Chronology
import Glibc
public import Proto
public import Service
public import Storage

/// The journal's process: it owns the facts, and answers for them on its socket.
public enum SessionService {
  public static func start(_ context: ServiceContext) async throws -> ServiceRuntime {
    let database = try JournalFile.open(context.settings)
    let heads: Heads
    do {
      let events = Int(try await database.read { try UserStore.eventCount($0) })
      heads = Heads(events: events) { [loop = context.loop] heads in loop.execute { endWaits(of: heads, on: loop) } }
    } catch let error as DatabaseError where error.code == .corrupt {
      throw JournalFile.damaged(database.address, error)
    }
    let handlers = SessionHandlers(
      database: database, heads: heads, zones: Zones(), log: context.log,
      failures: PacedWarning("calls have failed", log: context.log, loop: context.loop),
      now: { Instant(seconds: Int64(time(nil))) })
    let router = router(of: handlers)
    router.health = { await health(database, heads) }
    router.draining = { heads.stopWaits() }
    context.metrics.gauge("waymark_commands_waiting", help: "Commands that wait for the writer.") {
      Double(database.queuedCommands)
    }
    context.metrics.gauge("waymark_journal_waits", help: "Calls that wait for a journal to go on.") {
      Double(heads.waitCount)
    }
    schedulePurge(handlers, on: context.loop)
    scheduleUses(handlers, on: context.loop)
    return try context.serve(
      router,
      shutdown: {
        try? await handlers.writeTokenUses()
        database.close()
      })
  }

  /// The calls on a database, without a process around them.
  public static func router(
    on database: Database, zones: any ZoneSource, log: Log, now: @escaping @Sendable () -> Instant
  ) -> Router {
    router(of: SessionHandlers(database: database, zones: zones, log: log, now: now))
  }

  private static func router(of handlers: SessionHandlers) -> Router {
    let router = Router(service: SessionAPI.service, build: Build.version)
    SessionRoutes.register(on: router, of: handlers)
    return router
  }

  /// How far the journals are, all users together; a database that cannot say is not well.
  private static func health(_ database: Database, _ heads: Heads) async -> Health {
    do {
      _ = try await database.read { try UserStore.users(after: "", limit: 1, $0) }
      return Health(details: ["position": .integer(heads.eventCount), "lag": .integer(0)])
    } catch {
      return Health(.degraded, details: ["database": .text("\(error)")])
    }
  }

  /// Ends the waits whose time is over, as long as there are any.
  private static func endWaits(of heads: Heads, on loop: Loop) {
    guard heads.endOverdue(now: Clock.milliseconds) else { return }
    loop.schedule(afterMilliseconds: SessionLimits.waitLookMilliseconds) { endWaits(of: heads, on: loop) }
  }

  /// When tokens were used is written once a minute.
  private static func scheduleUses(_ handlers: SessionHandlers, on loop: Loop) {
    loop.execute {
      _ = loop.schedule(afterMilliseconds: SessionLimits.tokenUseMilliseconds) {
        Task.immediate(executorPreference: loop) {
          do {
            try await handlers.writeTokenUses()
          } catch {
            handlers.log.warning("when tokens were used could not be written", ["error": "\(error)"])
          }
          scheduleUses(handlers, on: loop)
        }
      }
    }
  }

  /// Old keys are removed at the start and every few minutes from then on.
  private static func schedulePurge(_ handlers: SessionHandlers, on loop: Loop) {
    Task.immediate(executorPreference: loop) {
      do {
        try await handlers.purgeKeys()
      } catch {
        handlers.log.warning("old idempotency keys could not be removed", ["error": "\(error)"])
      }
      loop.execute {
        _ = loop.schedule(afterMilliseconds: SessionLimits.purgeIntervalMilliseconds) {
          schedulePurge(handlers, on: loop)
        }
      }
    }
  }
}
