public import CBOR
public import Loop

/// The methods of a service, registered at its start.
public final class Router {
  public let service: String
  public let build: String
  var routes: [Route] = []
  private var isServing = false

  /// Returns the reply to `health.check`.
  public var health: @Sendable () async -> Health = { Health() }
  /// Returns text that is appended to the reply to `metrics.scrape`.
  public var metricsText: @Sendable () -> String = { "" }
  /// Converts an error to a fault. An error for which this returns nil is logged and becomes `internal`.
  public var errorMapper: @Sendable (any Error) -> Fault? = { _ in nil }
  /// Called with each error that becomes `internal`, and the method's name.
  public var unexpected: @Sendable (_ method: String, any Error) -> Void = { _, _ in }
  /// Called on the loop when the service begins to stop. Calls that wait for an event must respond now, because the
  /// service waits for the calls in flight.
  public var draining: @Sendable () -> Void = {}
  /// Called when a client cannot be served because the process has no descriptor or memory left.
  public var rejected: @Sendable (SystemError) -> Void = { _ in }

  public init(service: String, build: String = "") {
    self.service = service
    self.build = build
  }

  public var methods: [String] { routes.map(\.name) }

  /// Serves a call with an async handler, which runs on the loop.
  @inlinable
  public func serve<M: Method>(
    _ handler: nonisolated(nonsending) @escaping @Sendable (M, CallContext) async throws -> M.Reply
  ) {
    add(
      M.self,
      .waiting { worker in
        Task.immediate(executorPreference: worker.loop) { await Router.respond(worker, with: handler) }
      })
  }

  /// `nonsending` like the handler, so that the task does not check its executor after each call.
  @inlinable
  nonisolated(nonsending) static func respond<M: Method>(
    _ worker: ServerPeer.Worker,
    with handler: nonisolated(nonsending) @Sendable (M, CallContext) async throws -> M.Reply
  ) async {
    while let job = worker.next() {
      guard let call = job.decode(M.self) else { continue }
      do {
        job.responder.reply(try await handler(call, job.context))
      } catch {
        job.responder.fail(error)
      }
    }
  }

  /// Serves a call with a synchronous handler on the loop.
  @inlinable
  public func serveNow<M: Method>(_ handler: @escaping @Sendable (M, CallContext) throws -> M.Reply) {
    add(
      M.self,
      .now { job in
        guard let call = job.decode(M.self) else { return }
        do {
          job.responder.reply(try handler(call, job.context))
        } catch {
          job.responder.fail(error)
        }
      })
  }

  /// Serves a call with a handler that returns at once and sends its reply later, without a task.
  @inlinable
  public func serveLater<M: Method>(_ handler: @escaping @Sendable (M, CallContext, DeferredReply<M>) -> Void) {
    add(
      M.self,
      .now { job in
        guard let call = job.decode(M.self) else { return }
        handler(call, job.context, DeferredReply(job.responder))
      })
  }

  /// Lets the fault of an argument with mistyped members also name what is wrong with the other members. `validate`
  /// gets samples in place of mistyped values; it must be a pure function of the call.
  public func validate<M: Method>(with validate: @escaping @Sendable (M) -> [Fault.Field]) {
    guard let index = routes.firstIndex(where: { $0.name == M.name }) else { return }
    routes[index].undecodable = { ArgumentCheck<M>(validate: validate).fault($0, in: $1) }
  }

  @usableFromInline
  func add<M: Method>(_ type: M.Type, _ handler: Route.Handler) {
    precondition(!isServing, "\(M.name) is registered after the service has started")
    precondition(!routes.contains { $0.name == M.name }, "\(M.name) is registered twice")
    routes.append(
      Route(
        name: M.name, argument: { Shape.of(M.self) }, result: { Shape.of(M.Reply.self) }, handler: handler,
        undecodable: { ArgumentCheck<M>().fault($0, in: $1) }))
  }

  /// Ends the registration and returns the routes.
  func freeze() -> Routes {
    if !isServing {
      serveBuiltIns()
      isServing = true
    }
    return Routes(
      service: service, build: build, all: routes, errorMapper: errorMapper, unexpected: unexpected,
      draining: draining, rejected: rejected)
  }
}
