import Proto

/// An answer that goes out in pages.
extension HTTPConnection {
  /// The head of an answer whose length is not known yet. False where no more than the head is wanted.
  func beginDownload(contentType: StaticString, fields: [UInt8]) -> Bool {
    frame.isStreamed = true
    if !frame.isHTTP11 { frame.keepsAlive = false }
    if edge.isStopping { frame.keepsAlive = false }
    let answer = Answer(contentType: contentType, fields: fields)
    stream.write { output in edge.answers.append(answer, frame, second: edge.second, to: &output) }
    guard frame.isHead else { return true }
    finishDownload()
    return false
  }

  func writePage(_ bytes: [UInt8], then next: @escaping () -> Void) {
    writeChunk(bytes)
    nextPage = next
  }

  func endDownload(_ bytes: [UInt8]) {
    writeChunk(bytes)
    if frame.isHTTP11 { stream.write(FieldLines.lastChunk) }
    finishDownload()
  }

  func writeChunk(_ bytes: [UInt8]) {
    guard frame.isHTTP11, !bytes.isEmpty else { return stream.write(bytes) }
    stream.write([UInt8](String(bytes.count, radix: 16).utf8) + FieldLines.lineEnd)
    stream.write(bytes)
    stream.write(FieldLines.lineEnd)
  }

  private func finishDownload() {
    edge.metrics.end(route: route, verb: head.verb, status: 200, nanoseconds: stream.loop.now &- startedAt)
    frame.isStreamed = false
    finishRequest()
  }
}
