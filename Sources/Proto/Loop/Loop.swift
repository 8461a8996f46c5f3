internal import CLinux
internal import Glibc
internal import Synchronization

/// An event loop: one thread that waits on epoll, and runs the tasks, callbacks and timers given to it.
///
/// A task with this loop as its executor preference runs on the loop's thread between its suspensions, so it shares
/// state with callbacks without locks (`LoopLocal`).
///
/// Unchecked: `core` is touched on the loop's thread only, everything else is atomic or under the mutex.
public final class Loop: TaskExecutor, @unchecked Sendable {
  @usableFromInline let core: UnsafeMutablePointer<LoopCore>
  /// The thread in `run`, 0 outside of it.
  private let thread = Atomic<UInt>(0)
  let stopping = Atomic<Bool>(false)
  /// Set before the loop blocks; the thread that clears it has to wake the loop.
  let sleeping = Atomic<Bool>(false)
  let hasRemote = Atomic<Bool>(false)
  let remote = Mutex<Remote>(Remote())
  let wakeup: CInt

  /// What other threads have handed over.
  struct Remote {
    var jobs: [UnownedJob] = []
    var work: [@Sendable () -> Void] = []
  }

  public init() throws(SystemError) {
    let epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
    guard epoll >= 0 else { throw SystemError.last("epoll_create1") }
    wakeup = eventfd(0, CInt(EFD_NONBLOCK | EFD_CLOEXEC))
    guard wakeup >= 0 else {
      let error = SystemError.last("eventfd")
      close(epoll)
      throw error
    }
    let alarm = timerfd_create(CLOCK_MONOTONIC, CInt(TFD_NONBLOCK | TFD_CLOEXEC))
    guard alarm >= 0 else {
      let error = SystemError.last("timerfd_create")
      close(epoll)
      close(wakeup)
      throw error
    }
    core = .allocate(capacity: 1)
    core.initialize(to: LoopCore(epoll: epoll, wakeup: wakeup, alarm: alarm))
    for (descriptor, mark) in [(wakeup, Loop.wakeupMark), (alarm, Loop.alarmMark)] {
      var event = epoll_event()
      event.events = EPOLLIN.rawValue
      event.data.u64 = mark
      guard epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 else { throw SystemError.last("epoll_ctl") }
    }
  }

  deinit {
    core.pointee.free()
    core.deinitialize(count: 1)
    core.deallocate()
  }

  /// No descriptor's number reaches these.
  static let wakeupMark = UInt64.max
  static let alarmMark = UInt64.max - 1

  /// Whether the caller is on the loop's thread.
  public var isCurrent: Bool {
    thread.load(ordering: .relaxed) == UInt(pthread_self())
  }

  /// Monotonic nanoseconds at the beginning of this turn. On the loop only.
  public var now: UInt64 {
    preconditionOnLoop()
    return core.pointee.now
  }

  /// The same for callers that know that they are on the loop.
  @inlinable @inline(__always)
  package var turnBegan: UInt64 { core.pointee.now }

  @usableFromInline
  func preconditionOnLoop() {
    precondition(isCurrent, "this belongs to the loop's thread")
  }

  /// Runs until `stop`, on the calling thread.
  public func run() {
    let own = UInt(pthread_self())
    let (entered, _) = thread.compareExchange(expected: 0, desired: own, ordering: .acquiringAndReleasing)
    precondition(entered, "the loop runs already")
    while !stopping.load(ordering: .acquiring) { turn() }
    runQueued()
    flushStreams()
    stopping.store(false, ordering: .releasing)
    thread.store(0, ordering: .releasing)
  }

  /// Ends `run` after the present turn; from any thread.
  public func stop() {
    stopping.store(true, ordering: .releasing)
    wake()
  }

  /// A loop on a thread of its own, which runs until `stop`.
  public static func spawn() throws(SystemError) -> Loop {
    let loop = try Loop()
    var thread = pthread_t()
    let context = Unmanaged.passRetained(loop)
    let result = pthread_create(
      &thread, nil,
      { @Sendable context in
        if let context { Unmanaged<Loop>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    guard result == 0 else {
      context.release()
      throw SystemError(result, "pthread_create")
    }
    pthread_detach(thread)
    return loop
  }
}
