import API
import Proto

/// Streams of changes: the answer to `GET /changes` begins with the present position and does not end by itself.
extension Edge {
  func openStream(_ connection: HTTPConnection, _ route: Route, _ position: String, _ meta: CallMeta) {
    let held = connection.headBytes
    var after: Int64?
    if let field = connection.head.lastEventID {
      guard let id = ChangeEvent.position(held.span, field) else {
        return connection.answer(ProblemBody.answer(400, "Last-Event-ID is not the id of an event of this stream"))
      }
      after = id
    } else {
      let known = argument.withBytes { try? CBORDecoder.decode([String: Int64].self, from: $0) }
      after = known?[position]
    }
    guard let argument = try? CBOREncoder.encode(SessionAPI.WaitForChange(after: after)) else {
      return failToWrite(connection, route)
    }
    // A HEAD asks how it would be, and opens nothing.
    if !connection.frame.isHead, let objection = objectionToStream(connection) { return connection.answer(objection) }
    let serial = connection.serial
    argument.withUnsafeBytes { argument in
      route.gate.call(connection, route, meta, argument) { [self] result in
        route.gate.finished(connection, route)
        guard connection.serial == serial, !connection.isClosed else { return }
        begin(connection, route, result)
      }
    }
  }

  /// Opens the connection's stream, where nothing stands against it.
  private func objectionToStream(_ connection: HTTPConnection) -> Answer? {
    guard !isStopping else { return ProblemBody.answer(503, "the edge is stopping", fields: FieldLines.retrySoon) }
    guard !changes.isFull else {
      return ProblemBody.answer(503, "there are too many open streams", fields: FieldLines.retrySoon)
    }
    guard let credential = HeldCredential(connection.identity) else {
      return ProblemBody.answer(503, "the credentials could not be looked up", fields: FieldLines.retrySoon)
    }
    guard let stream = changes.open(connection, credential) else {
      let reason = "the user has \(Limits.streamsOfUser) open streams, the most that may be"
      return ProblemBody.answer(429, reason, fields: FieldLines.retrySoon)
    }
    connection.changes = stream
    return nil
  }

  private func begin(_ connection: HTTPConnection, _ route: Route, _ result: RawAnswer) {
    switch result.decoded(ChangeEvent.self, of: route.method) {
    case .failure(let fault): return fail(connection, route, fault)
    case .success(let event):
      guard !isStopping else {
        return connection.answer(ProblemBody.answer(503, "the edge is stopping", fields: FieldLines.retrySoon))
      }
      guard connection.beginDownload(contentType: FieldLines.eventStream, fields: FieldLines.streamed),
        let stream = connection.changes
      else { return }
      connection.beginStream()
      changes.begin(stream, event)
    }
  }
}

extension HTTPConnection {
  /// The request counts as answered; what follows is no work of the edge's until there is an event.
  func beginStream() {
    phase = .streaming
    edge.metrics.end(route: route, verb: head.verb, status: 200, nanoseconds: stream.loop.now &- startedAt)
    headBytes = []
    wait(Limits.commentMilliseconds)
    if held != 0 { settle() }
  }

  /// The client comes again by itself, and names its last event.
  func endStream() {
    guard case .streaming = phase else { return }
    if frame.isHTTP11 { stream.write(FieldLines.lastChunk) }
    frame.keepsAlive = false
    if edge.isStopping { isLetGo = true }
    phase = .closing
    releaseRequest()
    stream.finish()
  }

  func leaveStream() {
    guard let left = changes else { return }
    changes = nil
    edge.changes.leave(left)
  }
}
