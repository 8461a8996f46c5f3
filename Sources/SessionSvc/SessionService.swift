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
      heads = Heads(events: events)
    } catch let error as DatabaseError where error.code == .corrupt {
      throw JournalFile.damaged(database.address, error)
    }
    let handlers = SessionHandlers(
      database: database, heads: heads, zones: Zones(), log: context.log,
      failures: PacedWarning("calls have failed", log: context.log, loop: context.loop),
      erasures: Erasures(
        holdMilliseconds: SessionLimits.erasedUserHoldMilliseconds,
        progress: ErasureProgress(in: database.address.isShared ? context.settings.data : nil)),
      waitsBegin: { [loop = context.loop] handlers in loop.execute { endWaits(of: handlers, on: loop) } },
      now: { Instant(seconds: Int64(time(nil))) })
    try await handlers.resumeErasures()
    let router = router(of: handlers)
    router.health = { await health(database, heads) }
    router.draining = {
      heads.stopWaits()
      handlers.erasures.stop()
    }
    context.metrics.gauge("waymark_commands_waiting", help: "Commands that wait for the writer.") {
      Double(database.queuedCommands)
    }
    context.metrics.gauge("waymark_journal_events", help: "Events in the journal, of all users.") {
      Double(heads.eventCount)
    }
    context.metrics.gauge("waymark_data_free_bytes", help: "Room on the disk of the data directory.") {
      [data = context.settings.data] in Double(Reserve.freeBytes(data))
    }
    context.metrics.gauge("waymark_journal_waits", help: "Calls that wait for a journal to go on.") {
      Double(heads.waitCount)
    }
    context.metrics.addBackups(of: context.settings) { Instant(seconds: Int64(time(nil))) }
    schedulePurge(handlers, database, on: context.loop)
    scheduleUses(handlers, on: context.loop)
    if handlers.hosts != nil { try followHosts(handlers, database, on: context.loop) }
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

  /// Ends the waits whose time is over, as long as there are any; where other hosts write, it is asked for the others.
  private static func endWaits(of handlers: SessionHandlers, on loop: Loop) {
    guard handlers.heads.endOverdue(now: Clock.milliseconds) else { return }
    handlers.hosts?.pace()
    let pause = handlers.hosts == nil ? SessionLimits.waitCheckMilliseconds : SessionLimits.hostPaceMilliseconds
    loop.schedule(afterMilliseconds: pause) { endWaits(of: handlers, on: loop) }
  }

  /// What other hosts write and delete. Messages only say that it is time to ask.
  private static func followHosts(_ handlers: SessionHandlers, _ database: Database, on loop: Loop) throws {
    try database.listen { words in
      handlers.receive(words) { loop.execute { meetErasures(handlers, on: loop) } }
    }
    pollErasures(handlers, on: loop)
  }

  private static func meetErasures(_ handlers: SessionHandlers, on loop: Loop) {
    Task.immediate(executorPreference: loop) {
      // Where the database is away, the next time is soon.
      try? await handlers.meetErasures()
    }
  }

  private static func pollErasures(_ handlers: SessionHandlers, on loop: Loop) {
    loop.execute {
      _ = loop.schedule(afterMilliseconds: SessionLimits.erasurePollMilliseconds) {
        meetErasures(handlers, on: loop)
        pollErasures(handlers, on: loop)
      }
    }
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
  private static func schedulePurge(_ handlers: SessionHandlers, _ database: Database, on loop: Loop) {
    Task.immediate(executorPreference: loop) {
      do {
        try await handlers.purgeKeys()
        try await handlers.purgeErasures()
        if let file = database.address.file {
          OldSchemaCopies(of: file).removeAll(olderThan: SessionLimits.oldSchemaSeconds)
        }
      } catch {
        handlers.log.warning("old idempotency keys could not be removed", ["error": "\(error)"])
      }
      loop.execute {
        _ = loop.schedule(afterMilliseconds: SessionLimits.purgeIntervalMilliseconds) {
          schedulePurge(handlers, database, on: loop)
        }
      }
    }
  }
}
