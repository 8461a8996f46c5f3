import Proto
import Queueing

/// What a connection holds of the memory for all.
extension HTTPConnection {
  /// Whether a request on it has had valid credentials.
  var isKnown: Bool { quota !== stranger }

  var isWaitingForRoom: Bool {
    if case .waiting = phase { return !isClosed }
    return false
  }

  func belong(to other: Quota) {
    guard other !== quota else { return }
    dropRoom()
    edge.quotas.budget.add(-held, to: quota.owner)
    edge.quotas.budget.add(held, to: other.owner)
    quota = other
  }

  /// Counts anew what is held here: what was received and not dealt with, what is kept for what comes, and what the
  /// client has not read.
  func settle() {
    var bytes = 0
    if !isClosed {
      let received = unreadBytes + chunks.content.capacity + headBytesOverUsual + (waitingCall?.argument.capacity ?? 0)
      bytes = max(reserved, received) + stream.heldOutputBytes - (isTailKept ? stream.tailBytes : 0)
    }
    let change = bytes - held
    guard change != 0 else { return }
    if held == 0 { heldSince = stream.loop.now }
    held = bytes
    edge.quotas.budget.add(change, to: quota.owner)
    if change > 0 {
      let isOverdrawn = !isKnown && edge.quotas.budget.isOver(quota.owner)
      guard isOverdrawn || edge.quotas.budget.isOver else { return }
      if isOverdrawn { edge.overdrawn = true }
      edge.roomChanged()
    } else if !edge.rooms.isEmpty {
      edge.roomChanged()
    }
  }

  /// Whether a request may go on that needs so many bytes; else `enter` is called when it may.
  func hasRoom(_ bytes: Int, for purpose: Purpose) -> Bool {
    guard bytes > Limits.smallBytes || edge.quotas.budget.isOver(quota.owner) else { return true }
    if edge.takeRoom(self, bytes, isBody: purpose != .answer) { return true }
    phase = .waiting(purpose)
    wait(purpose == .answer ? Limits.callMilliseconds : Limits.bodyMilliseconds)
    return false
  }

  func keepRoom(_ bytes: Int, isBody: Bool) {
    reserved = bytes
    // A body in chunks has its room once it turns out to be large.
    if isBody, bytes > 0, !hasBodyRoom {
      hasBodyRoom = true
      quota.bodies += 1
    }
    settle()
  }

  func dropRoom() {
    reserved = 0
    guard hasBodyRoom else { return }
    hasBodyRoom = false
    quota.bodies -= 1
  }

  private var headBytesOverUsual: Int {
    headBytes.capacity > Limits.keptHeadBytes ? headBytes.capacity : 0
  }

  /// There is room now.
  func enter() {
    guard case .waiting(let purpose) = phase else { return }
    deadline = 0
    switch purpose {
    case .answer:
      phase = .answering
      let held = headBytes
      edge.dispatch(self, held.span, 0..<0)
    case .body: readBegin()
    case .chunks:
      phase = .chunks
      wait(Limits.bodyMilliseconds)
      readOn()
    }
  }

  /// There was no room for too long. A body that was not read ends the connection.
  func refuseWaiting() {
    if head.hasBody { frame.keepsAlive = false }
    answer(ProblemBody.answer(503, "there is no room for this request now", fields: FieldLines.retrySoon))
  }

  /// The turn of a large body has come.
  func readBody() {
    guard case .due(let length) = phase else { return }
    guard let length else {
      phase = .answering
      dispatchChunks()
      return readOn()
    }
    isBodyDue = true
    phase = .body(length: length)
    readOn()
  }

  func dispatchChunks() {
    let content = chunks.content
    chunks = ChunkedBody(at: 0)
    edge.dispatch(self, content.span, 0..<content.count)
  }

  /// Nothing of a request that is answered stays.
  func releaseRequest() {
    if changes != nil { leaveStream() }
    if upload != nil { leaveUpload() }
    dropRoom()
    if !chunks.content.isEmpty { chunks = ChunkedBody(at: 0) }
    if headBytes.capacity > Limits.keptHeadBytes { headBytes = [] }
    if frame.originFields.count > Limits.keptHeadBytes { frame.originFields = [] }
    if held != 0 { settle() }
  }

  /// Its memory is needed: an answer where none has begun to be sent, else the end.
  func giveUp() {
    unreadBytes = 0
    switch phase {
    case .head, .body, .chunks, .filing, .filingChunks, .waiting:
      guard stream.pendingOutputBytes == 0 else { return stream.close() }
      refuse(Refusal(status: 503, detail: "there is no room for this request now"))
    case .deciding, .due, .answering, .streaming, .discarding, .discardingChunks, .closing: stream.close()
    }
  }
}
