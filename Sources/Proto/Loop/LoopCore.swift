internal import CLinux
internal import Glibc

/// What only the loop's own thread touches. It lives behind a raw pointer, so that the hot path pays
/// neither dynamic exclusivity checks nor reference counts for it.
struct LoopCore {
  struct Slot {
    var generation: UInt32 = 0
    var handler: (any PollHandler)?
  }

  let epoll: CInt
  let wakeup: CInt
  /// Indexed by descriptor. The generation tells an event of this descriptor's last owner from one of the present.
  var slots: [Slot] = []
  var generation: UInt32 = 0
  var jobs: [UnownedJob] = []
  var work: [() -> Void] = []
  var endOfTurn: [() -> Void] = []
  var flushes: [SocketStream] = []
  var timers = TimerHeap()
  /// Monotonic nanoseconds at the beginning of the turn.
  var now: UInt64 = 0
  /// Buffers that streams without anything to write have given back.
  var spareBuffers: [[UInt8]] = []
  let events: UnsafeMutablePointer<epoll_event>
  let scratch: UnsafeMutableRawBufferPointer

  init(epoll: CInt, wakeup: CInt) {
    self.epoll = epoll
    self.wakeup = wakeup
    events = .allocate(capacity: LoopLimits.eventsPerTurn)
    scratch = .allocate(byteCount: LoopLimits.readBytes, alignment: 16)
    now = monotonicNow()
  }

  func free() {
    events.deallocate()
    scratch.deallocate()
    close(epoll)
    close(wakeup)
  }

  var hasWork: Bool { !jobs.isEmpty || !work.isEmpty || !endOfTurn.isEmpty || !flushes.isEmpty }

  /// Rounded up: a timer never fires early, and the loop does not spin the last millisecond.
  mutating func waitMilliseconds() -> CInt {
    guard let due = timers.nextDue() else { return -1 }
    let current = monotonicNow()
    guard due > current else { return 0 }
    return CInt(clamping: (due - current + 999_999) / 1_000_000)
  }

  mutating func takeBuffer() -> [UInt8] {
    spareBuffers.popLast() ?? []
  }

  mutating func giveBack(_ buffer: consuming [UInt8]) {
    guard spareBuffers.count < LoopLimits.spareBuffers, buffer.capacity <= LoopLimits.spareBufferBytes else { return }
    buffer.removeAll(keepingCapacity: true)
    spareBuffers.append(buffer)
  }
}

/// Nanoseconds of a clock that is never set.
func monotonicNow() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
