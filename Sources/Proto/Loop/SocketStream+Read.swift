internal import Glibc

extension SocketStream {
  /// Reads at most `readsPerTurn` times. The system reports the rest again, after other sockets.
  func receiveInTurn() {
    guard !isPutOff else { return }
    if phase == .open, let handler, !handler.mayReceive(self) {
      isPutOff = true
      return
    }
    var left = readsPerTurn
    while receive(), left > 1, phase == .open, !readingPaused { left -= 1 }
  }

  /// Reads once. Returns true if that filled the buffer, so that there may be more.
  @discardableResult
  func receive() -> Bool {
    let scratch = loop.core.pointee.scratch
    let count = loop.system.receive(descriptor, into: scratch)
    guard count > 0 else {
      let number = CInt(-count)
      if number == 0 {
        endInput()
      } else if number != EAGAIN && number != EINTR {
        close(error: SystemError(number, "recv"))
      }
      return false
    }
    lastReceived = loop.core.pointee.now
    let bytes = UnsafeRawBufferPointer(start: scratch.baseAddress, count: count)
    if phase != .open {
      discard(count)
    } else if input.isEmpty {
      deliverFresh(bytes)
    } else {
      makeRoom()
      input.append(contentsOf: bytes)
      deliverInput()
    }
    return count == scratch.count
  }

  /// Delivers input from the loop's buffer. Only unconsumed bytes are copied, so an idle connection holds no memory.
  private func deliverFresh(_ bytes: UnsafeRawBufferPointer) {
    guard let handler else { return }
    delivering = true
    let consumed = handler.received(bytes, on: self)
    delivering = false
    precondition(consumed >= 0 && consumed <= bytes.count, "more was consumed than there is")
    guard phase == .open, consumed < bytes.count else { return }
    makeRoom()
    input.append(contentsOf: bytes[consumed...])
  }

  func deliverInput() {
    guard let handler, !delivering else { return }
    // Moved out of the stream during the call, because the owner may close the stream.
    let held = exchange(&input, with: [])
    if held.capacity > LoopLimits.spareBufferBytes { loop.noteLargeMemoryFreed() }
    let start = inputStart
    inputStart = 0
    delivering = true
    let consumed = held.withUnsafeBytes { bytes in
      handler.received(UnsafeRawBufferPointer(rebasing: bytes[start...]), on: self)
    }
    delivering = false
    precondition(consumed >= 0 && start + consumed <= held.count, "more was consumed than there is")
    guard phase == .open, start + consumed < held.count else { return }
    let left = held.count - start - consumed
    if left < held.count / 2, held.capacity > LoopLimits.readBytes * 2 {
      // Frees the memory of a large body when little input remains.
      input = Array(held[(start + consumed)...])
      return
    }
    input = held
    inputStart = start + consumed
    if inputStart > input.count / 2 {
      input.removeFirst(inputStart)
      inputStart = 0
    }
  }

  private func makeRoom() {
    guard expectedInput > 0 else { return }
    input.reserveCapacity(inputStart + expectedInput + LoopLimits.readBytes)
  }

  private func endInput() {
    inputEnded = true
    guard phase == .open else { return close(error: nil) }
    updateInterest()
    handler?.ended(self)
  }

  /// A peer that sends more than is discarded waits: closing would reset the connection before it has read the output.
  private func discard(_ count: Int) {
    lingered += count
    if lingered > LoopLimits.lingerBytes { updateInterest() }
  }
}
