public import CBOR
public import Loop

/// The way to one service: a connection that is made when it is first needed and again when it was lost. While the
/// service is away, or there and silent for nearly a second, calls fail at once with `unavailable`.
public final class ServiceLink: Sendable {
  public let loop: Loop
  public let service: String
  let state: LoopLocal<LinkState>

  /// `path` is the service's socket. The first attempt to connect is made at once, on the loop.
  public convenience init(loop: Loop, service: String, path: String, build: String = "") {
    self.init(loop: loop, service: service, build: build) { () throws(SystemError) in
      try UnixSocket.connect(path: path)
    }
  }

  /// To a server in this process, on the same loop, by the same frames.
  public convenience init(inProcess server: RPCServer, service: String) {
    self.init(loop: server.loop, service: service, build: "") { () throws(SystemError) in try server.connect() }
  }

  /// `connect` returns a connected, non-blocking descriptor of the loop's system.
  package init(
    loop: Loop, service: String, build: String, connect: @escaping @Sendable () throws(SystemError) -> CInt
  ) {
    self.loop = loop
    self.service = service
    let hello = Hello(service: service, build: build)
    state = LoopLocal(loop, LinkState(loop: loop, service: service, hello: hello, connect: connect))
    loop.execute { [self] in state.value.begin() }
  }

  deinit {
    loop.execute { [state] in state.value.close() }
  }

  /// A call without a task: the completion comes on the loop, exactly once, never from within `send`. `argument` writes
  /// one CBOR item. On the loop only.
  public func send(
    method: String, meta: CallMeta, argument: (inout CBORWriter) throws(Fault) -> Void,
    completion: @escaping (RawAnswer) -> Void
  ) {
    send(method, meta, .none, argument, completion)
  }

  /// As above, with an argument that the encoder has written, for a call that may come to be wanted no more. Nil where
  /// it could not be sent.
  public func sendStoppable(
    method: String, meta: CallMeta, argument: [UInt8], completion: @escaping (RawAnswer) -> Void
  ) -> SentCall? {
    state.value.sendStoppable(method, meta, LinkConnection.Pending(caller: .none, completion: completion), argument)
  }

  /// As above, with an argument that was written before. Bytes that are not one well-formed item would end the
  /// connection that all users share, so they are checked here.
  public func send(
    method: String, meta: CallMeta, argument: UnsafeRawBufferPointer, completion: @escaping (RawAnswer) -> Void
  ) {
    send(
      method: method, meta: meta,
      argument: { writer throws(Fault) in
        do throws(CBORError) {
          try CBORCheck.wellFormed(argument, depth: CBORLimits.depth)
        } catch {
          throw Fault(.invalid, "the argument cannot be sent: \(error)")
        }
        writer.raw(argument)
      }, completion: completion)
  }

  public func send(
    method: String, meta: CallMeta, argument: [UInt8], completion: @escaping (RawAnswer) -> Void
  ) {
    argument.withUnsafeBytes { send(method: method, meta: meta, argument: $0, completion: completion) }
  }

  /// What the service said of itself; nil while it is away. On the loop only.
  public var peer: Hello? { state.value.peer }

  /// Bytes of requests that the service has not read yet. On the loop only.
  public var unsentBytes: Int { state.value.unsentBytes }

  /// Has `roomy` called whenever requests that waited for the service to read have gone. On the loop only.
  public func onRoom(_ roomy: @escaping () -> Void) {
    state.value.roomy = roomy
  }

  /// Lets go of the service once the calls in flight are answered. From any thread.
  public func close() {
    loop.execute { [self] in state.value.close() }
  }
}
