import CBOR
import Loop

/// One connection of a link, with its calls in flight and the requests of this turn.
final class LinkConnection: SocketStreamHandler {
  struct Pending {
    let caller: WaitingCaller
    let completion: (RawResponse) -> Void
  }

  /// State that each call changes. It is behind a pointer to avoid dynamic exclusivity checks.
  private struct Core: ~Copyable {
    var machine: ClientConnection<Pending>
    var writer = CBORWriter(keepingContainers: 4096)
  }

  private let loop: Loop
  private let stream: SocketStream
  private let core: UnsafeMutablePointer<Core>
  private let alarm: DeadlineAlarm
  private var helloTimer: LoopTimer?
  private var patrol: LoopTimer?
  private var nextCheck: LoopTimer?
  private let opened: () -> Void
  /// Called when all requests that waited for the service to read have been sent.
  private let roomy: () -> Void
  private var wasStalled = false
  /// Called when the connection takes no new calls any more.
  private let lost: (LinkConnection) -> Void

  /// The service sent no hello in time.
  private(set) var hadNoHello = false

  init(
    loop: Loop, descriptor: CInt, hello: Hello, isSilent: Bool, opened: @escaping () -> Void,
    roomy: @escaping () -> Void, lost: @escaping (LinkConnection) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.opened = opened
    self.roomy = roomy
    self.lost = lost
    stream = SocketStream(loop: loop, adopting: descriptor)
    stream.readsPerTurn = LoopLimits.linkReadsPerTurn
    alarm = DeadlineAlarm(loop: loop)
    core = .allocate(capacity: 1)
    core.initialize(to: Core(machine: ClientConnection(isSilent: isSilent)))
    try stream.start(self)
    alarm.fire = { [unowned self] in expire() }
    helloTimer = loop.schedule(afterMilliseconds: RPCLimits.helloMilliseconds) { [self] in
      guard machine.peer == nil else { return }
      hadNoHello = true
      stream.close()
    }
    writeFrame(.hello, 0) { writer throws(Fault) in try CBOREncoder.encode(hello, into: &writer) }
  }

  private var machine: ClientConnection<Pending> {
    _read { yield core.pointee.machine }
    _modify { yield &core.pointee.machine }
  }

  private var writer: CBORWriter {
    _read { yield core.pointee.writer }
    _modify { yield &core.pointee.writer }
  }

  deinit {
    core.deinitialize(count: 1)
    core.deallocate()
  }

  var isOpen: Bool { stream.isOpen && machine.isOpen }
  /// The hello of the service, or nil while the service is silent.
  var peer: Hello? { machine.isSilent ? nil : machine.peer }
  /// Bytes of requests that the service has not read.
  var unsentBytes: Int { writer.count + stream.pendingOutputBytes }
  /// Whether calls are in flight.
  var isWaiting: Bool { stream.isOpen && machine.inFlight > 0 }

  /// Sends a request; `argument` writes its argument. The completion is called exactly once, after this has returned.
  @discardableResult
  func send(
    _ method: String, _ meta: CallMeta, _ pending: Pending, _ argument: (inout CBORWriter) throws(Fault) -> Void
  ) throws(Fault) -> UInt32 {
    guard unsentBytes <= RPCLimits.unsentLinkBytes else {
      throw Fault(.overloaded, "too many requests to the service are unsent; retry later")
    }
    let milliseconds = min(meta.deadline ?? RPCLimits.usualDeadlineMilliseconds, RPCLimits.deadlineMilliseconds)
    // Not the beginning of the turn, because a program may work for long in a turn before it makes a call.
    let deadline = loop.nanoseconds + UInt64(max(0, milliseconds)) * 1_000_000
    let call = try machine.begin(pending, deadline: deadline)
    let frame = writer.openFrame(.request, call: call)
    do throws(Fault) {
      writer.array(3)
      writer.text(method)
      meta.write(into: &writer, deadline: milliseconds)
      try argument(&writer)
      let length = writer.count - frame - 4
      guard length <= machine.maxFrame, writer.closeFrame(frame) else {
        throw Fault(.invalid, "the call has \(length) bytes; at most \(machine.maxFrame) fit a frame")
      }
    } catch {
      writer.truncate(to: frame)
      _ = machine.withdraw(call)
      throw error
    }
    alarm.cover(deadline)
    if nextCheck == nil { watchSilence() }
    if patrol == nil, pending.caller.canBeCancelled { watchCallers() }
    stream.queueFlush()
    return call
  }

  /// Completes the call with `cancelled`, unless it has its response.
  func cancel(_ call: UInt32) {
    guard let pending = machine.abandon(call) else { return }
    writeFrame(.cancel, call) { writer in writer.null() }
    pending.completion(.fault(.callerCancelled))
  }

  /// Checks at intervals whether callers were cancelled, as long as one waits.
  private func watchCallers() {
    patrol = loop.schedule(afterMilliseconds: RPCLimits.patrolMilliseconds) { [unowned self] in
      patrol = nil
      for call in machine.calls(where: { $0.caller.isCancelled }) {
        guard let pending = machine.abandon(call) else { continue }
        writeFrame(.cancel, call) { writer in writer.null() }
        pending.completion(.fault(.callerCancelled))
      }
      if !machine.calls(where: { $0.caller.canBeCancelled }).isEmpty { watchCallers() }
    }
  }

  /// Checks at intervals whether the service still sends anything, as long as calls are in flight.
  private func watchSilence() {
    nextCheck = loop.schedule(afterMilliseconds: RPCLimits.silenceCheckMilliseconds) { [unowned self] in
      nextCheck = nil
      switch machine.check(lastReceived: stream.lastReceived) {
      case .rest: return
      case .nothing: break
      case .ping: writeFrame(.ping, 0) { writer in writer.null() }
      case .silent(let calls): return giveUp(calls)
      }
      watchSilence()
    }
  }

  private func giveUp(_ calls: [(call: UInt32, pending: Pending)]) {
    for (call, pending) in calls {
      writeFrame(.cancel, call) { writer in writer.null() }
      pending.completion(.fault(.silent))
    }
    // A connection that takes no new calls has nothing left to wait for.
    if !machine.isOpen { stream.close() }
  }

  func received(_ bytes: UnsafeRawBufferPointer, on stream: SocketStream) -> Int {
    if machine.isSilent { machine.receive() }
    var offset = 0
    while stream.isOpen {
      do throws(FrameError) {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
        guard let frame = try FrameView.first(in: rest) else { break }
        offset += frame.size
        perform(machine.receive(frame))
      } catch {
        perform(machine.end(error.description))
      }
    }
    return stream.isOpen ? offset : bytes.count
  }

  private func perform(_ action: ClientConnection<Pending>.Action) {
    switch action {
    case .nothing: break
    case .opened:
      helloTimer?.cancel()
      opened()
    case .complete(let pending, let response):
      pending.completion(response)
    case .pong(let call): writeFrame(.pong, call) { writer in writer.null() }
    case .leaving: lost(self)
    case .end(let reason):
      writeFrame(.goaway, 0) { writer throws(Fault) in try CBOREncoder.encode(Goaway(reason: reason), into: &writer) }
      stream.finish()
      lost(self)
      failAll("the service violated the protocol: \(reason)")
    }
    if machine.isFinished { stream.finish() }
  }

  private func writeFrame(_ kind: Frame.Kind, _ call: UInt32, _ payload: (inout CBORWriter) throws(Fault) -> Void) {
    let opened = writer.openFrame(kind, call: call)
    guard (try? payload(&writer)) != nil else { return writer.truncate(to: opened) }
    writer.closeFrame(opened)
    stream.queueFlush()
  }

  private func expire() -> UInt64? {
    for (call, pending) in machine.expire(now: loop.turnBegan) {
      writeFrame(.cancel, call) { writer in writer.null() }
      pending.completion(.fault(.deadlineExceeded))
    }
    return machine.nextDeadline
  }

  /// Takes no new calls, and closes when those in flight are complete.
  func leave() {
    guard !machine.isSilent else { return stream.close() }
    machine.leave()
    writeFrame(.goaway, 0) { writer throws(Fault) in
      try CBOREncoder.encode(Goaway(reason: "the client is closing"), into: &writer)
    }
    if machine.isFinished { stream.finish() }
  }

  private func failAll(_ message: String) {
    for pending in machine.abandonAll() { pending.completion(.fault(Fault(.unavailable, message))) }
  }

  func fill(_ stream: SocketStream) {
    guard writer.count > 0 else { return }
    writer.withBytes { stream.transmit($0) }
    if writer.count > LoopLimits.spareBufferBytes {
      writer = CBORWriter(keepingContainers: 4096)
      loop.noteLargeMemoryFreed()
    } else {
      writer.truncate()
    }
  }

  func stalled(_ stream: SocketStream) {
    wasStalled = true
  }

  func drained(_ stream: SocketStream) {
    guard wasStalled else { return }
    wasStalled = false
    roomy()
  }

  func ended(_ stream: SocketStream) {
    // A service that has closed its side sends no more responses.
    stream.close()
  }

  func closed(_ stream: SocketStream, error: SystemError?) {
    helloTimer?.cancel()
    patrol?.cancel()
    nextCheck?.cancel()
    alarm.cancel()
    lost(self)
    failAll("the connection to the service was lost")
  }
}
