import Proto

/// A body that goes into a file as it comes.
extension HTTPConnection {
  func beginFile(_ upload: ImportUpload) {
    self.upload = upload
    fileEndsAt = stream.loop.now + UInt64(Limits.uploadMilliseconds) * 1_000_000
    waitForFile()
    if head.isChunked {
      chunks = ChunkedBody(at: 0, most: Limits.fileBytes)
      phase = .filingChunks
    } else {
      phase = .filing(left: head.contentLength ?? 0)
    }
    if head.expectsContinue { stream.write(FieldLines.continues) }
    readOn()
  }

  func takeFile(_ bytes: Span<UInt8>, left: Int) -> (Int, Bool) {
    let count = min(left, bytes.count)
    phase = .filing(left: left - count)
    file(bytes.array(0..<count))
    if count == left { endFile() }
    return (count, true)
  }

  func takeFileChunks(_ bytes: Span<UInt8>) -> (Int, Bool) {
    do throws(Refusal) {
      let step = try chunks.advance(bytes)
      file(chunks.takeContent())
      guard case .end(let end) = step else {
        let taken = chunks.taken
        chunks.shift(by: taken)
        return (taken, false)
      }
      endFile()
      return (end, true)
    } catch {
      refuse(error)
      return (bytes.count, false)
    }
  }

  private func file(_ bytes: [UInt8]) {
    guard let upload, !bytes.isEmpty else { return }
    upload.write(bytes)
    waitForFile()
    guard upload.isFull else { return }
    isPaused = true
    stream.pauseReading()
  }

  private func endFile() {
    deadline = 0
    chunks = ChunkedBody(at: 0)
    phase = .answering
    upload?.finishFile()
  }

  /// Until the next bytes, and never beyond the end of the whole.
  private func waitForFile() {
    wait(Limits.bodyMilliseconds)
    deadline = min(deadline, fileEndsAt)
  }

  /// Answers before the file is whole, or after it.
  func answerUpload(_ problem: Answer) {
    guard !isClosed else { return }
    switch phase {
    case .filing, .filingChunks:
      // Where the next request begins is not known.
      frame.keepsAlive = false
      phase = .answering
      answer(problem)
    default: answer(problem)
    }
  }

  func leaveUpload() {
    guard let left = upload else { return }
    upload = nil
    edge.imports.close(left)
  }
}
