import Proto
import Service

/// One client's connection: requests are read and answered one after the other, so answers are in order.
/// Belongs to the edge's loop.
final class HTTPConnection {
  let edge: Edge
  let stream: SocketStream
  var place = 0
  // What each request touches: all on the loop's thread, and nothing of it while it is being changed.
  @exclusivity(unchecked) var phase = Phase.head
  @exclusivity(unchecked) var parser = RequestParser(at: 0)
  var chunks = ChunkedBody(at: 0)
  /// The present body has had to wait for its turn, which has come.
  var isBodyDue = false
  @exclusivity(unchecked) var isReceiving = false
  @exclusivity(unchecked) var hasUnread = false
  /// What is unread will be handed over again, in its turn.
  @exclusivity(unchecked) var isUnreadDue = false
  @exclusivity(unchecked) var isPaused = false
  @exclusivity(unchecked) var peerHasEnded = false
  /// The server stops, and does not wait for it.
  var isLetGo = false
  /// The first bytes of a head are there, and the rest must follow soon.
  @exclusivity(unchecked) var hasHeaderTime = false
  @exclusivity(unchecked) var isClosed = false
  /// In the loop's nanoseconds, for what the phase waits for; 0: nothing.
  @exclusivity(unchecked) var deadline: UInt64 = 0
  // What it holds, and whose share that is part of.
  let stranger: Quota
  let peer: Peer
  /// What the peer says about its own clients is believed.
  let isFromProxy: Bool
  @exclusivity(unchecked) var quota: Quota
  @exclusivity(unchecked) var held = 0
  var heldSince: UInt64 = 0
  /// Room that is kept for a body or an answer to come.
  @exclusivity(unchecked) var reserved = 0
  @exclusivity(unchecked) var hasBodyRoom = false
  @exclusivity(unchecked) var unreadBytes = 0
  /// The large part of what is being sent is kept anyway.
  @exclusivity(unchecked) var isTailKept = false

  // The call that is made for it: when it went to the service, 0 where none has, and what it was thought to cost.
  @exclusivity(unchecked) var sentAt: UInt64 = 0
  @exclusivity(unchecked) var sentCost = 0
  /// The call that waits for its turn at the edge.
  @exclusivity(unchecked) var waitingCall: ServiceGate.Waiting?

  private var stuckBytes = 0
  private var stuckSince: UInt64 = 0

  // The request that is being answered.
  var head: RequestHead { parser.head }
  /// The head's own bytes, which all its places are in.
  @exclusivity(unchecked) var headBytes: [UInt8] = []
  @exclusivity(unchecked) private(set) var serial: UInt64 = 0
  @exclusivity(unchecked) private(set) var startedAt: UInt64 = 0
  @exclusivity(unchecked) var frame = AnswerWriter.Frame()
  @exclusivity(unchecked) var identity = Identity.none
  @exclusivity(unchecked) var proof = Proof.bearer
  @exclusivity(unchecked) var match = PathRouter.Match(node: 0)
  /// The endpoint's place in the table, if one was found.
  @exclusivity(unchecked) var route: Int?
  /// Decided by the head alone: it waits for what has come of the body, which shows whether the connection goes on.
  @exclusivity(unchecked) var heldAnswer: Answer?
  /// Asks for the next page of a download, once the client has read this one.
  var nextPage: (() -> Void)?
  /// The stream that it is, or is about to be.
  var changes: ChangeStream?
  /// The file that it sends, and when all of that must have come.
  var upload: ImportUpload?
  var fileEndsAt: UInt64 = 0

  init(edge: Edge, stream: SocketStream, stranger: Quota, peer: Peer, isFromProxy: Bool) {
    self.peer = peer
    self.isFromProxy = isFromProxy
    self.edge = edge
    self.stream = stream
    self.stranger = stranger
    quota = stranger
    wait(Limits.headerMilliseconds)
  }

  func wait(_ milliseconds: Int64) {
    deadline = stream.loop.now + UInt64(milliseconds) * 1_000_000
  }

  func begin() {
    serial &+= 1
    startedAt = stream.loop.now
    phase = .deciding
    deadline = 0
    route = nil
    frame.isHead = head.verb == .head
    frame.keepsAlive = head.keepsAlive
    frame.isHTTP11 = head.isHTTP11
    edge.metrics.begin()
    edge.admit(self)
  }

  /// The head is in order: its body is wanted.
  func proceed() {
    guard case .deciding = phase, !isClosed else { return }
    if let index = route, edge.route(index).takesFile { return edge.beginImport(self, edge.route(index)) }
    guard head.hasBody else {
      guard hasRoom(route.map { edge.route($0).expectedBytes } ?? 0, for: .answer) else { return }
      phase = .answering
      let held = headBytes
      edge.dispatch(self, held.span, 0..<0)
      return
    }
    guard hasRoom(head.contentLength ?? 0, for: .body) else { return }
    readBegin()
  }

  func readBegin() {
    wait(Limits.bodyMilliseconds)
    if head.isChunked {
      chunks = ChunkedBody(at: 0)
      phase = .chunks
    } else {
      let length = head.contentLength ?? 0
      phase = .body(length: length)
      if length > Limits.smallBytes { stream.expectInput(length) }
    }
    if head.expectsContinue { stream.write(FieldLines.continues) }
    readOn()
  }

  func answer(_ answer: Answer) {
    guard !isClosed else { return }
    if edge.isStopping { frame.keepsAlive = false }
    if case .deciding = phase, head.hasBody { return passOver(answer) }
    write(answer)
    finishRequest()
  }

  private func write(_ answer: Answer) {
    let isApart = answer.body.count > Limits.smallBytes && !frame.isHead
    stream.write { output in
      edge.answers.append(answer, frame, second: edge.second, isBodyApart: isApart, to: &output)
    }
    edge.turnBytes += answer.body.count
    dropRoom()
    if isApart {
      stream.writeTail(answer.body)
      isTailKept = answer.isKept
    }
    if isApart || held != 0 { settle() }
    edge.metrics.end(route: route, verb: head.verb, status: answer.status, nanoseconds: stream.loop.now &- startedAt)
  }

  /// A body that was announced and is not wanted is discarded, or ends the connection.
  private func passOver(_ answer: Answer) {
    // The client may or may not send the body after this; and a long one is not waited for.
    if head.expectsContinue || (head.contentLength ?? 0) > Limits.bodyBytes { frame.keepsAlive = false }
    guard frame.keepsAlive else {
      write(answer)
      return finishRequest()
    }
    wait(Limits.bodyMilliseconds)
    chunks = ChunkedBody(at: 0, keepsContent: false)
    phase = head.isChunked ? .discardingChunks : .discarding(left: head.contentLength ?? 0)
    heldAnswer = answer
    if !isReceiving, !hasUnread { writeHeld() }
    readOn()
  }

  func writeHeld() {
    guard let answer = heldAnswer else { return }
    heldAnswer = nil
    write(answer)
  }

  /// The body is broken, late or cut off: where the next request begins is not known.
  func endDiscarding() {
    frame.keepsAlive = false
    writeHeld()
    phase = .closing
    stream.finish()
  }

  func finishRequest() {
    guard frame.keepsAlive else {
      phase = .closing
      releaseRequest()
      return stream.finish()
    }
    awaitRequest()
    readOn()
  }

  func awaitRequest() {
    phase = .head
    parser = RequestParser(at: 0)
    hasHeaderTime = false
    releaseRequest()
    wait(Limits.idleMilliseconds)
  }

  /// What came early and was left is to be read now.
  func readOn() {
    guard !isReceiving else { return }
    if hasUnread || isPaused {
      isPaused = false
      isUnreadDue = hasUnread
      stream.pauseReading()
      if !hasUnread || edge.mayRead(self) { stream.resumeReading() }
    }
    closeIfDone()
  }

  /// Once the client has sent its last, the connection ends with the last answer: not before what it had sent ahead has
  /// been read.
  func closeIfDone() {
    guard peerHasEnded, !isClosed, !isBusy, !isPaused, !isUnreadDue else { return }
    switch phase {
    case .body, .chunks, .filing, .filingChunks: return refuse(.malformed("the body ends early"))
    case .discarding, .discardingChunks: return endDiscarding()
    case .streaming: return endStream()
    case .head, .deciding, .waiting, .due, .answering, .closing: break
    }
    phase = .closing
    stream.finish()
  }

  /// An error before the request is known, or after which it is not known where the next one begins.
  func refuse(_ refusal: Refusal) {
    frame = AnswerWriter.Frame()
    frame.keepsAlive = false
    edge.requestIDs.next(&frame.requestID)
    parser = RequestParser(at: 0)
    if case .head = phase {
      route = nil
      startedAt = stream.loop.now
      edge.metrics.begin()
    }
    phase = .answering
    answer(ProblemBody.answer(refusal))
  }

  /// Called at intervals.
  func check(now: UInt64) {
    if deadline != 0, now > deadline {
      deadline = 0
      switch phase {
      case .head where !hasHeaderTime: return stream.close()
      case .head, .body, .chunks, .filing, .filingChunks:
        return refuse(Refusal(status: 408, detail: "the request did not come in time"))
      case .discarding, .discardingChunks: return endDiscarding()
      case .waiting: return refuseWaiting()
      case .streaming:
        changes?.comment()
        wait(Limits.commentMilliseconds)
      case .deciding, .due, .answering, .closing: break
      }
    }
    checkWriting(now: now)
  }

  private func checkWriting(now: UInt64) {
    let pending = stream.pendingOutputBytes
    guard pending > 0, pending == stuckBytes else {
      stuckBytes = pending
      stuckSince = now
      return
    }
    if now &- stuckSince > UInt64(Limits.writeMilliseconds) * 1_000_000 { stream.close() }
  }

  /// The server stops: a connection that waits for nothing is closed. A new one has a request on its way.
  func drain() {
    if serial == 0, !edge.isPatienceOver { return }
    guard case .head = phase, !stream.hasUnreadInput, stream.pendingOutputBytes == 0 else {
      // A head that is not whole is not waited for.
      if case .head = phase, hasUnread, !isPaused, !isUnreadDue { isLetGo = true }
      return
    }
    isLetGo = true
    phase = .closing
    stream.finish()
  }
}
