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

  /// Lets `body` append to what goes out at the end of this turn.
  public func write(_ body: (inout [UInt8]) -> Void) {
    guard beginOutput() else { return }
    body(&output)
  }

  /// Has `fill` called at the end of this turn, for an owner that keeps its output itself until then.
  @inline(__always)
  public func queueFlush() {
    guard !flushQueued else { return }
    flushQueued = true
    loop.core.pointee.flushes.append(self)
  }

  /// Sends as much as the kernel takes, at once, and keeps a copy of the rest: from `fill` only.
  public func transmit(_ bytes: UnsafeRawBufferPointer) {
    guard phase == .open, !bytes.isEmpty else { return }
    var rest = bytes
    if pendingOutputBytes == 0 {
      while true {
        let count = send(descriptor, rest.baseAddress, rest.count, CInt(MSG_NOSIGNAL))
        if count == rest.count { return }
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
          continue
        }
        let number = errno
        if number == EINTR { continue }
        guard number == EAGAIN else { return close(error: SystemError(number, "send")) }
        break
      }
    }
    if output.capacity == 0 { output = loop.core.pointee.takeBuffer() }
    output.append(contentsOf: rest)
  }

  func beginOutput() -> Bool {
    guard phase == .open else { return false }
    if output.capacity == 0 { output = loop.core.pointee.takeBuffer() }
    queueFlush()
    return true
  }

  /// Sends what is queued, says goodbye to the peer, and closes once it has closed too, or after a short while.
  /// Closing at once with unread input would reset the connection, and could take our last bytes back.
  public func finish() {
    guard phase == .open else { return }
    handler?.fill(self)
    guard phase == .open else { return }
    phase = .finishing
    updateInterest()
    if pendingOutputBytes == 0 { beginLingering() }
  }

  func flush() {
    flushQueued = false
    guard phase == .open, let handler else { return sendRest() }
    handler.fill(self)
    guard output.isEmpty, !waitsForRoom, phase == .open else { return sendRest() }
    // Mostly all has gone already.
    handler.drained(self)
  }

  private func sendRest() {
    guard phase == .open || phase == .finishing else { return }
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
    if sent > 0 {
      loop.core.pointee.giveBack(exchange(&output, with: []))
      sent = 0
    }
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
