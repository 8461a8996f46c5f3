internal import CLinux

/// A connected socket on a loop: what comes is handed to the owner, what is written goes out once per turn of the loop.
/// It belongs to its loop's thread; once started it lives, with its owner, until it is closed.
public final class SocketStream: PollHandler {
  enum Phase {
    case idle, open
    /// The output goes out, then our direction is shut, and input is thrown away until the peer is done too.
    case finishing, lingering
    case closed
  }

  public let loop: Loop
  public let descriptor: CInt
  /// What each turn touches, all on the loop's thread and nothing of it while it is being changed.
  @exclusivity(unchecked) var phase = Phase.idle
  @exclusivity(unchecked) var handler: (any SocketStreamHandler)?
  /// Received and not consumed, from `inputStart` on.
  @exclusivity(unchecked) var input: [UInt8] = []
  @exclusivity(unchecked) var inputStart = 0
  /// Written and not yet sent, from `sent` on. Taken from the loop's spare buffers while there is something to send.
  @exclusivity(unchecked) var output: [UInt8] = []
  @exclusivity(unchecked) var sent = 0
  /// Goes out behind `output`, from `tailSent` on: bytes that others may hold too, and that are not copied.
  @exclusivity(unchecked) var tail: [UInt8] = []
  @exclusivity(unchecked) var tailSent = 0
  /// What the owner expects to be received before any of it is consumed.
  var expectedInput = 0
  @exclusivity(unchecked) var flushQueued = false
  var waitsForRoom = false
  var readingPaused = false
  /// The owner put off reading what the peer has sent, and will call `readNow`.
  @exclusivity(unchecked) var isPutOff = false
  var inputEnded = false
  @exclusivity(unchecked) var delivering = false
  var lingered = 0
  var lingerTimer: LoopTimer?
  /// How often a turn may read from this socket before others have theirs, as long as each read fills the buffer.
  public var readsPerTurn = 1
  /// How long `finish` goes on reading.
  public var lingerMilliseconds = LoopLimits.lingerMilliseconds
  private var interest: UInt32 = 0
  /// When something was last received, in the loop's monotonic nanoseconds: for the owner's idle time-outs.
  @exclusivity(unchecked) public internal(set) var lastReceived: UInt64 = 0

  /// Takes over a connected, non-blocking descriptor. Nothing is read before `start`.
  public init(loop: Loop, adopting descriptor: CInt) {
    self.loop = loop
    self.descriptor = descriptor
  }

  /// Begins to read. On failure the descriptor is closed, and the handler is not called.
  public func start(_ handler: any SocketStreamHandler) throws(SystemError) {
    precondition(phase == .idle, "a stream is started once")
    lastReceived = loop.now
    interest = EPOLLIN.rawValue
    do throws(SystemError) {
      try loop.watch(descriptor, events: interest, handler: self)
    } catch {
      phase = .closed
      loop.system.close(descriptor)
      throw error
    }
    self.handler = handler
    phase = .open
  }

  public var isOpen: Bool { phase == .open }
  public var pendingOutputBytes: Int { output.count - sent + tail.count - tailSent }
  /// The kernel takes no more until the peer has read.
  public var isStalled: Bool { waitsForRoom }
  public var tailBytes: Int { tail.count }
  /// The memory that waits for the peer to read, with what a shared tail takes.
  public var heldOutputBytes: Int { output.capacity + tail.count }

  public func ready(_ events: UInt32) {
    if events & EPOLLOUT.rawValue != 0 { flush() }
    guard phase != .closed else { return }
    let gone = events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
    if events & EPOLLIN.rawValue != 0 && interest & EPOLLIN.rawValue != 0 {
      receiveInTurn()
    } else if gone {
      // The peer is gone: no answer would be read.
      close(error: pendingError())
    }
  }

  /// Stops reading, and so lets the peer feel that its requests come too fast.
  public func pauseReading() {
    readingPaused = true
    updateInterest()
  }

  /// Reads on; what was received already and not consumed is handed over again, soon.
  public func resumeReading() {
    guard readingPaused else { return }
    readingPaused = false
    updateInterest()
    guard input.count > inputStart else { return }
    loop.soon { [self] in
      if phase == .open && !readingPaused { deliverInput() }
    }
  }

  /// Reads now what `mayReceive` put off, or what was received and left while reading was paused.
  public func readNow() {
    let isFresh = isPutOff || input.count == inputStart
    isPutOff = false
    readingPaused = false
    updateInterest()
    guard phase == .open else { return }
    if isFresh { receive() } else { deliverInput() }
  }

  /// So many bytes will be left unconsumed until they are there: memory for them is taken in one piece.
  public func expectInput(_ count: Int) {
    expectedInput = count
  }

  /// Whether the peer has sent what was not consumed yet, here or in the kernel.
  public var hasUnreadInput: Bool {
    guard phase == .open else { return false }
    return input.count > inputStart || loop.system.hasInput(descriptor)
  }

  /// Closes at once; what is unsent is lost.
  public func close() {
    close(error: nil)
  }

  func close(error: SystemError?) {
    guard phase != .closed else { return }
    let started = phase != .idle
    phase = .closed
    lingerTimer?.cancel()
    if started { loop.unwatch(descriptor) }
    loop.system.close(descriptor)
    input = []
    inputStart = 0
    if output.capacity > LoopLimits.spareBufferBytes { loop.noteLargeMemoryFreed() }
    output = []
    sent = 0
    tail = []
    tailSent = 0
    let owner = handler
    handler = nil
    owner?.closed(self, error: error)
  }

  func updateInterest() {
    guard phase != .closed && phase != .idle else { return }
    var wanted: UInt32 = 0
    let reads = phase == .lingering || (phase == .open && !readingPaused)
    if reads && !inputEnded { wanted |= EPOLLIN.rawValue }
    if waitsForRoom { wanted |= EPOLLOUT.rawValue }
    guard wanted != interest else { return }
    interest = wanted
    loop.rewatch(descriptor, events: wanted)
  }

  private func pendingError() -> SystemError? {
    let number = loop.system.error(of: descriptor)
    return number == 0 ? nil : SystemError(number, "socket")
  }
}
