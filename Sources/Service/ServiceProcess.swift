import CLinux
import Glibc
import Proto
import Synchronization

/// The life of a process of the stack: it starts, says that it is ready, and drains when it is asked to end.
public enum ServiceProcess {
  /// How long calls in flight may still take once the process was asked to end.
  static let drainPatienceMilliseconds = 5_000
  static let drainPauseMilliseconds = 5
  /// When starting is over: at once, and when the process has met the others.
  static let settledMilliseconds = [20, 1_000]
  /// How often a process checks what it stands on: its locks, its socket's file, the service manager's watchdog.
  static let upkeepMilliseconds = 400
  /// A process that was killed a moment ago may still hold its lock. Under `up` the one before may also be writing its
  /// last snapshot, while this one has all but started.
  static let lockPatienceMilliseconds = (alone: 500, underParent: 15_000)

  /// Runs until SIGTERM or SIGINT, on the calling thread. `start` runs on the loop; when it returns, the process is
  /// ready. A process without data of its own takes no lock.
  public static func run(
    _ name: String, settings: Settings, own: OwnData?,
    start: @escaping @Sendable (ServiceContext) async throws -> ServiceRuntime
  ) throws {
    guard InitSystem.endWithParent() else { return }
    Loop.keepLargeBuffers()
    signal(SIGPIPE, SIG_IGN)
    let signals = Signals.descriptor([SIGTERM, SIGINT])
    try settings.checkSocketPath(name)
    try Files.makeDirectory(settings.data, mode: 0o700)
    let patience = InitSystem.hasParent ? lockPatienceMilliseconds.underParent : lockPatienceMilliseconds.alone
    let lock = try own.map { try settings.lock(name, on: $0, patienceMilliseconds: patience) }
    try Files.makeDirectory(settings.run, mode: 0o700)
    let loop = try Loop()
    let metrics = Metrics(service: name)
    ProcessMetrics.add(to: metrics)
    let context = ServiceContext(
      name: name, settings: settings, loop: loop, log: settings.makeLog(name), metrics: metrics,
      sockets: HandedSocket.take())
    let life = ServiceLife(
      context: context, signals: signals, lock: lock, keepsReserve: own?.keepsReserve ?? false)
    loop.execute { life.begin(start) }
    withExtendedLifetime(lock) { loop.run() }
    if let failure = life.failure { throw failure }
  }
}

/// The course of one process; everything here happens on its loop.
final class ServiceLife: PollHandler, Sendable {
  private struct State {
    var runtime: ServiceRuntime?
  }

  private let context: ServiceContext
  private let signals: Int32
  private let lock: DataLock?
  private let keepsReserve: Bool
  private let state: LoopLocal<State>
  private let outcome = Mutex<(any Error)?>(nil)

  init(context: ServiceContext, signals: Int32, lock: DataLock?, keepsReserve: Bool) {
    self.context = context
    self.signals = signals
    self.lock = lock
    self.keepsReserve = keepsReserve
    state = LoopLocal(context.loop, State())
  }

  /// To be read when the loop has ended.
  var failure: (any Error)? {
    outcome.withLock { $0 }
  }

  func begin(_ start: @escaping @Sendable (ServiceContext) async throws -> ServiceRuntime) {
    Task.immediate(executorPreference: context.loop) { [context, state] in
      do {
        try context.loop.watch(signals, events: EPOLLIN.rawValue, handler: self)
        let runtime = try await run(start)
        // The database may have been made by now.
        try lock?.check()
        state.value.runtime = runtime
        guard !context.lifecycle.isStopping else { return await drain() }
        context.log.info("ready", ["version": Build.version, "pid": "\(getpid())"])
        InitSystem.notify("READY=1")
        keep()
        for pause in ServiceProcess.settledMilliseconds {
          context.loop.schedule(afterMilliseconds: pause) { ResidentCode.release() }
        }
      } catch {
        outcome.withLock { $0 = error }
        context.loop.stop()
      }
    }
  }

  /// On a full disk a second time, with the room that was kept for it.
  private func run(_ start: @Sendable (ServiceContext) async throws -> ServiceRuntime) async throws -> ServiceRuntime {
    do {
      return try await start(context)
    } catch {
      let data = context.settings.data
      guard Reserve.isDiskFull(data), Reserve.release(data) else { throw error }
      context.log.warning("the disk is full; started with the last of the room", ["error": "\(error)"])
      return try await start(context)
    }
  }

  /// Again and again, on the loop: that it is done says that the loop turns.
  private func keep() {
    if InitSystem.watchdogMilliseconds != nil { InitSystem.notify(InitSystem.watchdogState) }
    let pause = min(ServiceProcess.upkeepMilliseconds, (InitSystem.watchdogMilliseconds ?? .max) / 2)
    context.loop.schedule(afterMilliseconds: pause) { [self] in
      // While stopping, the service manager is still served, and nothing else.
      guard !context.lifecycle.isStopping else { return keep() }
      do {
        try lock?.check()
        try keepSocketFile()
        if keepsReserve { Reserve.keep(context.settings.data) }
        keep()
      } catch {
        context.log.error("ends, because it is not alone or its files are gone", ["error": "\(error)"])
        outcome.withLock { $0 = error }
        context.loop.stop()
      }
    }
  }

  private func keepSocketFile() throws {
    guard let runtime = state.value.runtime else { return }
    do throws(UnixSocketError) {
      try runtime.keepSocketFile()
    } catch {
      // On a full disk it may be possible later; clients that are connected notice nothing.
      guard !error.isTaken else { throw error }
      context.log.warning("the socket's file is gone and cannot be made now", ["error": "\(error)"])
    }
  }

  func ready(_ events: UInt32) {
    while Signals.next(signals) != nil {
      // Asked twice means now.
      guard !context.lifecycle.isStopping else { return context.loop.stop() }
      context.lifecycle.stop()
      context.log.info("stopping")
      InitSystem.notify("STOPPING=1")
      Task.immediate(executorPreference: context.loop) { await drain() }
    }
  }

  /// Not ready, then no more connections, then what is in flight, then what the service writes last.
  private func drain() async {
    guard let runtime = state.value.runtime else { return }
    runtime.stopAccepting()
    context.loop.execute { InitSystem.askParentForReplacement() }
    let deadline = Clock.milliseconds + ServiceProcess.drainPatienceMilliseconds
    while runtime.inFlight() > 0, Clock.milliseconds < deadline {
      await context.loop.pause(milliseconds: ServiceProcess.drainPauseMilliseconds)
    }
    await runtime.shutdown()
    context.loop.stop()
  }
}

extension Loop {
  /// Suspends the calling task, which runs on this loop, for so long.
  func pause(milliseconds: Int) async {
    await withCheckedContinuation { continuation in
      schedule(afterMilliseconds: milliseconds) { continuation.resume() }
    }
  }
}
