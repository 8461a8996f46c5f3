internal import CLinux

/// A connected socket on a loop. It passes input to its owner, and sends output once per turn of the loop. It belongs
/// to its loop's thread. Once started, it and its owner stay alive until it is closed.
public final class SocketStream: PollHandler {
  enum Phase {
    case idle, open
    /// The output is sent and ended; then input is discarded until the peer ends its output too.
    case finishing, lingering
    case closed
  }

  public let loop: Loop
  public let descriptor: CInt
  /// The unchecked properties are used in each turn, on the loop's thread only and never during their own change.
  @exclusivity(unchecked) var phase = Phase.idle
  @exclusivity(unchecked) var handler: (any SocketStreamHandler)?
  /// Received bytes; those from `inputStart` on are not consumed.
  @exclusivity(unchecked) var input: [UInt8] = []
  @exclusivity(unchecked) var inputStart = 0
  /// Written bytes; those from `sent` on are not sent. It is one of the loop's spare buffers while there is output.
  @exclusivity(unchecked) var output: [UInt8] = []
  @exclusivity(unchecked) var sent = 0
  /// Sent after `output`, from `tailSent` on. Its bytes may be shared, and are not copied.
  @exclusivity(unchecked) var tail: [UInt8] = []
  @exclusivity(unchecked) var tailSent = 0
  /// Bytes that the owner expects before it consumes any.
  var expectedInput = 0
  @exclusivity(unchecked) var flushQueued = false
  var waitsForRoom = false
  var readingPaused = false
  /// The owner deferred reading, and will call `readNow`.
  @exclusivity(unchecked) var isPutOff = false
  var inputEnded = false
  @exclusivity(unchecked) var delivering = false
  var lingered = 0
  var lingerTimer: LoopTimer?
  /// The number of reads per turn, as long as each read fills the buffer.
  public var readsPerTurn = 1
  /// The time that `finish` continues to read.
  public var lingerMilliseconds = LoopLimits.lingerMilliseconds
  private var interest: UInt32 = 0
  /// When bytes were last received, by the loop's clock: for the owner's idle timeouts.
  @exclusivity(unchecked) public internal(set) var lastReceived: UInt64 = 0

  /// Takes over a connected, non-blocking descriptor. Reads nothing before `start`.
  public init(loop: Loop, adopting descriptor: CInt) {
    self.loop = loop
    self.descriptor = descriptor
  }

  /// Starts to read. On failure it closes the descriptor without calling the handler.
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
  /// Whether the system accepts no output until the peer has read.
  public var isStalled: Bool { waitsForRoom }
  public var tailBytes: Int { tail.count }
  /// The memory of the output, including a shared tail.
  public var heldOutputBytes: Int { output.capacity + tail.count }

  public func ready(_ events: UInt32) {
    if events & EPOLLOUT.rawValue != 0 { flush() }
    guard phase != .closed else { return }
    let gone = events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
    if events & EPOLLIN.rawValue != 0 && interest & EPOLLIN.rawValue != 0 {
      receiveInTurn()
    } else if gone {
      // The peer has closed: it would read no response.
      close(error: pendingError())
    }
  }

  /// Stops reading, so that flow control slows the peer down.
  public func pauseReading() {
    readingPaused = true
    updateInterest()
  }

  /// Continues to read. Received bytes that were not consumed are delivered again in this turn.
  public func resumeReading() {
    guard readingPaused else { return }
    readingPaused = false
    updateInterest()
    guard input.count > inputStart else { return }
    loop.soon { [self] in
      if phase == .open && !readingPaused { deliverInput() }
    }
  }

  /// Reads what `mayReceive` deferred, or delivers what was received while reading was paused.
  public func readNow() {
    let isFresh = isPutOff || input.count == inputStart
    isPutOff = false
    readingPaused = false
    updateInterest()
    guard phase == .open else { return }
    if isFresh { receive() } else { deliverInput() }
  }

  /// Announces that `count` bytes will be consumed together, so that their memory is allocated at once.
  public func expectInput(_ count: Int) {
    expectedInput = count
  }

  /// Acknowledges what was received. Some clients send a request in several small parts, each only after the previous
  /// one was acknowledged.
  public func acknowledge() {
    if phase == .open { loop.system.acknowledge(descriptor) }
  }

  /// Whether there are unconsumed bytes, here or in the system.
  public var hasUnreadInput: Bool {
    guard phase == .open else { return false }
    return input.count > inputStart || loop.system.hasInput(descriptor)
  }

  /// Closes at once and discards unsent output.
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
    let reads =
      (phase == .lingering && lingered <= LoopLimits.lingerBytes) || (phase == .open && !readingPaused)
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
