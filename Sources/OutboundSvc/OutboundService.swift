import API
import Chronology
import Glibc
import Proto
public import Service

/// The outbound service: the only process that calls other servers. It stores no data.
///
/// Its callers name every URL. The rule of the settings is checked for each address that a request connects to.
public enum OutboundService {
  public static func start(_ context: ServiceContext) async throws -> ServiceRuntime {
    try check(context.settings)
    let workers = FetchWorkers(
      rule: context.settings.outgoing, authorities: context.settings.certificateAuthorities)
    if !CurlTransfer.isAvailable {
      context.log.warning("libcurl is not installed, so no server can be called; install the package libcurl4")
    }
    context.metrics.gauge("waymark_outbound_requests", help: "Requests to other servers, waiting or in flight.") {
      Double(workers.inFlight)
    }
    let runner = ConnectionRunner(.init(context), fetch: workers.fetch, milliseconds: { Clock.milliseconds }) {
      Instant(seconds: Int64(time(nil)))
    }
    schedule(runner, context)
    return try context.serve(router(workers))
  }

  /// Looks for connections that are due.
  private static func schedule(_ runner: ConnectionRunner, _ context: ServiceContext) {
    let loop = context.loop
    loop.execute {
      _ = loop.schedule(afterMilliseconds: OutboundLimits.connectionPollMilliseconds) {
        Task.immediate(executorPreference: loop) {
          if context.lifecycle.isStopping { runner.stop() } else { await runner.begin() }
          schedule(runner, context)
        }
      }
    }
  }

  static func router(_ workers: FetchWorkers) -> Router {
    let router = Router(service: OutboundAPI.service, build: Build.version)
    router.serve { (call: OutboundAPI.Fetch, _: CallContext) in
      guard let request = FetchRequest(call) else { return OutboundAPI.Fetch.Reply(.invalid) }
      return await workers.fetch(request)
    }
    router.serve { (call: OutboundAPI.ReadFeed, _: CallContext) in
      guard let request = FeedReading.request(call) else { return OutboundAPI.ReadFeed.Reply(failure: .invalid) }
      return await workers.fetch(request) { FeedReading.reply(to: call, $0) }
    }
    router.health = {
      guard CurlTransfer.isAvailable else { return Health(.degraded, details: ["libcurl": .text("missing")]) }
      return Health()
    }
    return router
  }

  /// Throws if the service would not start with these settings.
  public static func check(_ settings: Settings) throws(SettingsError) {
    guard let path = settings.certificateAuthorities else { return }
    guard access(path, R_OK) == 0 else { throw SettingsError("WAYMARK_CA_FILE: cannot read \(path)") }
  }
}
