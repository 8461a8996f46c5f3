import Proto

/// Hands what comes from the socket to the state.
extension HTTPConnection: SocketStreamHandler {
  func mayReceive(_ stream: SocketStream) -> Bool { edge.admission.turns.mayRead(self) }

  func received(_ bytes: UnsafeRawBufferPointer, on stream: SocketStream) -> Int {
    state.beginReceiving()
    var consumed = 0
    while consumed < bytes.count, !state.isClosed, !state.isTurnOver {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[consumed...]).assumingMemoryBound(to: UInt8.self)
      let (taken, action) = state.receive(rest.span, now: now, isOutputFull: isOutputFull)
      consumed += taken
      guard carryOut(action, rest.span, taken) else { break }
    }
    let left = bytes.count - consumed
    if state.endReceiving(unread: left) { stream.pauseReading() }
    if left > 0 || memory.bytes != 0 || headBytes.capacity > Limits.smallBytes { settle() }
    endIfDone()
    writeHeldResponse()
    if state.isRequestPartial { stream.acknowledge() }
    return consumed
  }

  private var isOutputFull: Bool { stream.isStalled || stream.pendingOutputBytes > Limits.unsentBytes }

  /// Returns whether the bytes after `taken` are received now.
  private func carryOut(_ action: HTTPConnectionState.Action, _ bytes: Span<UInt8>, _ taken: Int) -> Bool {
    switch action {
    case .decide:
      begin(bytes, head: taken)
      return true
    case .dispatch(let length):
      edge.dispatch(self, bytes, 0..<length)
      return true
    case .requestTurn(let count):
      stream.expectInput(0)
      guard edge.admission.turns.mayParse(self, count) else { return false }
      return carryOut(state.grantTurn(), bytes, taken)
    case .dispatchChunks:
      dispatchChunks()
      return true
    case .write(let count, let isLast):
      writeFile(bytes.array(0..<count), isLast: isLast)
      return true
    case .writeChunks(let isLast):
      writeFile(state.takeContent(), isLast: isLast)
      return isLast
    case .proceed: return true
    case .wait: return false
    case .pause, .reserve:
      carryOut(action)
      return false
    case .reject, .endRequest, .respondAndClose:
      carryOut(action)
      return true
    case .rejectForMemory, .comment, .endStream, .finish, .close:
      carryOut(action)
      return false
    }
  }

  /// Receives what came early and was left, if the request allows it.
  func readOn() {
    guard !state.input.isReceiving else { return }
    if state.resume() {
      stream.pauseReading()
      if !state.input.hasUnread || edge.admission.turns.mayRead(self) { stream.resumeReading() }
    }
    endIfDone()
  }

  func endIfDone() {
    if state.input.hasEnded { carryOut(state.endIfDone()) }
  }

  func ended(_ stream: SocketStream) {
    state.endInput()
    // An import is pointless if nobody waits for its report.
    if case .upload(let upload) = transfer, upload.isComplete, upload.endsWithClient { return stream.close() }
    endIfDone()
  }

  func drained(_ stream: SocketStream) {
    switch transfer {
    case .none, .upload: break
    case .download(let requestNext):
      transfer = .none
      requestNext()
    case .changes(let changes): changes.sendPending()
    }
    if memory.bytes != 0 { settle() }
    if edge.connections.isGraceOver { drain() }
    guard state.input.isPaused, !state.isBusy else { return }
    readOn()
  }

  func stalled(_ stream: SocketStream) {
    settle()
  }

  func closed(_ stream: SocketStream, error: SystemError?) {
    if state.close() { edge.metrics.abandon() }
    leaveTransfer()
    abandonCall()
    memory.release()
    settle()
    edge.connections.remove(self)
  }
}
