internal import CLinux
internal import Glibc

extension SocketStream {
  /// Queues bytes, which go out at the end of this turn.
  public func write(_ bytes: UnsafeRawBufferPointer) {
    guard beginOutput() else { return }
    output.append(contentsOf: bytes)
  }

  public func write(_ bytes: [UInt8]) {
    guard beginOutput() else { return }
    output.append(contentsOf: bytes)
  }

  /// Lets `body` append to the queued bytes in place; nothing is done on a stream that is finishing or closed.
  @inline(__always)
  public func withOutput(_ body: (inout [UInt8]) -> Void) {
    guard beginOutput() else { return }
    body(&output)
  }

  func beginOutput() -> Bool {
    guard phase == .open else { return false }
    if output.capacity == 0 { output = loop.core.pointee.takeBuffer() }
    if !flushQueued {
      flushQueued = true
      loop.core.pointee.flushes.append(self)
    }
    return true
  }

  /// Sends what is queued, says goodbye to the peer, and closes once it has closed too, or after a short while.
  /// Closing at once with unread input would reset the connection, and could take our last bytes back.
  public func finish() {
    guard phase == .open else { return }
    phase = .finishing
    updateInterest()
    if pendingOutputBytes == 0 { beginLingering() }
  }

  func flush() {
    flushQueued = false
    guard phase == .open || phase == .finishing, pendingOutputBytes > 0 else { return }
    while sent < output.count {
      let start = sent
      let count = output.withUnsafeBytes { bytes in
        send(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start, CInt(MSG_NOSIGNAL))
      }
      if count >= 0 {
        sent += count
        continue
      }
      let number = errno
      if number == EINTR { continue }
      guard number == EAGAIN else { return close(error: SystemError(number, "send")) }
      return awaitRoom()
    }
    loop.core.pointee.giveBack(exchange(&output, with: []))
    sent = 0
    if waitsForRoom {
      waitsForRoom = false
      updateInterest()
    }
    if phase == .finishing { return beginLingering() }
    handler?.drained(self)
  }

  private func awaitRoom() {
    if sent > output.count / 2 {
      output.removeFirst(sent)
      sent = 0
    }
    waitsForRoom = true
    updateInterest()
  }

  private func beginLingering() {
    guard !inputEnded else { return close(error: nil) }
    shutdown(descriptor, CInt(SHUT_WR))
    phase = .lingering
    input = []
    inputStart = 0
    updateInterest()
    lingerTimer = loop.schedule(afterMilliseconds: LoopLimits.lingerMilliseconds) { [weak self] in
      self?.close(error: nil)
    }
  }
}
