public import CBOR
public import Loop

/// A connection to one service, which reconnects when it is lost. While the service is absent, or has been silent for
/// nearly a second, calls fail at once with `unavailable`.
public final class ServiceLink: Sendable {
  public let loop: Loop
  public let service: String
  let state: LoopLocal<LinkState>

  /// `path` is the socket of the service. The first attempt to connect is made at once, on the loop.
  public convenience init(loop: Loop, service: String, path: String, build: String = "") {
    self.init(loop: loop, service: service, build: build) { () throws(SystemError) in
      try UnixSocket.connect(path: path)
    }
  }

  /// Connects to a server in this process, on the same loop, with the same frames.
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

  /// Makes a call without a task. `argument` writes one CBOR item. The completion is called on the loop exactly once,
  /// after `send` has returned. On the loop only.
  public func send(
    method: String, meta: CallMeta, argument: (inout CBORWriter) throws(Fault) -> Void,
    completion: @escaping (RawResponse) -> Void
  ) {
    send(method, meta, .none, argument, completion)
  }

  /// Makes a call that can be cancelled, with an argument from the encoder. Returns nil if it could not be sent; the
  /// completion then gets the fault.
  public func sendCancellable(
    method: String, meta: CallMeta, argument: [UInt8], completion: @escaping (RawResponse) -> Void
  ) -> CancellableCall? {
    state.value.sendCancellable(method, meta, LinkConnection.Pending(caller: .none, completion: completion), argument)
  }

  /// Makes a call with an encoded argument of any origin. The argument is checked, because malformed bytes would end
  /// the connection that all users share.
  public func send(
    method: String, meta: CallMeta, argument: UnsafeRawBufferPointer, completion: @escaping (RawResponse) -> Void
  ) {
    send(
      method: method, meta: meta,
      argument: { writer throws(Fault) in
        do throws(CBORError) {
          try CBORCheck.wellFormed(argument, depth: CBORLimits.depth)
        } catch {
          throw Fault(.invalid, "the argument is not valid CBOR: \(error)")
        }
        writer.raw(argument)
      }, completion: completion)
  }

  public func send(
    method: String, meta: CallMeta, argument: [UInt8], completion: @escaping (RawResponse) -> Void
  ) {
    argument.withUnsafeBytes { send(method: method, meta: meta, argument: $0, completion: completion) }
  }

  /// The hello of the service, or nil while it is unavailable. On the loop only.
  public var peer: Hello? { state.value.peer }

  /// Bytes of requests that the service has not read. On the loop only.
  public var unsentBytes: Int { state.value.unsentBytes }

  /// Calls `roomy` whenever all requests that waited for the service to read have been sent. On the loop only.
  public func onRoom(_ roomy: @escaping () -> Void) {
    state.value.roomy = roomy
  }

  /// Closes the connection when the calls in flight are complete. From any thread.
  public func close() {
    loop.execute { [self] in state.value.close() }
  }
}
