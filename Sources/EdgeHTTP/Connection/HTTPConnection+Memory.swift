import Proto

/// The memory that a connection reserves.
extension HTTPConnection {
  /// Whether a request on it had valid credentials.
  var isAuthenticated: Bool { memory.isAuthenticated }
  var isWaitingForMemory: Bool { state.isAwaitingMemory }
  var heldBytes: Int { memory.bytes }
  var heldSince: UInt64 { memory.since }

  /// Counts again what is held: bytes that were received and not used up, what is reserved, and what the client has not
  /// read.
  func settle() {
    let quotas = edge.admission.quotas
    let change: Int
    if state.isClosed {
      change = memory.set(0, quotas, now: now)
    } else {
      let received = state.input.unreadBytes + state.body.bufferCapacity + request.extraBytes + call.waitingBytes
      change = memory.update(
        received: received, output: stream.heldOutputBytes, tail: stream.tailBytes, quotas, now: now)
    }
    guard change != 0 else { return }
    edge.admission.memory.changed(by: change, of: quota, isAddress: !isAuthenticated)
  }

  /// Returns whether the request may use `bytes` now. If not, `enter` is called when it may.
  func hasMemory(_ bytes: Int, for purpose: HTTPConnectionState.Purpose) -> Bool {
    guard bytes > Limits.smallBytes || edge.admission.quotas.isOver(quota) else { return true }
    if edge.admission.memory.reserve(bytes, for: self, isBody: purpose != .response) { return true }
    memory.wait(for: edge.admission.quotas.limit(for: bytes, of: quota))
    state.awaitMemory(for: purpose, now: now)
    return false
  }

  func reserve(_ bytes: Int, isBody: Bool) {
    memory.reserve(bytes, isBody: isBody)
    settle()
  }

  /// The memory is reserved now.
  func enter() {
    switch state.grantMemory(now: now) {
    case nil: return
    case .response: dispatchWithoutBody()
    case .body: expectBody()
    case .chunks: readOn()
    }
  }

  /// The memory is needed for others.
  func evict(_ limit: AdmissionLimit) {
    edge.admission.rejections.note(limit, request: state.isBusy ? requestID : [])
    carryOut(state.evict(pendingBytes: stream.pendingOutputBytes))
  }
}
