/// Typed calls to one service, from anywhere; a task that prefers the client's loop stays on it.
public struct Client<API: ServiceAPI>: Sendable {
  public let link: ServiceLink

  public init(link: ServiceLink) {
    self.link = link
  }

  /// `path` is the service's socket.
  public init(loop: Loop, path: String, build: String = "") {
    self.init(link: ServiceLink(loop: loop, service: API.service, path: path, build: build))
  }

  /// To a router in this process, on the same loop, by the same frames as over a socket.
  public static func inProcess(loop: Loop, router: Router) -> Client {
    Client(link: ServiceLink(inProcess: RPCServer(loop: loop, router: router), service: API.service))
  }

  /// Makes a call and waits for its answer. Without a deadline in `meta` it waits for the usual one.
  public func call<M: Method>(_ method: M, meta: CallMeta = CallMeta()) async throws(Fault) -> M.Reply
  where M.API == API {
    try await link.call(method, meta: meta)
  }
}

extension ServiceLink {
  /// A call to a service whose API the type does not tell.
  public func call<M: Method>(_ method: M, meta: CallMeta = CallMeta()) async throws(Fault) -> M.Reply {
    if Task.isCancelled { throw Fault(.cancelled, "the call was cancelled") }
    let ticket = nextTicket()
    let result = await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Result<M.Reply, Fault>, Never>) in
        if loop.isCurrent {
          begin(method, meta, ticket, continuation)
        } else {
          loop.execute { [self] in begin(method, meta, ticket, continuation) }
        }
      }
    } onCancel: {
      loop.execute { [self] in state.value.cancel(ticket) }
    }
    return try result.get()
  }

  private func begin<M: Method>(
    _ method: M, _ meta: CallMeta, _ ticket: UInt64,
    _ continuation: UnsafeContinuation<Result<M.Reply, Fault>, Never>
  ) {
    let pending = LinkConnection.Pending(ticket: ticket) { answer in
      continuation.resume(returning: ServiceLink.read(answer))
    }
    state.value.send(M.name, meta, pending) { writer throws(Fault) in
      try CBOREncoder.encode(method, into: &writer)
    }
  }

  private static func read<Reply: Decodable>(_ answer: RawAnswer) -> Result<Reply, Fault> {
    switch answer {
    case .fault(let fault): return .failure(fault)
    case .reply(let bytes):
      do throws(Fault) {
        return .success(try CBORDecoder.decode(Reply.self, from: bytes))
      } catch {
        return .failure(Fault(.internal, "an answer that cannot be read: \(error.summary)"))
      }
    }
  }
}
