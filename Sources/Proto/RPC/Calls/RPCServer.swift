public import Loop

/// Serves the calls of a service on one loop, from sockets and from within the process.
public final class RPCServer: Sendable {
  public let loop: Loop
  private let state: LoopLocal<State>

  /// State of the loop.
  private final class State {
    let routes: Routes
    let hello: Hello
    let users: Set<UInt32>
    let budget: ReplyBudget
    var listeners: [SocketListener] = []
    var files: [UnixListener] = []
    var peers: [Int: ServerPeer] = [:]
    var lastPeer = 0
    var isDraining = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var drainTimer: LoopTimer?

    init(loop: Loop, routes: Routes, hello: Hello, users: Set<UInt32>) {
      budget = ReplyBudget(loop: loop)
      self.routes = routes
      self.hello = hello
      self.users = users
      budget.onShortage = { [unowned self] in closeIdleReaders(now: loop.now) }
    }

    /// Closes peers that do not read their replies while other calls wait for the memory.
    private func closeIdleReaders(now: UInt64) {
      let patience = UInt64(RPCLimits.unreadPatienceMilliseconds) * 1_000_000
      guard now > patience else { return }
      for peer in inOrder where peer.replies.hasReadNothing(since: now - patience) { peer.closeNow() }
    }

    /// The peers in the order of their connections.
    var inOrder: [ServerPeer] { peers.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// `users` are the user ids whose processes may connect, in addition to the own one.
  public convenience init(
    loop: Loop, router: Router, users: Set<UInt32> = [], maxInFlight: Int = RPCLimits.callsInFlight
  ) {
    self.init(loop: loop, router: router, users: users, maxInFlight: maxInFlight, owner: ownUserID())
  }

  init(
    loop: Loop, router: Router, users: Set<UInt32> = [], maxInFlight: Int = RPCLimits.callsInFlight, owner: UInt32
  ) {
    self.loop = loop
    let routes = router.freeze()
    let hello = Hello(service: routes.service, build: routes.build, maxInFlight: maxInFlight)
    state = LoopLocal(loop, State(loop: loop, routes: routes, hello: hello, users: users.union([owner])))
  }

  /// Creates the socket file, so that a second process fails at once, and starts to serve.
  public func listen(path: String) throws(UnixSocketError) {
    let descriptor = try UnixSocket.listen(path: path)
    loop.execute { [self] in
      let state = state.value
      guard !state.isDraining else { return closeDescriptor(descriptor) }
      let made = try? UnixListener(
        loop: loop, path: path, adopting: descriptor, rejected: state.routes.rejected, accepted: { self.accept($0) })
      guard let made else { preconditionFailure("the loop cannot watch a listening socket") }
      state.files.append(made)
    }
  }

  /// Creates the socket file again if it was deleted. Call it at intervals, on the loop.
  public func keepSocketFile() throws(UnixSocketError) {
    for file in state.value.files { try file.keepFile() }
  }

  /// Serves on a listening socket that another process opened, such as the service manager.
  public func listen(adopting descriptor: CInt) {
    loop.execute { [self] in
      let state = state.value
      guard !state.isDraining else { return closeDescriptor(descriptor) }
      // A process that cannot watch its socket cannot work at all.
      let made = try? SocketListener(
        loop: loop, adopting: descriptor, rejected: state.routes.rejected, accepted: { self.accept($0) })
      guard let listener = made else { preconditionFailure("the loop cannot watch a listening socket") }
      state.listeners.append(listener)
    }
  }

  private func accept(_ stream: SocketStream) {
    guard let user = SocketOptions.peerUserID(stream.descriptor), state.value.users.contains(user) else {
      return stream.close()
    }
    serve(stream)
  }

  /// Serves one connection without checking its peer. On the loop only.
  package func serve(_ stream: SocketStream) {
    let state = state.value
    state.lastPeer += 1
    let number = state.lastPeer
    let peer = ServerPeer(
      stream: stream, routes: state.routes, budget: state.budget, maxInFlight: state.hello.maxInFlight
    ) { [self] in remove(number) }
    do throws(SystemError) {
      try peer.start(state.hello)
    } catch {
      peer.replies.close(now: loop.now)
      return state.routes.rejected(error)
    }
    state.peers[number] = peer
    if state.isDraining || state.peers.count > RPCLimits.connections { peer.drain() }
  }

  /// Returns a descriptor whose other end this server serves. On the loop only.
  func connect() throws(SystemError) -> CInt {
    let (client, server) = try loop.system.makePair()
    serve(SocketStream(loop: loop, adopting: server))
    return client
  }

  private func remove(_ peer: Int) {
    let state = state.value
    state.peers[peer] = nil
    if state.isDraining && state.peers.isEmpty { finishDraining() }
  }

  private func finishDraining() {
    let state = state.value
    state.drainTimer?.cancel()
    for waiting in exchange(&state.waiting, with: []) { waiting.resume() }
  }

  /// Stops listening, sends goaway, and returns when all calls are complete and all clients have disconnected. After
  /// the timeout it closes the remaining connections.
  public func drain(timeoutMilliseconds: Int) async {
    await withCheckedContinuation { continuation in
      loop.execute { [self] in
        let state = state.value
        state.isDraining = true
        state.waiting.append(continuation)
        for listener in exchange(&state.listeners, with: []) { listener.close() }
        for file in exchange(&state.files, with: []) { file.close() }
        for peer in state.inOrder { peer.drain() }
        state.routes.draining()
        guard !state.peers.isEmpty else { return finishDraining() }
        state.drainTimer = loop.schedule(afterMilliseconds: timeoutMilliseconds) { [self] in
          for peer in self.state.value.inOrder { peer.closeNow() }
        }
      }
    }
  }

  /// The number of clients and of calls in flight. On the loop only.
  public var load: (connections: Int, inFlight: Int) {
    let peers = state.value.peers
    return (peers.count, peers.values.reduce(0) { $0 + $1.inFlight })
  }
}
