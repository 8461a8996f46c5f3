internal import Glibc
internal import Synchronization

/// An event loop: one thread that waits for events, and runs the tasks, callbacks and timers given to it.
///
/// A task with this loop as its executor preference runs on the loop's thread, so it shares state with callbacks
/// without locks (`LoopLocal`).
///
/// Unchecked: `core` is touched on the loop's thread only, everything else is atomic or under the mutex.
public final class Loop: TaskExecutor, @unchecked Sendable {
  @usableFromInline let core: UnsafeMutablePointer<LoopCore>
  /// The thread that runs the loop, or 0.
  private let thread = Atomic<UInt>(0)
  let stopping = Atomic<Bool>(false)
  /// Set before the loop blocks. The thread that clears it must wake the loop.
  let sleeping = Atomic<Bool>(false)
  let hasRemote = Atomic<Bool>(false)
  let remote = Mutex<Remote>(Remote())
  package let system: any LoopSystem

  /// Work from other threads.
  struct Remote {
    var jobs: [UnownedJob] = []
    var work: [@Sendable () -> Void] = []
  }

  public convenience init() throws(SystemError) {
    self.init(system: try KernelSystem())
  }

  package init(system: any LoopSystem) {
    self.system = system
    core = .allocate(capacity: 1)
    core.initialize(to: LoopCore(now: system.now))
  }

  deinit {
    core.pointee.free()
    core.deinitialize(count: 1)
    core.deallocate()
  }

  /// Whether the caller is on the loop's thread.
  public var isCurrent: Bool {
    thread.load(ordering: .relaxed) == UInt(pthread_self())
  }

  /// Monotonic nanoseconds at the beginning of this turn. On the loop only.
  public var now: UInt64 {
    preconditionOnLoop()
    return core.pointee.now
  }

  /// `now`, for callers that are known to be on the loop.
  @inlinable @inline(__always)
  package var turnBegan: UInt64 { core.pointee.now }

  @usableFromInline
  func preconditionOnLoop() {
    precondition(isCurrent, "called from outside the loop's thread")
  }

  /// Runs until `stop`, on the calling thread.
  public func run() {
    enter()
    while !stopping.load(ordering: .acquiring) { turn() }
    runQueued()
    flushStreams()
    stopping.store(false, ordering: .releasing)
    leave()
  }

  /// Makes the calling thread the loop's. `run` does it; so does a simulation, which calls `turn` itself.
  package func enter() {
    let own = UInt(pthread_self())
    let (entered, _) = thread.compareExchange(expected: 0, desired: own, ordering: .acquiringAndReleasing)
    precondition(entered, "the loop is already running")
    ThreadClock.follow(self)
  }

  package func leave() {
    ThreadClock.follow(nil)
    thread.store(0, ordering: .releasing)
  }

  /// Ends `run` after the current turn; from any thread.
  public func stop() {
    stopping.store(true, ordering: .releasing)
    system.wake()
  }

  /// Starts a thread with another loop of the same system. Nil if there can be none: then this loop does the work.
  public func sibling() -> Loop? { system.spawn() }

  /// The time of a clock that is never set, in nanoseconds. Unlike `now`, it passes during a turn of the loop.
  package var nanoseconds: UInt64 { system.now }

  /// Starts a thread with a loop that runs until `stop`.
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
