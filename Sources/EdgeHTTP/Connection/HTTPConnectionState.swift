import Proto

/// One client's connection as a value: bytes, times and responses go in, and the next action comes out. It knows no
/// socket, loop or service. Requests are read and processed one after the other, so responses are in order.
struct HTTPConnectionState {
  private(set) var phase = Phase.head
  private(set) var parser = RequestParser(at: 0)
  private(set) var body = RequestBody()
  private(set) var bodyRules = BodyRules.api
  private(set) var frame = ResponseWriter.Frame()
  private(set) var input = InputState()
  /// Distinguishes this request from the others of the connection; 0 before the first.
  private(set) var serial: UInt64 = 0
  private(set) var startedAt: UInt64 = 0
  /// When the phase ends, in the loop's nanoseconds; 0 if it may last.
  private(set) var deadline: UInt64
  private(set) var isClosed = false
  /// The server stops and does not wait for this connection.
  private(set) var isAbandoned = false
  /// The head has begun, so that the rest must arrive soon.
  private var hasHeadBegun = false
  /// A response that only depends on the head. It is sent when it is known whether the connection stays open.
  private var heldResponse: HTTPResponse?
  private var stall = WriteStall()

  init(now: UInt64) {
    deadline = now + UInt64(Limits.headerMilliseconds) * 1_000_000
  }

  var head: RequestHead { parser.head }

  /// The edge or a service works on the request.
  var isBusy: Bool {
    switch phase {
    case .deciding, .awaitingMemory, .awaitingTurn, .responding: true
    default: false
    }
  }

  var isDeciding: Bool {
    if case .deciding = phase { return !isClosed }
    return false
  }

  /// A part of the request has arrived, and the next part comes from the client.
  var isRequestPartial: Bool {
    switch phase {
    case .head: hasHeadBegun
    case .deciding, .body, .chunks, .file, .fileChunks, .discarding, .discardingChunks: true
    case .awaitingMemory, .awaitingTurn, .responding, .streaming, .closing: false
    }
  }

  var isAwaitingMemory: Bool {
    if case .awaitingMemory = phase { return !isClosed }
    return false
  }

  private mutating func wait(_ milliseconds: Int64, from now: UInt64) {
    let (end, isOver) = now.addingReportingOverflow(UInt64(milliseconds) * 1_000_000)
    deadline = isOver ? .max : end
  }
}

// Bytes.
extension HTTPConnectionState {
  mutating func beginReceiving() { input.begin(serial: serial) }

  /// Other connections have their turn before the next request of this one.
  var isTurnOver: Bool { input.isTurnOver(serial) }

  /// Takes the bytes that were not used up; true if reading pauses until the responses are sent.
  mutating func endReceiving(unread: Int) -> Bool {
    input.end(unread: unread)
    guard unread > 0, !isClosed, isBusy ? unread > Limits.readAheadBytes : isTurnOver else { return false }
    input.pause()
    return true
  }

  /// Takes what was received and not used up. Returns how many bytes are used up now, and what to do.
  mutating func receive(_ bytes: Span<UInt8>, now: UInt64, isOutputFull: Bool) -> (taken: Int, action: Action) {
    switch phase {
    case .head: return receiveHead(bytes, now, isOutputFull: isOutputFull)
    case .body(let length): return receiveBody(bytes, length, now)
    case .chunks, .discardingChunks: return receiveChunks(bytes, now)
    case .file(let left): return receiveFile(bytes, left: left, now)
    case .fileChunks: return receiveFileChunks(bytes, now)
    case .discarding(let left):
      let count = min(left, bytes.count)
      guard count == left else {
        phase = .discarding(left: left - count)
        extendSlowBody(now)
        return (count, .proceed)
      }
      return (count, .endRequest)
    case .deciding, .awaitingMemory, .awaitingTurn, .responding: return (0, .wait)
    // The client's further bytes get no response.
    case .streaming, .closing: return (bytes.count, .proceed)
    }
  }

  private mutating func receiveHead(
    _ bytes: Span<UInt8>, _ now: UInt64, isOutputFull: Bool
  ) -> (taken: Int, action: Action) {
    // A client that does not read its responses gets no further ones.
    guard !isOutputFull else {
      input.pause()
      return (0, .pause)
    }
    switch parser.advance(bytes) {
    case .more:
      if !hasHeadBegun {
        hasHeadBegun = true
        wait(Limits.headerMilliseconds, from: now)
      }
      return (0, .wait)
    case .rejected(let problem): return (bytes.count, .reject(problem))
    case .head:
      serial &+= 1
      startedAt = now
      phase = .deciding
      deadline = 0
      bodyRules = .api
      frame.begin(parser.head)
      return (parser.head.end, .decide)
    }
  }

  private mutating func receiveBody(
    _ bytes: Span<UInt8>, _ length: Int, _ now: UInt64
  ) -> (taken: Int, action: Action) {
    guard bytes.count >= length else {
      extendSlowBody(now)
      return (0, .wait)
    }
    deadline = 0
    guard length <= Limits.smallBytes || body.takeTurn() else {
      phase = .awaitingTurn(length: length)
      return (0, .requestTurn(bytes: length))
    }
    phase = .responding
    return (length, .dispatch(length: length))
  }

  private mutating func receiveChunks(_ bytes: Span<UInt8>, _ now: UInt64) -> (taken: Int, action: Action) {
    var isDiscarding = false
    if case .discardingChunks = phase { isDiscarding = true }
    do throws(RequestProblem) {
      guard case .end(let end) = try body.advance(bytes) else {
        let taken = body.dropTaken()
        extendSlowBody(now)
        // Its length is not known.
        let needsMemory = !isDiscarding && body.needsMemory()
        return (taken, needsMemory ? .reserve(bodyRules.most) : .wait)
      }
      deadline = 0
      if isDiscarding { return (end, .endRequest) }
      guard body.bufferedBytes <= Limits.smallBytes else {
        phase = .awaitingTurn(length: nil)
        return (end, .requestTurn(bytes: body.bufferedBytes))
      }
      phase = .responding
      return (end, .dispatchChunks)
    } catch {
      return (bytes.count, isDiscarding ? closeDiscarding() : .reject(error))
    }
  }

  private mutating func receiveFile(
    _ bytes: Span<UInt8>, left: Int, _ now: UInt64
  ) -> (taken: Int, action: Action) {
    let count = min(left, bytes.count)
    phase = .file(left: left - count)
    receivedFile(isLast: count == left, now)
    return (count, .write(count: count, isLast: count == left))
  }

  private mutating func receiveFileChunks(_ bytes: Span<UInt8>, _ now: UInt64) -> (taken: Int, action: Action) {
    do throws(RequestProblem) {
      guard case .end(let end) = try body.advance(bytes) else {
        receivedFile(isLast: false, now)
        return (body.dropTaken(), .writeChunks(isLast: false))
      }
      receivedFile(isLast: true, now)
      return (end, .writeChunks(isLast: true))
    } catch {
      return (bytes.count, .reject(error))
    }
  }

  /// Each part of a file extends the deadline, but not past that of the whole file.
  private mutating func receivedFile(isLast: Bool, _ now: UInt64) {
    if isLast {
      deadline = 0
      phase = .responding
    } else {
      waitSlowly(from: now)
    }
  }

  private mutating func extendSlowBody(_ now: UInt64) {
    if bodyRules.isSlow { waitSlowly(from: now) }
  }

  private mutating func waitSlowly(from now: UInt64) {
    wait(Limits.bodyMilliseconds, from: now)
    deadline = min(deadline, body.slowDeadline)
  }

  mutating func takeContent() -> [UInt8] { body.takeContent() }
  mutating func pause() { input.pause() }

  /// True if reading stops and starts again, because something was left unread or reading was paused.
  mutating func resume() -> Bool { input.resume() }

  mutating func endInput() { input.noteEnd() }

  /// Ends the connection if the client sends no more, has its responses, and everything that it sent ahead is read.
  mutating func endIfDone() -> Action {
    guard input.hasEnded, !isClosed, !isBusy, !input.isPaused, !input.isRedeliveryDue else { return .wait }
    switch phase {
    case .body, .chunks, .file, .fileChunks: return .reject(.malformed("the body ends early"))
    case .discarding, .discardingChunks: return closeDiscarding()
    case .streaming: return .endStream
    case .head, .deciding, .awaitingMemory, .awaitingTurn, .responding, .closing: break
    }
    phase = .closing
    return .finish
  }
}

// Decisions about the request.
extension HTTPConnectionState {
  mutating func setBodyRules(_ rules: BodyRules) { bodyRules = rules }

  mutating func beginBody(now: UInt64) {
    wait(Limits.bodyMilliseconds, from: now)
    body.begin(bodyRules, now: now)
    phase = head.isChunked ? .chunks : .body(length: head.contentLength ?? 0)
  }

  mutating func beginFile(now: UInt64) {
    body.beginFile(now: now)
    receivedFile(isLast: false, now)
    phase = head.isChunked ? .fileChunks : .file(left: head.contentLength ?? 0)
  }

  mutating func beginResponding() { phase = .responding }

  mutating func awaitMemory(for purpose: Purpose, now: UInt64) {
    phase = .awaitingMemory(purpose)
    wait(purpose == .response ? Limits.callMilliseconds : Limits.bodyMilliseconds, from: now)
  }

  /// The memory is reserved: returns what for, or nil if nothing waits for it.
  mutating func grantMemory(now: UInt64) -> Purpose? {
    guard case .awaitingMemory(let purpose) = phase else { return nil }
    deadline = 0
    switch purpose {
    case .response: phase = .responding
    case .body: beginBody(now: now)
    case .chunks:
      phase = .chunks
      wait(Limits.bodyMilliseconds, from: now)
    }
    return purpose
  }

  /// The turn of a large body has come.
  mutating func grantTurn() -> Action {
    guard case .awaitingTurn(let length) = phase else { return .wait }
    guard let length else {
      phase = .responding
      return .dispatchChunks
    }
    body.grantTurn()
    phase = .body(length: length)
    return .proceed
  }

  mutating func copyRequestID(_ bytes: Span<UInt8>, _ range: Range<Int>) { frame.copyRequestID(bytes, range) }
  mutating func makeRequestID(_ ids: inout RequestIDs) { frame.makeRequestID(&ids) }
  mutating func setOriginFields(_ fields: [UInt8]) { frame.setOriginFields(fields) }
  mutating func addFields(_ fields: [UInt8]) { frame.addFields(fields) }
  mutating func removeBasePath(_ path: Range<Int>) { parser.setPath(path) }
}

// Responses.
extension HTTPConnectionState {
  enum ResponseTime {
    /// The client has gone.
    case never
    /// The request ends with it.
    case now
    /// The body is discarded after it.
    case beforeBody
    /// It is held while the body is discarded.
    case afterBody
  }

  /// Returns when a response to the request is sent.
  mutating func beginResponse(isStopping: Bool, now: UInt64) -> ResponseTime {
    guard !isClosed else { return .never }
    if isStopping { frame.close() }
    guard case .deciding = phase, head.hasBody else { return .now }
    // The client may or may not send the body after this, and a long one is not waited for.
    if head.expectsContinue || (head.contentLength ?? 0) > bodyRules.mostDiscarded { frame.close() }
    guard frame.keepsAlive else { return .now }
    wait(Limits.bodyMilliseconds, from: now)
    body.beginDiscarding(bodyRules, now: now)
    phase = head.isChunked ? .discardingChunks : .discarding(left: head.contentLength ?? 0)
    return input.isReceiving || input.hasUnread ? .afterBody : .beforeBody
  }

  mutating func hold(_ response: HTTPResponse) { heldResponse = response }

  mutating func takeHeldResponse() -> HTTPResponse? {
    guard let response = heldResponse else { return nil }
    heldResponse = nil
    return response
  }

  /// The body is invalid, late or cut off: where the next request begins is not known.
  private mutating func closeDiscarding() -> Action {
    frame.close()
    phase = .closing
    return .respondAndClose
  }

  /// The response is written. Returns whether the connection waits for the next request; otherwise it ends.
  mutating func endRequest(now: UInt64) -> Bool {
    guard frame.keepsAlive else {
      phase = .closing
      return false
    }
    phase = .head
    parser = RequestParser(at: 0)
    hasHeadBegun = false
    wait(Limits.idleMilliseconds, from: now)
    return true
  }

  /// Nothing of the last request is kept.
  mutating func releaseBuffers() {
    body.release()
    frame.trim()
  }

  /// An error before the request is known, or after which it is not known where the next one begins. Returns whether no
  /// request had begun.
  mutating func beginRejection(now: UInt64) -> Bool {
    frame = ResponseWriter.Frame()
    frame.close()
    parser = RequestParser(at: 0)
    var isNew = false
    if case .head = phase {
      isNew = true
      startedAt = now
    }
    phase = .responding
    return isNew
  }

  mutating func beginStreamedResponse(isStopping: Bool) {
    frame.beginStream()
    if isStopping || !frame.isHTTP11 { frame.close() }
  }

  mutating func endStreamedResponse() { frame.endStream() }
  mutating func closeAfterResponse() { frame.close() }

  mutating func beginStream(now: UInt64) {
    phase = .streaming
    wait(Limits.commentMilliseconds, from: now)
  }

  /// False if there is no stream.
  mutating func endStream(isStopping: Bool) -> Bool {
    guard case .streaming = phase else { return false }
    frame.close()
    if isStopping { isAbandoned = true }
    phase = .closing
    return true
  }

  /// The rest of a file is not read.
  mutating func abandonFile() {
    switch phase {
    case .file, .fileChunks:
      frame.close()
      phase = .responding
    default: break
    }
  }
}

// Time and the end.
extension HTTPConnectionState {
  /// Called at intervals.
  mutating func expire(now: UInt64) -> Action {
    guard deadline != 0, now > deadline else { return .wait }
    deadline = 0
    switch phase {
    case .head where !hasHeadBegun: return .close
    case .head, .body, .chunks, .file, .fileChunks:
      return .reject(RequestProblem(status: 408, detail: "the request did not arrive in time"))
    case .discarding, .discardingChunks: return closeDiscarding()
    case .awaitingMemory:
      // A body that was not read ends the connection.
      if head.hasBody { frame.close() }
      return .rejectForMemory
    case .streaming:
      wait(Limits.commentMilliseconds, from: now)
      return .comment
    case .deciding, .awaitingTurn, .responding, .closing: return .wait
    }
  }

  mutating func isStuck(pendingBytes: Int, now: UInt64) -> Bool { stall.check(pendingBytes: pendingBytes, now: now) }

  /// The server stops: a connection without a request ends. `isIdle`: nothing is received or sent. A new connection
  /// expects a request, unless `isPatienceOver`.
  mutating func drain(isPatienceOver: Bool, isIdle: @autoclosure () -> Bool) -> Action {
    if serial == 0, !isPatienceOver { return .wait }
    guard case .head = phase else { return .wait }
    guard isIdle() else {
      // An incomplete head is not waited for.
      if input.hasUnread, !input.isPaused, !input.isRedeliveryDue { isAbandoned = true }
      return .wait
    }
    isAbandoned = true
    phase = .closing
    return .finish
  }

  /// The memory of the connection is needed: it ends, with a response if none has begun.
  mutating func evict(pendingBytes: Int) -> Action {
    input.clear()
    switch phase {
    case .head, .body, .chunks, .file, .fileChunks, .awaitingMemory:
      return pendingBytes == 0 ? .reject(RequestProblem(status: 503, detail: LimitRejection.memoryDetail)) : .close
    case .deciding, .awaitingTurn, .responding, .streaming, .discarding, .discardingChunks, .closing: return .close
    }
  }

  /// The socket is closed. Returns whether a request was left without a response.
  mutating func close() -> Bool {
    isClosed = true
    defer { heldResponse = nil }
    switch phase {
    case .deciding, .awaitingMemory, .body, .chunks, .file, .fileChunks, .awaitingTurn, .responding: return true
    case .head, .streaming, .discarding, .discardingChunks, .closing: return heldResponse != nil
    }
  }
}
