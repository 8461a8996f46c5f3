import CLinux
import Glibc
import Service

/// Keeps the five processes running, from the main thread: a child ends with the thread that started it.
///
/// Nothing that goes wrong here ends the stack: what cannot be done now is done later.
struct Supervisor: ~Copyable {
  /// How long the processes have for stopping in order before they are killed.
  static let stopPatience = 10_000
  /// A process that ends by itself this often before the stack was ever ready cannot start at all.
  static let startAttempts = 5
  /// How often it checks what nothing notifies it of.
  static let tick = 500

  enum Phase: Equatable {
    case starting, ready
    /// Waiting for the processes from this place in `places` on; all those behind it have ended.
    case stopping(Int)
  }

  let settings: Settings
  let listener: Listener
  let locks: [DataLock]
  let log: Log
  let announcement: Announcement
  private let signals: Int32
  var places = Children.names.map(Place.init)
  var phase = Phase.starting
  var pids: PidsFile
  var backup: BackupChild?
  private var readiness: ReadinessProbe
  private var pulse = Pulse()
  private var tickAt = 0
  private var killAt = Int.max
  private var failure: CommandFailure?

  init(settings: Settings, listener: consuming Listener, locks: [DataLock], announcement: Announcement) {
    self.settings = settings
    self.log = settings.makeLog("up")
    self.locks = locks
    self.announcement = announcement
    readiness = ReadinessProbe(settings.socketPath("edge"))
    pids = PidsFile(path: settings.run + "/waymark.pids")
    backup = settings.backup.map(BackupChild.init)
    self.listener = listener
    signals = Signals.descriptor([SIGCHLD, SIGTERM, SIGINT, SIGHUP])
  }

  /// Returns when every process has ended.
  mutating func run() throws(CommandFailure) {
    for index in places.indices { places[index].startAt = 0 }
    while true {
      let now = Clock.milliseconds
      if pulse.beat(now: now) { stoodStill(now: now) }
      startWhatIsDue(now: now)
      if phase == .starting { readiness.ask(now: now) }
      if now >= tickAt { checkProcesses(now: now) }
      if now >= killAt { killAll() }
      if case .stopping = phase, places.allSatisfy(\.isEmpty) { break }
      wait(now: now)
    }
    pids.remove()
    if let failure { throw failure }
  }

  /// What nothing notifies it of: processes that hang, files that could not be written.
  private mutating func checkProcesses(now: Int) {
    tickAt = now + Self.tick
    if InitSystem.watchdogMilliseconds != nil { InitSystem.notify(InitSystem.watchdogState) }
    endLeavers(now: now)
    if case .stopping = phase { return }
    askAll(now: now)
    if let problem = pids.keep() { warn(problem) }
    do throws(DataLockError) {
      for lock in locks { try lock.check() }
    } catch {
      log.debug("the lock's file is another's", ["error": "\(error)"])
    }
    guard phase == .ready else { return }
    announcement.complete(now: now)
    keepBackups(now: now)
  }

  /// Sleeps until something happens or the next thing is due.
  private mutating func wait(now: Int) {
    var watched = [pollfd(fd: signals, events: Int16(POLLIN), revents: 0)]
    watched.append(pollfd(fd: phase == .starting ? readiness.descriptor : -1, events: Int16(POLLIN), revents: 0))
    for place in places {
      let process = place.process
      for descriptor in [process?.errors, process?.leaving, process?.probe.descriptor] {
        watched.append(pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0))
      }
    }
    let leavers = places.flatMap { place in place.leaving.map(\.process.errors) }
    watched += leavers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var due = [tickAt, killAt] + places.compactMap(\.startAt)
    if phase == .starting { due.append(readiness.deadline) }
    let pause = Int32(max(0, min((due.min() ?? now) - now, 60_000)))
    guard poll(&watched, nfds_t(watched.count), pause) > 0 else { return }
    for (index, descriptor) in leavers.enumerated() where watched[2 + 3 * places.count + index].revents != 0 {
      readLog(ofLeaver: descriptor)
    }
    for index in places.indices {
      if watched[2 + 3 * index].revents != 0 { places[index].process?.passLog(settings) }
      if watched[4 + 3 * index].revents != 0 { places[index].process?.probe.receive() }
    }
    if watched[1].revents != 0, readiness.receive(now: Clock.milliseconds) { becomeReady() }
    if watched[0].revents != 0 { takeSignals() }
    for index in places.indices where watched[3 + 3 * index].revents != 0 { receiveLeaving(index) }
  }

  private mutating func becomeReady() {
    phase = .ready
    announcement.ready(listener.address)
    InitSystem.notify("READY=1")
  }

  private mutating func takeSignals() {
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

  /// The edge goes first, the journal last, so that no process calls one that has ended.
  mutating func stop(now: Int, because failure: CommandFailure? = nil) {
    if case .stopping = phase { return }
    self.failure = failure
    InitSystem.notify("STOPPING=1")
    for index in places.indices { places[index].startAt = nil }
    backup?.stop()
    killAt = now + Self.stopPatience
    phase = .stopping(places.count)
    stopNext()
  }

  mutating func stopNext() {
    guard case .stopping(var place) = phase else { return }
    while place > 0, place == places.count || places[place].isEmpty {
      place -= 1
      if let process = places[place].process { kill(process.pid, SIGTERM) }
    }
    phase = .stopping(place)
  }

  private mutating func killAll() {
    killAt = Int.max
    for place in places {
      for process in place.leaving.map(\.process) + [place.process].compactMap({ $0 }) { kill(process.pid, SIGKILL) }
    }
  }

  /// A warning on standard error, lost where that is full.
  func warn(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    if ErrorStream.isReady { log.warning(message, fields) }
  }
}
