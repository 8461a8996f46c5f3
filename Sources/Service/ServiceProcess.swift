import CLinux
import Glibc
import Proto
import Synchronization

/// The life of a process of the stack: it starts, says that it is ready, and drains when it is told to end.
public enum ServiceProcess {
  /// How long calls in flight may still take once the process was told to end.
  static let drainPatienceMilliseconds = 5_000
  static let drainPauseMilliseconds = 5
  /// When starting is over: at once, and when the process has met the others.
  static let settledMilliseconds = [20, 1_000]

  /// Runs until SIGTERM or SIGINT, on the calling thread. `start` runs on the loop; when it returns, the process is
  /// ready.
  public static func run(
    _ name: String, settings: Settings,
    start: @escaping @Sendable (ServiceContext) async throws -> ServiceRuntime
  ) throws {
    guard InitSystem.endWithParent() else { return }
    signal(SIGPIPE, SIG_IGN)
    let signals = Signals.descriptor([SIGTERM, SIGINT])
    try Files.makeDirectory(settings.data, mode: 0o700)
    try Files.makeDirectory(settings.run, mode: 0o700)
    let loop = try Loop()
    let metrics = Metrics(service: name)
    ProcessMetrics.add(to: metrics)
    let context = ServiceContext(
      name: name, settings: settings, loop: loop, log: settings.makeLog(name), metrics: metrics,
      sockets: HandedSocket.take())
    let life = ServiceLife(context: context, signals: signals)
    loop.execute { life.begin(start) }
    loop.run()
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
  private let state: LoopLocal<State>
  private let outcome = Mutex<(any Error)?>(nil)

  init(context: ServiceContext, signals: Int32) {
    self.context = context
    self.signals = signals
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
        let runtime = try await start(context)
        state.value.runtime = runtime
        guard !context.lifecycle.isStopping else { return await drain() }
        context.log.info("ready", ["version": Build.version, "pid": "\(getpid())"])
        InitSystem.notify("READY=1")
        for pause in ServiceProcess.settledMilliseconds {
          context.loop.schedule(afterMilliseconds: pause) { ResidentCode.release() }
        }
      } catch {
        outcome.withLock { $0 = error }
        context.loop.stop()
      }
    }
  }

  func ready(_ events: UInt32) {
    while Signals.next(signals) != nil {
      // Told twice means now.
      guard !context.lifecycle.isStopping else { return context.loop.stop() }
      context.lifecycle.stop()
      context.log.info("stopping")
      InitSystem.notify("STOPPING=1")
      Task.immediate(executorPreference: context.loop) { await drain() }
    }
  }

  /// Not ready, then deaf, then done, then the last words.
  private func drain() async {
    guard let runtime = state.value.runtime else { return }
    runtime.stopAccepting()
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
