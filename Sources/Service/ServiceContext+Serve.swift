public import Proto

extension ServiceContext {
  /// Answers a router's calls on the service's socket: on the one that the service manager has handed over, else on a new
  /// one in the runtime directory. What every service tells of itself is added here.
  public func serve(
    _ router: Router, details: @escaping @Sendable () -> [String: Health.Detail] = { [:] },
    shutdown: @escaping @Sendable () async -> Void = {}
  ) throws -> ServiceRuntime {
    let server = LoopLocal<RPCServer?>(loop, nil)
    router.unexpected = { [log] method, error in log.error("A call failed", ["method": method, "reason": "\(error)"]) }
    router.metricsText = { [metrics] in metrics.text() }
    router.health = { [lifecycle] in
      var all = details()
      all["version"] = .text(Build.version)
      all["memoryBytes"] = .integer(ProcessMetrics.residentBytes() ?? 0)
      // The question itself is in flight as well.
      all["inFlight"] = .integer(max(0, (server.value?.load.inFlight ?? 1) - 1))
      return Health(lifecycle.isStopping ? .degraded : .ok, details: all)
    }
    let made = RPCServer(loop: loop, router: router)
    server.value = made
    metrics.gauge("waymark_rpc_in_flight", help: "Calls that are being worked on.") { Double(made.load.inFlight) }
    metrics.gauge("waymark_rpc_connections", help: "Clients that are connected.") { Double(made.load.connections) }
    if let handed = sockets.first {
      made.listen(adopting: handed.descriptor)
    } else {
      try made.listen(path: settings.socketPath(name))
    }
    return ServiceRuntime(
      stopAccepting: { [loop] in
        Task.immediate(executorPreference: loop) { await made.drain(timeoutMilliseconds: 5_000) }
      },
      inFlight: { made.load.inFlight }, shutdown: shutdown)
  }
}
