import CBOR
public import Loop

/// One client of a service, with its calls in flight and the responses of this turn.
@usableFromInline
final class ServerPeer: SocketStreamHandler {
  /// State that each call changes. It is behind a pointer to avoid dynamic exclusivity checks.
  struct Core: ~Copyable {
    var machine: ServerConnection<Task<Void, Never>>
    var writer = CBORWriter(keepingContainers: 4096)
    var receiving = ReceiveState()
  }

  let routes: Routes
  let loop: Loop
  let stream: SocketStream
  let core: UnsafeMutablePointer<Core>
  let budget: ReplyBudget
  let replies: PeerReplies
  private let alarm: DeadlineAlarm
  private var helloTimer: LoopTimer?
  private(set) var box: LoopLocal<ServerPeer>?
  private let closed: () -> Void

  init(
    stream: SocketStream, routes: Routes, budget: ReplyBudget, maxInFlight: Int, closed: @escaping () -> Void
  ) {
    loop = stream.loop
    self.stream = stream
    self.routes = routes
    self.budget = budget
    replies = PeerReplies(budget, now: stream.loop.turnBegan)
    self.closed = closed
    core = .allocate(capacity: 1)
    core.initialize(to: Core(machine: ServerConnection(maxInFlight: maxInFlight, seed: loop.system.random())))
    alarm = DeadlineAlarm(loop: loop)
  }

  var machine: ServerConnection<Task<Void, Never>> {
    _read { yield core.pointee.machine }
    _modify { yield &core.pointee.machine }
  }

  var writer: CBORWriter {
    _read { yield core.pointee.writer }
    _modify { yield &core.pointee.writer }
  }

  deinit {
    core.deinitialize(count: 1)
    core.deallocate()
  }

  var inFlight: Int { machine.inFlight }

  /// Sends the hello and starts to read.
  func start(_ hello: Hello) throws(SystemError) {
    try stream.start(self)
    box = LoopLocal(onLoop: loop, self)
    alarm.fire = { [unowned self] in expire() }
    helloTimer = loop.schedule(afterMilliseconds: RPCLimits.helloMilliseconds) { [self] in
      guard machine.peer == nil else { return }
      _ = perform(machine.end("no hello within \(RPCLimits.helloMilliseconds) ms"))
    }
    write(.hello, 0, hello)
  }

  @usableFromInline
  func received(_ bytes: UnsafeRawBufferPointer, on stream: SocketStream) -> Int {
    core.pointee.receiving.input = bytes
    core.pointee.receiving.offset = 0
    while nextJob() { work() }
    core.pointee.receiving.input = UnsafeRawBufferPointer(start: nil, count: 0)
    return stream.isOpen ? core.pointee.receiving.offset : bytes.count
  }

  /// Performs an action. Returns true if there is now a call whose handler may suspend.
  func perform(_ action: ServerConnection<Task<Void, Never>>.Action) -> Bool {
    switch action {
    case .nothing: break
    case .start(let call, let serial, let deadline, let request): return begin(call, serial, deadline, request)
    case .reject(let call, let fault): write(call, fault)
    case .stop(let call, let work):
      work?.cancel()
      write(call, Fault(.cancelled, "the caller cancelled the call"))
      finishIfDone()
    case .pong(let call):
      let opened = writer.openFrame(.pong, call: call)
      writer.null()
      writer.closeFrame(opened)
      stream.queueFlush()
    case .end(let reason): end(reason)
    case .finished: stream.finish()
    }
    return false
  }

  private func begin(_ call: UInt32, _ serial: UInt64, _ deadline: UInt64?, _ request: RequestView) -> Bool {
    guard let box else { return false }
    if let deadline { alarm.cover(deadline) }
    let route: Int
    do throws(Fault) {
      route = try request.withMethod { name throws(Fault) in try routes.find(name) }
    } catch {
      if machine.finish(call: call, serial: serial) { write(call, error) }
      return false
    }
    let responder = Responder(peer: box, call: call, route: Int32(truncatingIfNeeded: route), serial: serial)
    if case .now(let handle) = routes.all[route].handler {
      handle(Job(request: request, responder: responder))
      return false
    }
    core.pointee.receiving.next = Job(request: request, responder: responder)
    core.pointee.receiving.nextRoute = responder.route
    return true
  }

  func reply(_ responder: Responder, _ value: some Encodable) {
    defer { settle(responder) }
    guard machine.finish(call: responder.call, serial: responder.serial) else { return }
    let opened = writer.openFrame(.reply, call: responder.call)
    do throws(Fault) {
      try CBOREncoder.encode(value, into: &writer)
      guard close(opened) else { throw Fault(.internal, "the reply does not fit a frame") }
      routes.all[Int(responder.route)].counters.countReply()
      stream.queueFlush()
    } catch {
      writer.truncate(to: opened)
      routes.all[Int(responder.route)].counters.count(error.code)
      write(responder.call, error)
    }
    finishIfDone()
  }

  func fail(_ responder: Responder, _ fault: Fault) {
    defer { settle(responder) }
    guard machine.finish(call: responder.call, serial: responder.serial) else { return }
    routes.all[Int(responder.route)].counters.count(fault.code)
    write(responder.call, fault)
    finishIfDone()
  }

  /// Counts a large reply that was being made as bytes to be read.
  @inline(__always)
  private func settle(_ responder: Responder) {
    guard replies.isMaking else { return }
    countUnread()
    replies.ended(responder.serial)
  }

  private func countUnread() {
    replies.count(unread: unreadBytes, now: loop.turnBegan)
  }

  /// Bytes of responses that the peer has not read.
  var unreadBytes: Int { writer.count + stream.pendingOutputBytes }

  /// Sends the fault, or a short form if it does not fit the peer's frames.
  private func write(_ call: UInt32, _ fault: Fault) {
    if !write(.fault, call, fault) { write(.fault, call, fault.short) }
  }

  /// Returns false, and writes nothing, if the value cannot be encoded or is too long for the peer.
  @discardableResult
  private func write(_ kind: Frame.Kind, _ call: UInt32, _ value: some Encodable) -> Bool {
    let opened = writer.openFrame(kind, call: call)
    guard (try? CBOREncoder.encode(value, into: &writer)) != nil, close(opened) else {
      writer.truncate(to: opened)
      return false
    }
    stream.queueFlush()
    return true
  }

  /// Returns false if the frame exceeds the peer's limit.
  private func close(_ opened: Int) -> Bool {
    let length = writer.count - opened - 4
    guard length <= machine.maxFrame else { return false }
    return writer.closeFrame(opened)
  }

  private func expire() -> UInt64? {
    for (call, work) in machine.expire(now: loop.turnBegan) {
      work?.cancel()
      write(call, Fault.deadlineExceeded)
    }
    finishIfDone()
    return machine.nextDeadline
  }

  private func end(_ reason: String) {
    write(.goaway, 0, Goaway(reason: reason))
    for work in machine.abandon() { work.cancel() }
    stream.finish()
  }

  /// Takes no new calls, and closes when those in flight are complete.
  func drain() {
    guard machine.drain() else { return }
    write(.goaway, 0, Goaway(reason: "the service is stopping; retry in a few seconds"))
    finishIfDone()
  }

  func closeNow() {
    stream.close()
  }

  private func finishIfDone() {
    if machine.isFinished { stream.finish() }
  }

  @usableFromInline
  func ended(_ stream: SocketStream) {
    machine.peerEnded()
    finishIfDone()
  }

  @usableFromInline
  func fill(_ stream: SocketStream) {
    guard writer.count > 0 else { return }
    writer.withBytes { stream.transmit($0) }
    if writer.count > LoopLimits.spareBufferBytes {
      writer = CBORWriter(keepingContainers: 4096)
      loop.noteLargeMemoryFreed()
    } else {
      writer.truncate()
    }
    countUnread()
  }

  @usableFromInline
  func stalled(_ stream: SocketStream) {
    countUnread()
  }

  @usableFromInline
  func drained(_ stream: SocketStream) {
    countUnread()
    stream.resumeReading()
  }

  @usableFromInline
  func closed(_ stream: SocketStream, error: SystemError?) {
    helloTimer?.cancel()
    alarm.cancel()
    for work in machine.abandon() { work.cancel() }
    replies.close(now: loop.turnBegan)
    box = nil
    closed()
  }
}
