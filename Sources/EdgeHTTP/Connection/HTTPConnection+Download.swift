import Proto

/// Responses in chunks, whose length is not known when they begin.
extension HTTPConnection {
  /// Writes the head of the response. False if the client wants no more than the head.
  func beginDownload(contentType: StaticString, fields: [UInt8]) -> Bool {
    state.beginStreamedResponse(isStopping: edge.connections.isStopping)
    edge.write(HTTPResponse(contentType: contentType, fields: fields), state.frame, to: stream)
    guard state.frame.isHead else { return true }
    finishDownload()
    return false
  }

  func writePage(_ bytes: [UInt8], then requestNext: @escaping () -> Void) {
    writeChunk(bytes)
    transfer = .download(requestNext: requestNext)
  }

  func endDownload(_ bytes: [UInt8]) {
    writeChunk(bytes)
    if state.frame.isHTTP11 { stream.write(FieldLines.lastChunk) }
    finishDownload()
  }

  func writeChunk(_ bytes: [UInt8]) {
    guard state.frame.isHTTP11, !bytes.isEmpty else { return stream.write(bytes) }
    stream.write([UInt8](String(bytes.count, radix: 16).utf8) + FieldLines.lineEnd)
    stream.write(bytes)
    stream.write(FieldLines.lineEnd)
  }

  /// Writes the head of a response whose length is known. False if the client wants no more than the head.
  func beginFixedDownload(_ head: HTTPResponse) -> Bool {
    if edge.connections.isStopping { state.closeAfterResponse() }
    edge.write(head, state.frame, to: stream)
    return !state.frame.isHead
  }

  /// Calls `requestNext` when the client has read what was written.
  func continueDownload(_ requestNext: @escaping () -> Void) {
    transfer = .download(requestNext: requestNext)
  }

  func endFixedDownload() { finishDownload() }

  private func finishDownload() {
    countResponse()
    state.endStreamedResponse()
    endRequest()
  }

  func countResponse() {
    edge.metrics.end(route: route, verb: head.verb, status: 200, nanoseconds: now &- state.startedAt)
  }
}
