import CLinux
import Glibc
import Proto
import Synchronization

/// Runs a process: start, ready, and drain on a signal.
public enum ServiceProcess {
  /// The time that calls in flight may take after the signal to stop.
  static let drainPatienceMilliseconds = 5_000
  static let drainPauseMilliseconds = 5
  /// The times at which starting is over: first alone, then with connections to the other processes.
  static let settledMilliseconds = [20, 1_000]
  /// The interval in which a process checks its locks and socket file, and notifies the watchdog.
  static let upkeepMilliseconds = 400
  /// The time to wait for the lock of a killed process that has not ended. Under `up` the previous process may still be
  /// writing its last snapshot.
  static let lockPatienceMilliseconds = (alone: 500, underParent: 15_000)

  /// Runs on the calling thread until SIGTERM or SIGINT. `start` runs on the loop; the process is ready when it
  /// returns. A process without data takes no lock.
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
    withExtendedLifetime(lock) {
      loop.run()
      context.lifecycle.end()
    }
    if let failure = life.failure { throw failure }
  }
}

/// The states of one process. Everything here runs on its loop.
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

  /// The error that ended the process. Read it when the loop has ended.
  var failure: (any Error)? {
    outcome.withLock { $0 }
  }

  func begin(_ start: @escaping @Sendable (ServiceContext) async throws -> ServiceRuntime) {
    Task.immediate(executorPreference: context.loop) { [context, state] in
      do {
        try context.loop.watch(signals, events: EPOLLIN.rawValue, handler: self)
        let runtime = try await run(start)
        // `start` may have created the database.
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

  /// Calls `start`; on a full disk again, with the reserved space.
  private func run(_ start: @Sendable (ServiceContext) async throws -> ServiceRuntime) async throws -> ServiceRuntime {
    do {
      return try await start(context)
    } catch {
      let data = context.settings.data
      guard Reserve.isDiskFull(data), Reserve.release(data) else { throw error }
      context.log.warning("the disk is full; started with the reserved space", ["error": "\(error)"])
      return try await start(context)
    }
  }

  /// Repeats the upkeep on the loop, so that the watchdog detects a blocked loop.
  private func keep() {
    if InitSystem.watchdogMilliseconds != nil { InitSystem.notify(InitSystem.watchdogState) }
    let pause = min(ServiceProcess.upkeepMilliseconds, (InitSystem.watchdogMilliseconds ?? .max) / 2)
    context.loop.schedule(afterMilliseconds: pause) { [self] in
      // A stopping process only notifies the watchdog.
      guard !context.lifecycle.isStopping else { return keep() }
      context.log.reportDropped()
      do {
        try lock?.check()
        try keepSocketFile()
        if keepsReserve { Reserve.keep(context.settings.data) }
        keep()
      } catch {
        context.log.error("stopping: another process uses the data, or its files were deleted", ["error": "\(error)"])
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
      // A retry may succeed, for example on a full disk. Connected clients are not affected.
      guard !error.isTaken else { throw error }
      context.log.warning("the socket file was deleted and cannot be created now; retrying", ["error": "\(error)"])
    }
  }

  func ready(_ events: UInt32) {
    while Signals.next(signals) != nil {
      // A second signal stops at once.
      guard !context.lifecycle.isStopping else { return context.loop.stop() }
      context.lifecycle.stop()
      context.log.info("stopping")
      InitSystem.notify("STOPPING=1")
      Task.immediate(executorPreference: context.loop) { await drain() }
    }
  }

  /// Stops accepting, waits for the calls in flight, and runs the shutdown hook.
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
