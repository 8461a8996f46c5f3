public import CBOR
public import Loop

/// The calls that a service answers, registered once at its start.
public final class Router {
  public let service: String
  public let build: String
  var routes: [Route] = []
  private var isServing = false

  /// What `health.check` says; the status is `ok` unless this says otherwise.
  public var health: @Sendable () async -> Health = { Health() }
  /// More of the text that `metrics.scrape` answers with.
  public var metricsText: @Sendable () -> String = { "" }
  /// Makes a fault of an error that is none; nil: it is a mistake of ours, logged and answered with `internal`.
  public var errorMapper: @Sendable (any Error) -> Fault? = { _ in nil }
  /// Called with each error that is no `Fault`, and the method's name.
  public var unexpected: @Sendable (_ method: String, any Error) -> Void = { _, _ in }
  /// Called on the loop when the service begins to stop: calls that wait for something to happen are to be answered
  /// now, since what is in flight is waited for.
  public var draining: @Sendable () -> Void = {}
  /// Called each time that a client cannot be served because the process has no descriptor or memory left for it.
  public var refused: @Sendable (SystemError) -> Void = { _ in }

  public init(service: String, build: String = "") {
    self.service = service
    self.build = build
  }

  public var methods: [String] { routes.map(\.name) }

  /// Answers a call with an async handler, which runs on the loop between its suspensions.
  @inlinable
  public func serve<M: Method>(
    _ handler: nonisolated(nonsending) @escaping @Sendable (M, CallContext) async throws -> M.Reply
  ) {
    add(
      M.self,
      .waiting { worker in
        Task.immediate(executorPreference: worker.loop) { await Router.answer(worker, with: handler) }
      })
  }

  /// It stays where its caller is, as the handler does: else the task would look after each call where it belongs.
  @inlinable
  nonisolated(nonsending) static func answer<M: Method>(
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

  /// Answers a call by a handler that needs no suspension: a plain call on the loop.
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

  /// Answers a call by a handler that returns at once, and answers when it can: neither a task nor a suspension.
  @inlinable
  public func serveLater<M: Method>(_ handler: @escaping @Sendable (M, CallContext, OpenCall<M>) -> Void) {
    add(
      M.self,
      .now { job in
        guard let call = job.decode(M.self) else { return }
        handler(call, job.context, OpenCall(job.responder))
      })
  }

  /// Where an argument has mistyped members, what is wrong with the others is named too: `judge` sees samples in their
  /// place, so it may read nothing but the call, and do nothing.
  public func judge<M: Method>(_ judge: @escaping @Sendable (M) -> [Fault.Field]) {
    guard let index = routes.firstIndex(where: { $0.name == M.name }) else { return }
    routes[index].undecodable = { ArgumentCheck<M>(judge: judge).fault($0, in: $1) }
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

  /// From here on nothing is added.
  func freeze() -> Routes {
    if !isServing {
      serveBuiltIns()
      isServing = true
    }
    return Routes(
      service: service, build: build, all: routes, errorMapper: errorMapper, unexpected: unexpected,
      draining: draining, refused: refused)
  }
}
