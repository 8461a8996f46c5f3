import API
public import Chronology
import Glibc
public import Proto
public import Service
public import Storage

/// The session service: it owns the journal and serves calls on its socket.
public enum SessionService {
  public static func start(_ context: ServiceContext) async throws -> ServiceRuntime {
    let database = try JournalFile.open(context.settings)
    let heads: Heads
    do {
      let events = Int(try await database.read { try UserStore.eventCount($0) })
      // With several hosts, another host may write.
      let shared = database.address.isShared ? nil : SharedHeadsWriter()
      if let shared { context.lifecycle.atEnd { shared.close() } }
      heads = Heads(events: events, shared: shared)
    } catch let error as DatabaseError where error.code == .corrupt {
      throw JournalFile.damaged(database.address, error)
    }
    let people = try PeopleSettings(context.settings)
    let handlers = SessionHandlers(
      database: database, heads: heads, zones: Zones(), log: context.log,
      failures: PacedWarning("calls have failed", log: context.log, loop: context.loop),
      erasures: Erasures(
        holdMilliseconds: SessionLimits.erasedUserHoldMilliseconds,
        progress: ErasureProgress(in: database.address.isShared ? context.settings.data : nil)),
      people: people, provider: provider(context, people.sealing),
      connectors: Set(context.settings.connectors.compactMap(ConnectorName.init)),
      webhooks: WebhookGateway(context), looksUpBooks: context.settings.looksUpBooks,
      onFirstWait: { [loop = context.loop] handlers in loop.execute { endWaits(of: handlers, on: loop) } },
      now: { Instant(seconds: Int64(time(nil))) })
    try await handlers.resumeErasures()
    try await handlers.createFirstAdmin(context.settings)
    let router = router(of: handlers)
    router.health = { await health(database, heads) }
    router.draining = {
      heads.stopWaits()
      handlers.erasures.stop()
    }
    context.metrics.gauge("waymark_commands_waiting", help: "Commands waiting for the writer.") {
      Double(database.queuedCommands)
    }
    context.metrics.gauge("waymark_journal_events", help: "Events in all users' journals.") {
      Double(heads.eventCount)
    }
    context.metrics.gauge("waymark_data_free_bytes", help: "Free disk space at the data directory.") {
      [data = context.settings.data] in Double(Reserve.freeBytes(data))
    }
    context.metrics.gauge("waymark_journal_waits", help: "Calls waiting for new journal events.") {
      Double(heads.waitCount)
    }
    context.metrics.addBackups(of: context.settings) { Instant(seconds: Int64(time(nil))) }
    schedulePurge(handlers, database, on: context.loop)
    scheduleUses(handlers, on: context.loop)
    if !context.settings.outgoing.isNone { scheduleFeeds(handlers, context.client(of: OutboundAPI.self), context.loop) }
    let webhooks = WebhookRunner(handlers)
    try await webhooks.begin()
    handlers.heads.webhooks.onChange { [loop = context.loop] in
      loop.execute { Task.immediate(executorPreference: loop) { await webhooks.pass() } }
    }
    scheduleWebhooks(webhooks, on: context.loop)
    if handlers.hosts != nil { try followHosts(handlers, database, on: context.loop) }
    return try context.serve(
      router,
      shutdown: {
        try? await handlers.writeTokenUses()
        try? await handlers.storeSignIns()
        database.close()
      })
  }

  private static func provider(_ context: ServiceContext, _ sealingKeys: SealingKeys) -> ProviderGateway? {
    let settings = context.settings
    guard let provider = settings.provider, let publicURL = settings.publicURL else { return nil }
    let outbound = context.client(of: OutboundAPI.self)
    return ProviderGateway(provider, publicURL: publicURL, sealingKeys: sealingKeys) { request in
      // The service ends the request itself when its time is over.
      let deadline = request.limits.milliseconds + SessionLimits.outboundGraceMilliseconds
      do throws(Fault) {
        return try await outbound.call(request, meta: CallMeta(deadline: deadline))
      } catch {
        return OutboundAPI.Fetch.Reply(error.code == .deadlineExceeded ? .tooSlow : .unreachable)
      }
    }
  }

  /// Returns the router of the service without a process, for tests and tools.
  public static func router(
    on database: Database, zones: any ZoneSource, log: Log, people: PeopleSettings = PeopleSettings(),
    now: @escaping @Sendable () -> Instant
  ) -> Router {
    router(of: SessionHandlers(database: database, zones: zones, log: log, people: people, now: now))
  }

  private static func router(of handlers: SessionHandlers) -> Router {
    let router = Router(service: SessionAPI.service, build: Build.version)
    SessionRoutes.register(on: router, of: handlers)
    return router
  }

  /// Reports the number of events. An unreadable database makes the service degraded.
  private static func health(_ database: Database, _ heads: Heads) async -> Health {
    do {
      _ = try await database.read { try UserStore.users(after: "", limit: 1, $0) }
      return Health(details: ["position": .integer(heads.eventCount), "lag": .integer(0)])
    } catch {
      return Health(.degraded, details: ["database": .text("\(error)")])
    }
  }

  /// Ends overdue waits while there are any. With several hosts, it also reads the heads of waiting users.
  private static func endWaits(of handlers: SessionHandlers, on loop: Loop) {
    guard handlers.heads.endOverdue(now: Clock.milliseconds) else { return }
    handlers.hosts?.poll()
    let pause = handlers.hosts == nil ? SessionLimits.waitCheckMilliseconds : SessionLimits.hostPollMilliseconds
    loop.schedule(afterMilliseconds: pause) { endWaits(of: handlers, on: loop) }
  }

  /// Follows the writes and deletions of other hosts. A message is only a hint to read the database.
  private static func followHosts(_ handlers: SessionHandlers, _ database: Database, on loop: Loop) throws {
    try database.listen { words in
      handlers.receive(words) { loop.execute { applyErasures(handlers, on: loop) } }
    }
    pollErasures(handlers, on: loop)
  }

  private static func applyErasures(_ handlers: SessionHandlers, on loop: Loop) {
    Task.immediate(executorPreference: loop) {
      // If the database is unavailable, the next poll retries.
      try? await handlers.applyErasures()
    }
  }

  private static func pollErasures(_ handlers: SessionHandlers, on loop: Loop) {
    loop.execute {
      _ = loop.schedule(afterMilliseconds: SessionLimits.erasurePollMilliseconds) {
        applyErasures(handlers, on: loop)
        pollErasures(handlers, on: loop)
      }
    }
  }

  /// Looks up the names of podcast episodes once a minute.
  private static func scheduleFeeds(
    _ handlers: SessionHandlers, _ outbound: Client<OutboundAPI>, _ loop: Loop,
    afterMilliseconds pause: Int = SessionLimits.feedPauseMilliseconds
  ) {
    loop.execute {
      _ = loop.schedule(afterMilliseconds: pause) {
        Task.immediate(executorPreference: loop) {
          // A failed feed is due again a day later.
          let hasMore = try? await handlers.nameEpisodes { call in
            do throws(Fault) {
              return try await outbound.call(call, meta: CallMeta(deadline: SessionLimits.feedMilliseconds))
            } catch {
              return OutboundAPI.ReadFeed.Reply(
                failure: error.code == .deadlineExceeded ? .tooSlow : .unreachable)
            }
          }
          let pause =
            hasMore == true ? SessionLimits.shortFeedPauseMilliseconds : SessionLimits.feedPauseMilliseconds
          scheduleFeeds(handlers, outbound, loop, afterMilliseconds: pause)
        }
      }
    }
  }

  private static func scheduleWebhooks(_ webhooks: WebhookRunner, on loop: Loop) {
    loop.execute {
      _ = loop.schedule(afterMilliseconds: SessionLimits.webhookTickMilliseconds) {
        Task.immediate(executorPreference: loop) {
          await webhooks.tick()
          scheduleWebhooks(webhooks, on: loop)
        }
      }
    }
  }

  /// Stores token usage times once a minute.
  private static func scheduleUses(_ handlers: SessionHandlers, on loop: Loop) {
    loop.execute {
      _ = loop.schedule(afterMilliseconds: SessionLimits.tokenUseMilliseconds) {
        Task.immediate(executorPreference: loop) {
          do {
            try await handlers.writeTokenUses()
          } catch {
            handlers.log.warning("token usage times could not be stored; retrying in a minute", ["error": "\(error)"])
          }
          scheduleUses(handlers, on: loop)
        }
      }
    }
  }

  /// Removes expired data at the start and at regular intervals.
  private static func schedulePurge(_ handlers: SessionHandlers, _ database: Database, on loop: Loop) {
    Task.immediate(executorPreference: loop) {
      do {
        try await handlers.purgeKeys()
        try await handlers.purgeUploads()
        try await handlers.purgeErasures()
        if let file = database.address.file {
          OldSchemaCopies(of: file).removeAll(olderThan: SessionLimits.oldSchemaSeconds)
        }
      } catch {
        handlers.log.warning("old keys and uploads could not be removed; retrying later", ["error": "\(error)"])
      }
      loop.execute {
        _ = loop.schedule(afterMilliseconds: SessionLimits.purgeIntervalMilliseconds) {
          schedulePurge(handlers, database, on: loop)
        }
      }
    }
  }
}
