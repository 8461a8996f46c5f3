import Proto
import Service

/// The other edges of the same socket, and what this one serves to them: its metrics, and at the first edge the limits
/// of attempts. Belongs to the edge's loop.
final class Siblings {
  /// In the order of their places.
  let upstreams: [(name: String, upstream: any Upstream)]
  /// The first edge, unless it is this one.
  let first: (any Upstream)?
  private var server: RPCServer?

  init(_ context: ServiceContext) {
    let own = context.settings.edgePlace
    upstreams = EdgePlace.all(own.count).filter { $0 != own }.map { place in
      let path = context.settings.socketPath(place.callsName)
      return (
        place.name,
        LinkUpstream(ServiceLink(loop: context.loop, service: place.name, path: path, build: Build.version))
      )
    }
    first = own.isFirst ? nil : upstreams.first?.upstream
  }

  /// Serves the calls of the other edges, if there are any.
  func serve(_ context: ServiceContext, _ admission: Admission) throws {
    let place = context.settings.edgePlace
    guard place.count > 1 else { return }
    // The figures of its calls have this name.
    let router = Router(service: place.name, build: Build.version)
    router.metricsText = { [metrics = context.metrics] in metrics.text() }
    if place.isFirst {
      let leased = LoopLocal(
        onLoop: context.loop, LeasedAttempts(loop: context.loop) { kind in admission.attempts(kind) })
      router.serveLater { (call: SiblingAPI.BeginAttempt, _, reply) in
        leased.value.begin(call) { turn in reply.send { turn } }
      }
      router.serveNow { (call: SiblingAPI.FinishAttempt, _) in
        leased.value.finish(call)
        return Nothing()
      }
    }
    let made = RPCServer(loop: context.loop, router: router)
    try made.listen(path: context.settings.socketPath(place.callsName))
    server = made
  }

  func keepSocketFile() throws(UnixSocketError) {
    try server?.keepSocketFile()
  }

  func stop() {
    guard let server else { return }
    Task.immediate(executorPreference: server.loop) {
      await server.drain(timeoutMilliseconds: Int(Limits.attemptWaitMilliseconds))
    }
  }
}
