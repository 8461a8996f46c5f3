public import CBOR
public import Loop

/// Makes typed calls to one service, from any thread. A task that prefers the client's loop stays on it.
public struct Client<API: ServiceAPI>: Sendable {
  public let link: ServiceLink

  public init(link: ServiceLink) {
    self.link = link
  }

  /// `path` is the socket of the service.
  public init(loop: Loop, path: String, build: String = "") {
    self.init(link: ServiceLink(loop: loop, service: API.service, path: path, build: build))
  }

  /// Calls a router in this process, on the same loop, with the same frames as over a socket.
  public static func inProcess(loop: Loop, router: Router) -> Client {
    Client(link: ServiceLink(inProcess: RPCServer(loop: loop, router: router), service: API.service))
  }

  /// Makes a call and returns its reply. Without a deadline in `meta` the default applies.
  @inlinable
  nonisolated(nonsending) public func call<M: Method>(_ method: M, meta: CallMeta = CallMeta()) async throws(Fault)
    -> M.Reply
  where M.API == API {
    try await link.call(method, meta: meta)
  }

  /// Makes a call without a task. The completion is called on the loop exactly once, after `begin` has returned. On the
  /// loop only.
  @inlinable
  public func begin<M: Method>(
    _ method: M, meta: CallMeta = CallMeta(), completion: @escaping (Result<M.Reply, Fault>) -> Void
  ) where M.API == API {
    link.send(
      M.name, meta, .none,
      { writer throws(Fault) in try CBOREncoder.encode(method, into: &writer) },
      { response in completion(ServiceLink.read(response)) })
  }
}

extension ServiceLink {
  /// Calls a service whose API is not known from the type.
  ///
  /// Inlinable like the router, so that the compiler specialises both for known types.
  @inlinable
  nonisolated(nonsending) public func call<M: Method>(_ method: M, meta: CallMeta = CallMeta()) async throws(Fault)
    -> M.Reply
  {
    let result = await withUnsafeContinuation { (continuation: UnsafeContinuation<Result<M.Reply, Fault>, Never>) in
      let caller = WaitingCaller.current
      if caller.isCancelled {
        continuation.resume(returning: .failure(.callerCancelled))
      } else if loop.isCurrent {
        begin(method, meta, caller, continuation)
      } else {
        beginOnLoop(method, meta, caller, continuation)
      }
    }
    return try result.get()
  }

  @usableFromInline
  @inline(never)
  func beginOnLoop<M: Method>(
    _ method: M, _ meta: CallMeta, _ caller: WaitingCaller,
    _ continuation: UnsafeContinuation<Result<M.Reply, Fault>, Never>
  ) {
    loop.execute { [self] in begin(method, meta, caller, continuation) }
  }

  @inlinable
  func begin<M: Method>(
    _ method: M, _ meta: CallMeta, _ caller: WaitingCaller,
    _ continuation: UnsafeContinuation<Result<M.Reply, Fault>, Never>
  ) {
    send(
      M.name, meta, caller,
      { writer throws(Fault) in try CBOREncoder.encode(method, into: &writer) },
      { response in continuation.resume(returning: ServiceLink.read(response)) })
  }

  @inlinable
  static func read<Reply: Decodable>(_ response: RawResponse) -> Result<Reply, Fault> {
    switch response {
    case .fault(let fault): return .failure(fault)
    case .reply(let bytes, let isValid):
      do throws(Fault) {
        return .success(try CBORDecoder.decode(Reply.self, from: bytes, isValid: isValid))
      } catch {
        return .failure(unreadable(error))
      }
    }
  }

  @usableFromInline
  func send(
    _ method: String, _ meta: CallMeta, _ caller: WaitingCaller,
    _ argument: (inout CBORWriter) throws(Fault) -> Void, _ completion: @escaping (RawResponse) -> Void
  ) {
    state.value.send(method, meta, LinkConnection.Pending(caller: caller, completion: completion), argument)
  }

  @usableFromInline
  static func unreadable(_ fault: Fault) -> Fault {
    Fault(.internal, "the reply cannot be decoded: \(fault.summary)")
  }
}
