internal import CLinux
internal import Glibc

/// Linux: epoll, with an eventfd that wakes the loop and a timerfd for its first timer.
final class KernelSystem: LoopSystem {
  private let epoll: CInt
  private let wakeup: CInt
  private let alarm: CInt
  /// When the alarm goes off. A timeout for each wait would program the kernel's timer every turn.
  @exclusivity(unchecked) private var armed = UInt64.max

  /// No descriptor's number reaches these marks.
  private static let wakeupMark = UInt64.max
  private static let alarmMark = UInt64.max - 1

  init() throws(SystemError) {
    epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
    guard epoll >= 0 else { throw SystemError.last("epoll_create1") }
    wakeup = eventfd(0, CInt(EFD_NONBLOCK | EFD_CLOEXEC))
    guard wakeup >= 0 else {
      let error = SystemError.last("eventfd")
      Glibc.close(epoll)
      throw error
    }
    alarm = timerfd_create(CLOCK_MONOTONIC, CInt(TFD_NONBLOCK | TFD_CLOEXEC))
    guard alarm >= 0 else {
      let error = SystemError.last("timerfd_create")
      Glibc.close(epoll)
      Glibc.close(wakeup)
      throw error
    }
    for (descriptor, mark) in [(wakeup, KernelSystem.wakeupMark), (alarm, KernelSystem.alarmMark)] {
      let number = add(descriptor, events: EPOLLIN.rawValue, mark: mark)
      guard number == 0 else { throw SystemError(number, "epoll_ctl") }
    }
  }

  deinit {
    Glibc.close(epoll)
    Glibc.close(wakeup)
    Glibc.close(alarm)
  }

  var now: UInt64 { KernelSystem.now }

  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  func random() -> UInt64 { .random(in: .min ... .max) }

  func spawn() -> Loop? { try? Loop.spawn() }

  func wait(into events: UnsafeMutablePointer<epoll_event>, blocking: Bool, due: UInt64?) -> Int {
    if blocking, let due, due < armed { arm(due) }
    let count = epoll_wait(epoll, events, CInt(LoopLimits.eventsPerTurn), blocking ? -1 : 0)
    // An interrupted wait is an empty turn; nothing else can fail while the loop owns its descriptors.
    precondition(count >= 0 || errno == EINTR, "epoll_wait failed")
    // The loop ignores both marks: they are out of its range.
    for index in 0..<max(0, Int(count)) where events[index].data.u64 >= KernelSystem.alarmMark {
      acknowledge(events[index].data.u64)
    }
    return max(0, Int(count))
  }

  /// Sets the alarm for the first timer. A timer that is cancelled or due later changes nothing: the loop then wakes
  /// once for nothing. Most turns set no alarm at all.
  private func arm(_ due: UInt64) {
    armed = due
    var time = itimerspec()
    // All zeros would disarm it.
    time.it_value.tv_sec = Int(max(due, 1) / 1_000_000_000)
    time.it_value.tv_nsec = Int(max(due, 1) % 1_000_000_000)
    timerfd_settime(alarm, CInt(TFD_TIMER_ABSTIME), &time, nil)
  }

  private func acknowledge(_ mark: UInt64) {
    var value: UInt64 = 0
    _ = read(mark == KernelSystem.alarmMark ? alarm : wakeup, &value, 8)
    if mark == KernelSystem.alarmMark { armed = .max }
  }

  func wake() {
    var one: UInt64 = 1
    // A full counter means that the loop is being woken already.
    while write(wakeup, &one, 8) < 0 && errno == EINTR {}
  }

  func add(_ descriptor: CInt, events: UInt32, mark: UInt64) -> CInt {
    control(EPOLL_CTL_ADD, descriptor, events, mark)
  }

  func change(_ descriptor: CInt, events: UInt32, mark: UInt64) {
    _ = control(EPOLL_CTL_MOD, descriptor, events, mark)
  }

  func remove(_ descriptor: CInt) {
    _ = control(EPOLL_CTL_DEL, descriptor, 0, 0)
  }

  private func control(_ operation: CInt, _ descriptor: CInt, _ events: UInt32, _ mark: UInt64) -> CInt {
    var event = epoll_event()
    event.events = events
    event.data.u64 = mark
    return epoll_ctl(epoll, operation, descriptor, &event) == 0 ? 0 : errno
  }

  func makePair() throws(SystemError) -> (CInt, CInt) {
    try SocketOptions.pair()
  }

  func receive(_ descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
    return count >= 0 ? count : -Int(errno)
  }

  func send(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer, more: Bool) -> Int {
    let flags = CInt(MSG_NOSIGNAL) | (more ? CInt(MSG_MORE) : 0)
    let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
    return count >= 0 ? count : -Int(errno)
  }

  func hasInput(_ descriptor: CInt) -> Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, CInt(MSG_PEEK)) > 0
  }

  func acknowledge(_ descriptor: CInt) { SocketOptions.acknowledge(descriptor) }

  func endOutput(_ descriptor: CInt) {
    shutdown(descriptor, CInt(SHUT_WR))
  }

  func error(of descriptor: CInt) -> CInt {
    var number: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &length)
    return number
  }

  func close(_ descriptor: CInt) {
    Glibc.close(descriptor)
  }
}
