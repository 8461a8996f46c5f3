internal import CLinux

/// State of the loop's own thread. It is behind a raw pointer, so that the hot path pays neither dynamic exclusivity
/// checks nor reference counts for it.
@usableFromInline
struct LoopCore {
  struct Slot {
    var generation: UInt32 = 0
    var handler: (any PollHandler)?
  }

  /// Indexed by descriptor. The generation shows whether an event belongs to the current owner or an earlier one.
  var slots: [Slot] = []
  var generation: UInt32 = 0
  var jobs: [UnownedJob] = []
  var work: [() -> Void] = []
  var endOfTurn: [() -> Void] = []
  var flushes = StreamQueue()
  var timers = TimerHeap()
  /// Monotonic nanoseconds at the beginning of the turn.
  @usableFromInline var now: UInt64
  /// When a large buffer was last freed, and whether its memory must still be returned to the system.
  var lastLargeFree: UInt64 = 0
  var willTrim = false
  /// Free output buffers of streams that have nothing to write.
  var spareBuffers: [[UInt8]] = []
  let events: UnsafeMutablePointer<epoll_event>
  let scratch: UnsafeMutableRawBufferPointer

  init(now: UInt64) {
    self.now = now
    events = .allocate(capacity: LoopLimits.eventsPerTurn)
    scratch = .allocate(byteCount: LoopLimits.readBytes, alignment: 16)
  }

  mutating func free() {
    events.deallocate()
    scratch.deallocate()
    flushes.free()
  }

  var hasWork: Bool { !jobs.isEmpty || !work.isEmpty || !endOfTurn.isEmpty || !flushes.isEmpty }

  mutating func takeBuffer() -> [UInt8] {
    spareBuffers.popLast() ?? []
  }

  mutating func giveBack(_ buffer: consuming [UInt8]) {
    guard spareBuffers.count < LoopLimits.spareBuffers, buffer.capacity <= LoopLimits.spareBufferBytes else { return }
    buffer.removeAll(keepingCapacity: true)
    spareBuffers.append(buffer)
  }
}
