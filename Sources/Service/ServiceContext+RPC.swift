import Glibc
public import Proto

extension ServiceContext {
  /// Serves the router's calls on the socket of the service. Adds what all services have: a log of unexpected errors,
  /// the health of the process, and its metrics.
  public func serve(
    _ router: Router, shutdown: @escaping @Sendable () async -> Void = {}
  ) throws -> ServiceRuntime {
    let server = LoopLocal<RPCServer?>(loop, nil)
    router.unexpected = { [log] method, error in
      log.error("a call failed unexpectedly", ["method": method, "error": "\(error)"])
    }
    router.rejected = noteRejections()
    let ownMetrics = router.metricsText
    router.metricsText = { [metrics] in metrics.text() + ownMetrics() }
    let ownHealth = router.health
    let startedAt = Clock.milliseconds
    router.health = { [lifecycle, loop] in
      var health = await ownHealth()
      if lifecycle.isStopping { health.status = .degraded }
      health.details["version"] = .text(Build.version)
      health.details["pid"] = .integer(Int(getpid()))
      health.details["uptimeSeconds"] = .integer((Clock.milliseconds - startedAt) / 1_000)
      health.details["memoryBytes"] = .integer(ProcessMetrics.residentBytes() ?? 0)
      // The task may have continued on another thread, which cannot read the loop's count.
      if loop.isCurrent { health.details["inFlight"] = .integer(server.value?.load.inFlight ?? 0) }
      return health
    }
    let made = RPCServer(loop: loop, router: router, users: settings.peerUsers)
    if let handed = sockets.first {
      made.listen(adopting: handed.descriptor)
    } else {
      try made.listen(path: settings.socketPath(name))
    }
    server.value = made
    metrics.gauge("waymark_rpc_connections", help: "Clients connected.") { Double(server.value?.load.connections ?? 0) }
    metrics.gauge("waymark_rpc_in_flight", help: "Calls in flight.") { Double(server.value?.load.inFlight ?? 0) }
    return ServiceRuntime(
      stopAccepting: {
        Task.immediate(executorPreference: made.loop) {
          await made.drain(timeoutMilliseconds: ServiceProcess.drainPatienceMilliseconds)
        }
      },
      inFlight: { made.load.inFlight },
      keepSocketFile: { () throws(UnixSocketError) in try made.keepSocketFile() }, shutdown: shutdown)
  }

  /// Returns a handler for connections that cannot be accepted, which logs at most one line per second.
  public func noteRejections() -> @Sendable (SystemError) -> Void {
    let warning = PacedWarning("connections cannot be accepted", log: log, loop: loop)
    return { error in warning.note("\(error)") }
  }

  /// Returns a link to another service.
  public func client<API: ServiceAPI>(of api: API.Type) -> Client<API> {
    Client(loop: loop, path: settings.socketPath(API.service), build: Build.version)
  }
}
