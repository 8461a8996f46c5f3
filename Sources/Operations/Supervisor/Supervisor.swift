import API
import CLinux
import Glibc
public import Service

/// Keeps the processes of the stack running. It uses the main thread only: a child ends with the thread that started
/// it.
///
/// No error here stops the stack: an action that fails is retried later.
public struct Supervisor: ~Copyable {
  /// The time that the processes have to stop before they are killed.
  static let stopPatience = 10_000
  /// After this many exits of a process during start-up, the start fails.
  static let startAttempts = 5
  /// The interval between checks of the processes.
  static let tick = 500

  enum Phase: Equatable {
    case starting, ready
    /// Waiting for the processes from this index of `slots` on to exit. All after it have exited.
    case stopping(Int)
  }

  /// Called on the supervisor's thread.
  public struct Events {
    /// All services respond; the edge listens on this address.
    var ready: (ListenAddress) -> Void
    /// Called at every tick after `ready`, with the time in milliseconds.
    var tick: (Int) -> Void

    public init(ready: @escaping (ListenAddress) -> Void, tick: @escaping (Int) -> Void) {
      self.ready = ready
      self.tick = tick
    }
  }

  let settings: Settings
  let listener: Listener
  let log: Log
  private let claim: StackClaim
  private let events: Events
  private let signals: Int32
  var slots: [ServiceSlot]
  var phase = Phase.starting
  var pids: PidsFile
  var backup: BackupChild?
  var readiness: ReadinessProbe
  private var pulse = Pulse()
  private var tickAt = 0
  private var killAt = Int.max
  private var failure: OperationFailure?

  public init(settings: Settings, claim: StackClaim, listener: consuming Listener, events: Events) {
    self.settings = settings
    self.log = settings.makeLog("up")
    self.claim = claim
    self.events = events
    let edges = settings.edgePlaces
    slots = ServiceSlot.all(edges: edges)
    readiness = ReadinessProbe(
      edges: edges.map { settings.socketPath($0.name) }, outbound: settings.socketPath(OutboundAPI.service))
    pids = PidsFile(path: settings.run + "/waymark.pids")
    backup = settings.backup.map(BackupChild.init)
    self.listener = listener
    signals = Signals.descriptor([SIGCHLD, SIGTERM, SIGINT, SIGHUP])
  }

  /// Returns when all processes have exited.
  public mutating func run() throws(OperationFailure) {
    for index in slots.indices { slots[index].startAt = 0 }
    while true {
      let now = Clock.milliseconds
      if pulse.beat(now: now) { resumeProbes(now: now) }
      startDueProcesses(now: now)
      if phase == .starting { checkReadiness(now: now) }
      if now >= tickAt { checkProcesses(now: now) }
      if now >= killAt { killAll() }
      if case .stopping = phase, slots.allSatisfy(\.isEmpty) { break }
      wait(now: now)
    }
    pids.remove()
    if let failure { throw failure }
  }

  /// Checks what causes no event: hung processes, locks, and files that could not be written.
  private mutating func checkProcesses(now: Int) {
    tickAt = now + Self.tick
    if InitSystem.watchdogMilliseconds != nil { InitSystem.notify(InitSystem.watchdogState) }
    killExpiredDraining(now: now)
    if case .stopping = phase { return }
    probeAll(now: now)
    if let problem = pids.keep() { warn(problem) }
    do throws(DataLockError) {
      for lock in claim.locks { try lock.check() }
    } catch {
      log.debug("a lock file was replaced", ["error": "\(error)"])
    }
    guard phase == .ready else { return }
    events.tick(now)
    keepBackups(now: now)
  }

  /// Sleeps until a descriptor is ready or the next action is due.
  private mutating func wait(now: Int) {
    var watched = [pollfd(fd: signals, events: Int16(POLLIN), revents: 0)]
    watched.append(pollfd(fd: phase == .starting ? readiness.descriptor : -1, events: Int16(POLLIN), revents: 0))
    for slot in slots {
      let process = slot.process
      for descriptor in [process?.errors, process?.drainNotice, process?.probe.descriptor] {
        watched.append(pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0))
      }
    }
    let drainingErrors = slots.flatMap { slot in slot.draining.map(\.process.errors) }
    watched += drainingErrors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var due = [tickAt, killAt] + slots.compactMap(\.startAt)
    if phase == .starting { due.append(readiness.deadline) }
    let pause = Int32(max(0, min((due.min() ?? now) - now, 60_000)))
    guard poll(&watched, nfds_t(watched.count), pause) > 0 else { return }
    for (index, descriptor) in drainingErrors.enumerated() where watched[2 + 3 * slots.count + index].revents != 0 {
      forwardLog(ofDraining: descriptor)
    }
    for index in slots.indices {
      if watched[2 + 3 * index].revents != 0 { slots[index].process?.forwardLog(settings) }
      if watched[4 + 3 * index].revents != 0 { slots[index].process?.probe.receive() }
    }
    if watched[1].revents != 0 { readiness.receive(now: Clock.milliseconds) }
    if watched[0].revents != 0 { handleSignals() }
    for index in slots.indices where watched[3 + 3 * index].revents != 0 { receiveDrainNotice(index) }
  }

  private mutating func checkReadiness(now: Int) {
    readiness.ask(now: now)
    guard readiness.isReady else { return }
    phase = .ready
    events.ready(listener.address)
    InitSystem.notify("READY=1")
  }

  private mutating func handleSignals() {
    while let signal = Signals.next(signals) {
      if signal == SIGCHLD {
        reap()
      } else if case .stopping = phase {
        killAll()
      } else {
        stop(now: Clock.milliseconds)
      }
    }
  }

  /// Stops the edges first and the journal last, so that no process calls one that has exited.
  mutating func stop(now: Int, because failure: OperationFailure? = nil) {
    if case .stopping = phase { return }
    self.failure = failure
    InitSystem.notify("STOPPING=1")
    for index in slots.indices { slots[index].startAt = nil }
    backup?.stop()
    killAt = now + Self.stopPatience
    phase = .stopping(slots.count)
    stopNext()
  }

  mutating func stopNext() {
    guard case .stopping(var index) = phase else { return }
    while index > 0, slots[index...].allSatisfy(\.isEmpty) {
      // All edges stop at the same time.
      repeat {
        index -= 1
        if let process = slots[index].process { kill(process.pid, SIGTERM) }
      } while slots[index].edge?.isFirst == false
    }
    phase = .stopping(index)
  }

  private mutating func killAll() {
    killAt = Int.max
    for slot in slots {
      for process in slot.draining.map(\.process) + [slot.process].compactMap({ $0 }) { kill(process.pid, SIGKILL) }
    }
  }

  /// Logs a warning, or drops it if standard error would block.
  func warn(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    if ErrorStream.isReady { log.warning(message, fields) }
  }
}
