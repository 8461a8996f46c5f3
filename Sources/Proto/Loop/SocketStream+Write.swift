internal import Glibc

extension SocketStream {
  /// Queues bytes, which are sent at the end of this turn.
  public func write(_ bytes: UnsafeRawBufferPointer) {
    guard beginOutput() else { return }
    output.append(contentsOf: bytes)
  }

  public func write(_ bytes: [UInt8]) {
    guard beginOutput() else { return }
    output.append(contentsOf: bytes)
  }

  /// Lets `body` append to the output of this turn.
  public func write(_ body: (inout [UInt8]) -> Void) {
    guard beginOutput() else { return }
    body(&output)
  }

  /// Queues bytes after the output without copying them. A later write copies them.
  public func writeTail(_ bytes: [UInt8]) {
    guard beginOutput() else { return }
    tail = bytes
  }

  /// Requests a call of `fill` at the end of this turn, for an owner that buffers its output itself.
  @inline(__always)
  public func queueFlush() {
    guard !flushQueued else { return }
    flushQueued = true
    loop.core.pointee.flushes.append(self)
  }

  /// Sends as many bytes as the system accepts, and copies the rest. From `fill` only.
  public func transmit(_ bytes: UnsafeRawBufferPointer) {
    guard phase == .open, !bytes.isEmpty else { return }
    var rest = bytes
    if pendingOutputBytes == 0 {
      while true {
        let count = loop.system.send(descriptor, rest, more: false)
        if count == rest.count { return }
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
          continue
        }
        let number = CInt(-count)
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
    if !tail.isEmpty {
      output.append(contentsOf: tail[tailSent...])
      dropTail()
    }
    queueFlush()
    return true
  }

  /// Sends the queued output, ends it, and closes when the peer has closed or after `lingerMilliseconds`. Closing at
  /// once with unread input would reset the connection and could discard the last output.
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
    guard output.isEmpty, tail.isEmpty, !waitsForRoom, phase == .open else { return sendRest() }
    // Usually everything has been sent.
    handler.drained(self)
  }

  private func sendRest() {
    guard phase == .open || phase == .finishing else { return }
    if sent < output.count {
      let gone = push(output, from: sent, more: !tail.isEmpty)
      sent = gone.end
      guard gone.number == 0 else { return stop(gone.number) }
    }
    if sent > 0 {
      if output.capacity > LoopLimits.spareBufferBytes { loop.noteLargeMemoryFreed() }
      loop.core.pointee.giveBack(exchange(&output, with: []))
      sent = 0
    }
    if !tail.isEmpty {
      let gone = push(tail, from: tailSent, more: false)
      tailSent = gone.end
      guard gone.number == 0 else { return stop(gone.number) }
      dropTail()
    }
    if waitsForRoom {
      waitsForRoom = false
      updateInterest()
    }
    if phase == .finishing { return beginLingering() }
    handler?.drained(self)
  }

  /// Returns the end of the sent bytes, and the error that stopped it or 0.
  @inline(__always)
  private func push(_ bytes: [UInt8], from start: Int, more: Bool) -> (end: Int, number: CInt) {
    var end = start
    while end < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        loop.system.send(descriptor, UnsafeRawBufferPointer(rebasing: bytes[end...]), more: more)
      }
      if count >= 0 {
        end += count
        continue
      }
      let number = CInt(-count)
      if number != EINTR { return (end, number) }
    }
    return (end, 0)
  }

  private func stop(_ number: CInt) {
    if number == EAGAIN { awaitRoom() } else { close(error: SystemError(number, "send")) }
  }

  private func dropTail() {
    tail = []
    tailSent = 0
  }

  private func awaitRoom() {
    if sent > output.count / 2 {
      output.removeFirst(sent)
      sent = 0
    }
    waitsForRoom = true
    updateInterest()
    handler?.stalled(self)
  }

  private func beginLingering() {
    guard !inputEnded else { return close(error: nil) }
    loop.system.endOutput(descriptor)
    phase = .lingering
    input = []
    inputStart = 0
    updateInterest()
    lingerTimer = loop.schedule(afterMilliseconds: lingerMilliseconds) { [weak self] in
      self?.close(error: nil)
    }
  }
}
