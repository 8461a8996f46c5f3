public import CBOR
import Loop

extension Router {
  /// Serves a call with a large reply, when the reply budget allows. `bytes` estimates the size of the reply. `user`
  /// returns whose turn it takes, if not the caller's. Small calls never wait for large ones.
  @inlinable
  public func serve<M: Method>(
    bulk bytes: @escaping @Sendable (M) -> Int, of user: @escaping @Sendable (M) -> String? = { _ in nil },
    _ handler: nonisolated(nonsending) @escaping @Sendable (M, CallContext) async throws -> M.Reply
  ) {
    add(
      M.self,
      .waiting { worker in
        Task.immediate(executorPreference: worker.loop) {
          await Router.respondInTurn(worker, bytes, user, with: handler)
        }
      })
  }

  /// Serves a call with a large reply that the handler encodes.
  @inlinable
  public func serve<M: Method>(
    bulk bytes: @escaping @Sendable (M) -> Int,
    encoded handler: nonisolated(nonsending) @escaping @Sendable (M, CallContext) async throws -> Encoded<M.Reply>
  ) {
    add(
      M.self,
      .waiting { worker in
        Task.immediate(executorPreference: worker.loop) {
          await Router.respondInTurn(worker, bytes, { _ in nil }) { (call: M, context: CallContext) in
            try await handler(call, context).raw
          }
        }
      })
  }

  @inlinable
  nonisolated(nonsending) static func respondInTurn<M: Method, Reply: Encodable>(
    _ worker: ServerPeer.Worker, _ bytes: @Sendable (M) -> Int, _ user: @Sendable (M) -> String?,
    with handler: nonisolated(nonsending) @Sendable (M, CallContext) async throws -> Reply
  ) async {
    while let job = worker.next() {
      guard let call = job.decode(M.self) else { continue }
      let context = job.context
      let fault = await withUnsafeContinuation { (continuation: UnsafeContinuation<Fault?, Never>) in
        job.responder.inTurn(bytes(call), of: user(call) ?? context.user) { continuation.resume(returning: $0) }
      }
      do {
        if let fault { throw fault }
        job.responder.reply(try await handler(call, context))
      } catch {
        job.responder.fail(error)
      }
    }
  }

  /// `serveLater` for a call with a large reply.
  @inlinable
  public func serveLater<M: Method>(
    bulk bytes: @escaping @Sendable (M) -> Int,
    _ handler: @escaping @Sendable (M, CallContext, DeferredReply<M>) -> Void
  ) {
    add(
      M.self,
      .now { job in
        guard let call = job.decode(M.self) else { return }
        let (context, responder) = (job.context, job.responder)
        responder.inTurn(bytes(call), of: context.user) { fault in
          if let fault { return responder.fail(fault) }
          handler(call, context, DeferredReply(responder))
        }
      })
  }
}

extension Responder {
  /// Calls `start` when the reply budget allows `bytes` more, or with the fault to respond with.
  @usableFromInline
  func inTurn(_ bytes: Int, of user: String?, _ start: @escaping (Fault?) -> Void) {
    let peer = peer.value
    let cost = min(max(bytes, 1), RPCLimits.frameBytes)
    peer.budget.reserve(
      ReplyBudget.Waiting(responder: self, bytes: cost, start: start), for: peer.replies, of: user ?? "")
  }

  /// Whether the call is still in flight.
  var isWanted: Bool { peer.value.machine.calls[call]?.serial == serial }
}
