import Proto

/// What comes in: heads and bodies, as far as the connection is ready for them.
extension HTTPConnection: SocketStreamHandler {
  func received(_ bytes: UnsafeRawBufferPointer, on stream: SocketStream) -> Int {
    isReceiving = true
    isUnreadDue = false
    var consumed = 0
    while consumed < bytes.count, !isClosed {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[consumed...])
      let (taken, goesOn) = take(rest.assumingMemoryBound(to: UInt8.self).span)
      consumed += taken
      guard goesOn else { break }
    }
    isReceiving = false
    let left = bytes.count - consumed
    hasUnread = left > 0
    if left > Limits.readAheadBytes, !isClosed, isBusy {
      isPaused = true
      stream.pauseReading()
    }
    closeIfDone()
    writeHeld()
    return consumed
  }

  var isBusy: Bool {
    switch phase {
    case .deciding, .answering: true
    default: false
    }
  }

  /// How much of the bytes is done with, and whether the rest is to be looked at now.
  private func take(_ bytes: Span<UInt8>) -> (Int, Bool) {
    switch phase {
    case .head: return takeHead(bytes)
    case .body(let length):
      guard bytes.count >= length else { return (0, false) }
      phase = .answering
      deadline = 0
      edge.dispatch(self, bytes, 0..<length)
      return (length, true)
    case .chunks, .discardingChunks: return takeChunks(bytes)
    case .discarding(let left):
      let count = min(left, bytes.count)
      if count == left {
        writeHeld()
        awaitRequest()
      } else {
        phase = .discarding(left: left - count)
      }
      return (count, true)
    case .deciding, .answering: return (0, false)
    case .closing: return (bytes.count, false)
    }
  }

  private func takeHead(_ bytes: Span<UInt8>) -> (Int, Bool) {
    // An owner that reads slowly gets no further answers to keep.
    guard !stream.isCongested else {
      isPaused = true
      stream.pauseReading()
      return (0, false)
    }
    switch parser.advance(bytes) {
    case .more:
      if !hasHeaderTime {
        hasHeaderTime = true
        wait(Limits.headerMilliseconds)
      }
      return (0, false)
    case .refused(let refusal):
      refuse(refusal)
      return (bytes.count, false)
    case .head:
      let end = head.end
      headBytes.removeAll(keepingCapacity: true)
      headBytes.append(bytes, 0..<end)
      begin()
      return (end, true)
    }
  }

  private func takeChunks(_ bytes: Span<UInt8>) -> (Int, Bool) {
    do throws(Refusal) {
      switch try chunks.advance(bytes) {
      case .more:
        let taken = chunks.taken
        chunks.shift(by: taken)
        return (taken, false)
      case .end(let end):
        deadline = 0
        if case .discardingChunks = phase {
          writeHeld()
          awaitRequest()
        } else {
          phase = .answering
          let content = chunks.content
          edge.dispatch(self, content.span, 0..<content.count)
        }
        return (end, true)
      }
    } catch {
      if case .discardingChunks = phase { endDiscarding() } else { refuse(error) }
      return (bytes.count, false)
    }
  }

  func ended(_ stream: SocketStream) {
    peerHasEnded = true
    closeIfDone()
  }

  func drained(_ stream: SocketStream) {
    if let next = nextHelping {
      nextHelping = nil
      next()
    }
    guard isPaused, !isBusy else { return }
    readOn()
  }

  func closed(_ stream: SocketStream, error: SystemError?) {
    isClosed = true
    nextHelping = nil
    switch phase {
    case .deciding, .body, .chunks, .answering: edge.metrics.abandon()
    case .head, .discarding, .discardingChunks, .closing: if heldAnswer != nil { edge.metrics.abandon() }
    }
    heldAnswer = nil
    edge.forget(self)
  }
}
