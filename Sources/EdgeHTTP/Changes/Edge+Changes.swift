import API
import Proto

/// `GET /changes`: the response begins with the current position and does not end by itself.
extension Edge {
  func openStream(_ connection: HTTPConnection, _ route: Route, _ position: String, _ meta: CallMeta) {
    let held = connection.headBytes
    var after: Int64?
    if let field = connection.head.lastEventID {
      guard let id = ChangeEvent.position(held.span, field) else {
        return connection.respond(ProblemBody.response(400, "Last-Event-ID is not the id of an event of this stream"))
      }
      after = id
    } else {
      let known = arguments.withBytes { try? CBORDecoder.decode([String: Int64].self, from: $0) }
      after = known?[position]
    }
    guard let argument = try? CBOREncoder.encode(SessionAPI.WaitForChange(after: after)) else {
      return failToEncode(connection, route)
    }
    // HEAD opens no stream.
    if !connection.state.frame.isHead, !openStream(connection) { return }
    let serial = connection.serial
    argument.withUnsafeBytes { argument in
      route.gate.call(connection, route, meta, argument) { [self] result in
        route.gate.finished(connection, route)
        guard connection.isCurrent(serial) else { return }
        begin(connection, route, result)
      }
    }
  }

  /// Opens the connection's stream; returns false if it has responded with an error instead.
  private func openStream(_ connection: HTTPConnection) -> Bool {
    guard !connections.isStopping else {
      connection.respond(ProblemBody.response(503, Edge.stopping, fields: FieldLines.retrySoon))
      return false
    }
    guard let credential = HeldCredential(connection.identity) else {
      let detail = "the credentials cannot be verified now; retry later"
      connection.respond(ProblemBody.response(503, detail, fields: FieldLines.retrySoon))
      return false
    }
    do throws(LimitRejection) {
      connection.open(try changes.open(connection, credential))
      return true
    } catch {
      reject(connection, error)
      return false
    }
  }

  private func begin(_ connection: HTTPConnection, _ route: Route, _ result: RawResponse) {
    switch result.decoded(ChangeEvent.self, of: route.method) {
    case .failure(let fault): return fail(connection, route, fault)
    case .success(let event):
      guard !connections.isStopping else {
        return connection.respond(ProblemBody.response(503, Edge.stopping, fields: FieldLines.retrySoon))
      }
      guard connection.beginDownload(contentType: FieldLines.eventStream, fields: FieldLines.streamed),
        case .changes(let stream) = connection.transfer
      else { return }
      connection.beginStream()
      changes.begin(stream, event)
    }
  }
}
