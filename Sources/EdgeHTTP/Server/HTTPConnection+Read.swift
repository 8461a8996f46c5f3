import Proto

/// What comes in: heads and bodies, as far as the connection is ready for them.
extension HTTPConnection: SocketStreamHandler {
  func mayReceive(_ stream: SocketStream) -> Bool { edge.mayRead(self) }

  func received(_ bytes: UnsafeRawBufferPointer, on stream: SocketStream) -> Int {
    isReceiving = true
    isUnreadDue = false
    var consumed = 0
    let last = serial &+ Limits.requestsPerTurn
    while consumed < bytes.count, !isClosed, serial != last {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[consumed...])
      let (taken, goesOn) = take(rest.assumingMemoryBound(to: UInt8.self).span)
      consumed += taken
      guard goesOn else { break }
    }
    isReceiving = false
    let left = bytes.count - consumed
    hasUnread = left > 0
    unreadBytes = left
    // After its requests of a turn it goes on when their answers have gone.
    if left > 0, !isClosed, isBusy ? left > Limits.readAheadBytes : serial == last {
      isPaused = true
      stream.pauseReading()
    }
    if left > 0 || held != 0 || headBytes.capacity > Limits.smallBytes { settle() }
    closeIfDone()
    writeHeld()
    return consumed
  }

  var isBusy: Bool {
    switch phase {
    case .deciding, .waiting, .due, .answering: true
    default: false
    }
  }

  /// How much of the bytes is done with, and whether the rest is to be read now.
  private func take(_ bytes: Span<UInt8>) -> (Int, Bool) {
    switch phase {
    case .head: return takeHead(bytes)
    case .body(let length):
      guard bytes.count >= length else { return (0, false) }
      deadline = 0
      guard mayRead(length) else { return (0, false) }
      phase = .answering
      edge.dispatch(self, bytes, 0..<length)
      return (length, true)
    case .chunks, .discardingChunks: return takeChunks(bytes)
    case .filing(let left): return takeFile(bytes, left: left)
    case .filingChunks: return takeFileChunks(bytes)
    case .discarding(let left):
      let count = min(left, bytes.count)
      if count == left {
        writeHeld()
        awaitRequest()
      } else {
        phase = .discarding(left: left - count)
      }
      return (count, true)
    case .deciding, .waiting, .due, .answering: return (0, false)
    // What else it says is nothing that this connection will answer.
    case .streaming, .closing: return (bytes.count, false)
    }
  }

  /// Whether the body, which is there, may be read now. A large one waits for its turn.
  private func mayRead(_ length: Int, isChunked: Bool = false) -> Bool {
    guard length > Limits.smallBytes else { return true }
    stream.expectInput(0)
    guard isBodyDue || edge.mayRead(self, length) else {
      phase = .due(length: isChunked ? nil : length)
      return false
    }
    isBodyDue = false
    return true
  }

  private func takeHead(_ bytes: Span<UInt8>) -> (Int, Bool) {
    // For a client that does not read its answers no further ones are made.
    guard !stream.isStalled, stream.pendingOutputBytes <= Limits.unsentBytes else {
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
        if case .chunks = phase, reserved == 0, chunks.content.count > Limits.smallBytes {
          // Its length is not known.
          _ = hasRoom(Limits.bodyBytes, for: .chunks)
        }
        return (taken, false)
      case .end(let end):
        deadline = 0
        if case .discardingChunks = phase {
          writeHeld()
          awaitRequest()
        } else {
          guard mayRead(chunks.content.count, isChunked: true) else { return (end, false) }
          phase = .answering
          dispatchChunks()
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
    // An import is worth its while only for a client that waits for it.
    if let upload, upload.isRunning { return stream.close() }
    closeIfDone()
  }

  func drained(_ stream: SocketStream) {
    if let next = nextPage {
      nextPage = nil
      next()
    }
    changes?.sendOwed()
    if held != 0 { settle() }
    if edge.isGraceOver { drain() }
    guard isPaused, !isBusy else { return }
    readOn()
  }

  func stalled(_ stream: SocketStream) {
    settle()
  }

  func closed(_ stream: SocketStream, error: SystemError?) {
    isClosed = true
    nextPage = nil
    switch phase {
    case .deciding, .waiting, .body, .chunks, .filing, .filingChunks, .due, .answering: edge.metrics.abandon()
    case .head, .streaming, .discarding, .discardingChunks, .closing: if heldAnswer != nil { edge.metrics.abandon() }
    }
    heldAnswer = nil
    leaveStream()
    leaveUpload()
    waitingCall?.argument = []
    waitingCall = nil
    dropRoom()
    settle()
    edge.remove(self)
  }
}
