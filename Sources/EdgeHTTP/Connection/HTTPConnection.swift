import Connectors
import Proto
import Service

/// A client's connection on the edge's loop. It owns the socket, feeds `HTTPConnectionState` and performs its actions.
final class HTTPConnection {
  let edge: Edge
  let stream: SocketStream
  let peer: Peer
  /// Whether the peer is a trusted proxy, whose headers about its clients are used.
  let isFromProxy: Bool
  /// Whether the connection serves only the metrics.
  let isForMetrics: Bool
  /// The index in the list of connections.
  private(set) var place = 0
  @exclusivity(unchecked) var state: HTTPConnectionState
  @exclusivity(unchecked) var request = RequestContext()
  @exclusivity(unchecked) var memory: HeldMemory
  @exclusivity(unchecked) private(set) var call = PendingCall()
  var transfer = Transfer.none

  init(edge: Edge, stream: SocketStream, quota: Quota, peer: Peer, isFromProxy: Bool, isForMetrics: Bool) {
    self.edge = edge
    self.stream = stream
    self.peer = peer
    self.isFromProxy = isFromProxy
    self.isForMetrics = isForMetrics
    state = HTTPConnectionState(now: stream.loop.now)
    memory = HeldMemory(address: quota)
  }

  var now: UInt64 { stream.loop.now }
  var head: RequestHead { state.parser.head }
  var headBytes: [UInt8] { request.headBytes }
  var identity: Identity { request.identity }
  var proof: Proof { request.proof }
  var route: Int? { request.route }
  var serial: UInt64 { state.serial }
  var requestID: [UInt8] { state.frame.requestID }
  var isClosed: Bool { state.isClosed }
  var quota: Quota { memory.quota }

  /// Whether the connection is open and still works on the request with this serial.
  @inline(__always)
  func isCurrent(_ serial: UInt64) -> Bool { state.serial == serial && !state.isClosed }

  func move(to place: Int) { self.place = place }

  // The request.

  /// The head is complete.
  func begin(_ bytes: Span<UInt8>, head count: Int) {
    request.begin(bytes, head: count)
    edge.metrics.begin()
    edge.admit(self)
  }

  /// The head is valid, and its body is wanted.
  func proceed() {
    guard state.isDeciding else { return }
    if let index = request.route, edge.route(index).takesFile { return edge.beginImport(self, edge.route(index)) }
    guard head.hasBody else {
      guard hasMemory(route.map { edge.route($0).expectedBytes } ?? 0, for: .response) else { return }
      state.beginResponding()
      return dispatchWithoutBody()
    }
    guard hasMemory(head.contentLength ?? 0, for: .body) else { return }
    state.beginBody(now: now)
    expectBody()
  }

  /// The state expects the body now.
  func expectBody() {
    if !head.isChunked, let length = head.contentLength, length > Limits.smallBytes { stream.expectInput(length) }
    if head.expectsContinue { stream.write(FieldLines.continues) }
    readOn()
  }

  func beginResponding() { state.beginResponding() }

  func dispatchWithoutBody() {
    let held = headBytes
    edge.dispatch(self, held.span, 0..<0)
  }

  func copyRequestID(_ bytes: Span<UInt8>, _ range: Range<Int>) { state.copyRequestID(bytes, range) }
  func makeRequestID(_ ids: inout RequestIDs) { state.makeRequestID(&ids) }
  func setOriginFields(_ fields: [UInt8]) { state.setOriginFields(fields) }
  /// Adds lines to the response of the current request.
  func addFields(_ fields: [UInt8]) { state.addFields(fields) }
  func removeBasePath(_ path: Range<Int>) { state.removeBasePath(path) }
  func setProof(_ proof: Proof) { request.setProof(proof) }
  func setMatch(_ match: PathRouter.Match) { request.setMatch(match) }
  func setRoute(_ index: Int) { request.setRoute(index) }
  func setExchange(_ exchange: ConnectorExchange) { request.setExchange(exchange) }
  func setBodyRules(_ rules: BodyRules) { state.setBodyRules(rules) }

  func authenticate(_ identity: Identity, _ quota: Quota) {
    request.setIdentity(identity)
    guard quota !== memory.quota else { return }
    memory.move(to: quota, edge.admission.quotas)
  }

  // The call to a service.

  func callWaits(_ waiting: ServiceGate.Waiting) { call.wait(waiting) }

  func callStarted(now: UInt64, cost: Int, at place: Int) {
    call.start(now: now, cost: cost)
    quota.beginCall(cost, at: place)
  }

  func callEnded(at place: Int) {
    quota.endCall(call.cost, at: place)
    call.end()
  }

  func callRejected() { call.reject() }
  func abandonCall() { call.abandon() }

  // The response.

  func respond(_ response: HTTPResponse) {
    switch state.beginResponse(isStopping: edge.connections.isStopping, now: now) {
    case .never: return
    case .now:
      write(response)
      endRequest()
    case .beforeBody:
      write(response)
      readOn()
    case .afterBody:
      state.hold(response)
      readOn()
    }
  }

  private func write(_ response: HTTPResponse) {
    let isApart = response.body.count > Limits.smallBytes && !state.frame.isHead
    edge.write(response, state.frame, isBodyApart: isApart, to: stream)
    edge.admission.turns.noteResponse(bytes: response.body.count)
    memory.release()
    if isApart {
      stream.writeTail(response.body)
      memory.beginTail(isShared: response.isKept)
    }
    if isApart || memory.bytes != 0 { settle() }
    edge.metrics.end(route: route, verb: head.verb, status: response.status, nanoseconds: now &- state.startedAt)
  }

  func writeHeldResponse() {
    if let response = state.takeHeldResponse() { write(response) }
  }

  func endRequest() {
    let goesOn = state.endRequest(now: now)
    release()
    if goesOn { readOn() } else { finish() }
  }

  /// Ends the connection after the response. A client that still sends a body may read the response late.
  private func finish() {
    if state.head.hasBody { stream.lingerMilliseconds = Int(Limits.lingerMilliseconds) }
    stream.finish()
  }

  /// An error before the request is known, or after which it is not known where the next one begins.
  func reject(_ problem: RequestProblem) {
    let isNew = state.beginRejection(now: now)
    edge.makeRequestID(for: self)
    if isNew {
      request.setRoute(nil)
      request.setExchange(nil)
      edge.metrics.begin()
    }
    guard let exchange = request.exchange else { return respond(ProblemBody.response(problem)) }
    respond(edge.response(to: ConnectorProblem(problem), exchange))
  }

  // Actions.

  /// Carries out what needs no received bytes.
  func carryOut(_ action: HTTPConnectionState.Action) {
    switch action {
    case .wait, .proceed: return
    case .pause: stream.pauseReading()
    case .endRequest:
      writeHeldResponse()
      endRequest()
    case .respondAndClose:
      writeHeldResponse()
      finish()
    case .reject(let problem): reject(problem)
    case .rejectForMemory: edge.reject(self, .memory(memory.awaitedLimit))
    case .reserve(let bytes): _ = hasMemory(bytes, for: .chunks)
    case .dispatchChunks: dispatchChunks()
    case .comment:
      if case .changes(let stream) = transfer { stream.sendComment() }
    case .endStream: endStream()
    case .finish:
      release()
      stream.finish()
    case .close: stream.close()
    // These need bytes: see `received`.
    case .decide, .requestTurn, .dispatch, .write, .writeChunks: return
    }
  }

  func dispatchChunks() {
    let content = state.takeContent()
    edge.dispatch(self, content.span, 0..<content.count)
  }

  /// The turn of a large body has come.
  func takeBodyTurn() {
    switch state.grantTurn() {
    case .dispatchChunks: dispatchChunks()
    default: break
    }
    readOn()
  }

  /// Releases what the last request held.
  func release() {
    leaveTransfer()
    memory.release()
    state.releaseBuffers()
    request.trim()
    if memory.bytes != 0 { settle() }
  }

  // Time and the end.

  /// Called at intervals.
  func check(now: UInt64) {
    carryOut(state.expire(now: now))
    if state.isStuck(pendingBytes: stream.pendingOutputBytes, now: now) { stream.close() }
  }

  /// The server stops: ends a connection without a request.
  func drain() {
    carryOut(
      state.drain(
        isPatienceOver: edge.connections.isPatienceOver,
        isIdle: !stream.hasUnreadInput && stream.pendingOutputBytes == 0))
  }
}
