import Proto

/// Streams of changes and uploads of files.
extension HTTPConnection {
  func leaveTransfer() {
    switch transfer {
    case .none: return
    case .download: transfer = .none
    case .changes(let stream):
      transfer = .none
      edge.changes.leave(stream)
    case .upload(let upload):
      transfer = .none
      upload.close()
    }
  }

  // Changes.

  func open(_ stream: ChangeStream) { transfer = .changes(stream) }

  /// The request counts as complete; what follows costs the edge nothing until there is an event.
  func beginStream() {
    state.beginStream(now: now)
    countResponse()
    request.dropHead()
    if memory.bytes != 0 { settle() }
  }

  /// The client reconnects by itself, and names its last event.
  func endStream() {
    guard state.endStream(isStopping: edge.connections.isStopping) else { return }
    if state.frame.isHTTP11 { stream.write(FieldLines.lastChunk) }
    release()
    stream.finish()
  }

  // Uploads.

  func beginFile(_ upload: any BodySink) {
    transfer = .upload(upload)
    state.beginFile(now: now)
    if head.expectsContinue { stream.write(FieldLines.continues) }
    readOn()
  }

  func writeFile(_ bytes: [UInt8], isLast: Bool) {
    guard case .upload(let upload) = transfer else { return }
    if !bytes.isEmpty {
      upload.write(bytes)
      if upload.isFull {
        state.pause()
        stream.pauseReading()
      }
    }
    if isLast { upload.finishFile() }
  }

  /// The disk has caught up.
  func continueFile() {
    if state.input.isPaused { readOn() }
  }

  /// Responds before or after the file is complete.
  func respondToUpload(_ response: HTTPResponse) {
    guard !isClosed else { return }
    state.abandonFile()
    respond(response)
  }
}
