internal import CLinux
internal import Glibc

/// What only the loop's own thread touches. It lives behind a raw pointer, so that the hot path pays
/// neither dynamic exclusivity checks nor reference counts for it.
@usableFromInline
struct LoopCore {
  struct Slot {
    var generation: UInt32 = 0
    var handler: (any PollHandler)?
  }

  let epoll: CInt
  let wakeup: CInt
  /// The kernel's timer, and when it goes off: a wait with a time-out would set one up anew each turn.
  let alarm: CInt
  private var armed = UInt64.max
  /// Indexed by descriptor. The generation shows whether an event is of its present owner or of the one before.
  var slots: [Slot] = []
  var generation: UInt32 = 0
  var jobs: [UnownedJob] = []
  var work: [() -> Void] = []
  var endOfTurn: [() -> Void] = []
  var flushes = StreamQueue()
  var timers = TimerHeap()
  /// Monotonic nanoseconds at the beginning of the turn.
  @usableFromInline var now: UInt64 = 0
  /// When a large buffer was last given up, and whether its memory is still to go back to the system.
  var lastLargeFree: UInt64 = 0
  var willTrim = false
  /// Buffers that streams without anything to write have given back.
  var spareBuffers: [[UInt8]] = []
  let events: UnsafeMutablePointer<epoll_event>
  let scratch: UnsafeMutableRawBufferPointer

  init(epoll: CInt, wakeup: CInt, alarm: CInt) {
    self.epoll = epoll
    self.wakeup = wakeup
    self.alarm = alarm
    events = .allocate(capacity: LoopLimits.eventsPerTurn)
    scratch = .allocate(byteCount: LoopLimits.readBytes, alignment: 16)
    now = monotonicNow()
  }

  mutating func free() {
    events.deallocate()
    scratch.deallocate()
    flushes.free()
    close(epoll)
    close(wakeup)
    close(alarm)
  }

  var hasWork: Bool { !jobs.isEmpty || !work.isEmpty || !endOfTurn.isEmpty || !flushes.isEmpty }

  /// Sees to it that the loop wakes for the first timer. One that is cancelled, or comes later than the alarm that is
  /// set, changes nothing: the loop then wakes once for nothing. Most turns set no alarm at all.
  mutating func arm() {
    guard let due = timers.nextDue(), due < armed else { return }
    armed = due
    var time = itimerspec()
    // All zeros would switch it off.
    time.it_value.tv_sec = Int(max(due, 1) / 1_000_000_000)
    time.it_value.tv_nsec = Int(max(due, 1) % 1_000_000_000)
    timerfd_settime(alarm, CInt(TFD_TIMER_ABSTIME), &time, nil)
  }

  mutating func disarm() {
    var expirations: UInt64 = 0
    _ = read(alarm, &expirations, 8)
    armed = .max
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
package func monotonicNow() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
