import CLinux
import Glibc
import Service

/// Keeps the five processes running, from the main thread: a child ends with the thread that started it.
struct Supervisor: ~Copyable {
  /// How long the processes have for stopping in order before they are killed.
  static let stopPatience = 10_000
  /// A process that ends by itself this often before the stack was ever ready cannot start at all.
  static let startAttempts = 5

  enum Phase: Equatable {
    case starting, ready
    /// Waiting for the processes from this place in `children` on; all those behind it have ended.
    case stopping(Int)
  }

  private let settings: Settings
  private let listener: Listener
  private let log: Log
  private let signals: Int32
  private let announce: (ListenAddress) -> Void
  private var children = Children.names.map(ChildProcess.init)
  private var phase = Phase.starting
  private var probe: ReadinessProbe
  private var killAt = Int.max
  private var failure: CommandFailure?

  init(settings: Settings, listener: consuming Listener, announce: @escaping (ListenAddress) -> Void) {
    self.settings = settings
    self.log = settings.makeLog("up")
    self.announce = announce
    probe = ReadinessProbe(listener.address)
    self.listener = listener
    signals = Signals.descriptor([SIGCHLD, SIGTERM, SIGINT, SIGHUP])
  }

  /// Returns when every process has ended.
  mutating func run() throws {
    for index in children.indices { try start(index, now: Clock.milliseconds) }
    while true {
      let now = Clock.milliseconds
      try startAgain(now: now)
      if phase == .starting { probe.ask(now: now) }
      if now >= killAt { killAll() }
      if case .stopping = phase, !children.contains(where: \.isRunning) { break }
      try wait(now: now)
    }
    unlink(pidsPath)
    if let failure { throw failure }
  }

  private var pidsPath: String {
    settings.run + "/waymark.pids"
  }

  private mutating func start(_ index: Int, now: Int) throws {
    let socket = children[index].name == "edge" ? listener.descriptor : nil
    try children[index].start(settings: settings, listener: socket, now: now)
    let lines = children.filter(\.isRunning).map { "\($0.name) \($0.pid)\n" }
    try Files.replace(pidsPath, with: lines.joined())
  }

  private mutating func startAgain(now: Int) throws {
    for index in children.indices {
      guard let time = children[index].startAgainAt, time <= now else { continue }
      try start(index, now: now)
    }
  }

  /// Sleeps until something happens or the next thing is due.
  private mutating func wait(now: Int) throws {
    var watched = [pollfd(fd: signals, events: Int16(POLLIN), revents: 0)]
    watched.append(pollfd(fd: phase == .starting ? probe.descriptor : -1, events: Int16(POLLIN), revents: 0))
    watched += children.map { pollfd(fd: $0.errors, events: Int16(POLLIN), revents: 0) }
    var due = children.compactMap(\.startAgainAt)
    if phase == .starting { due.append(probe.deadline) }
    if killAt < .max { due.append(killAt) }
    let pause = due.min().map { Int32(max(0, min($0 - now, 60_000))) } ?? -1
    guard poll(&watched, nfds_t(watched.count), pause) > 0 else { return }
    for index in children.indices where watched[index + 2].revents != 0 { readLog(index) }
    if watched[1].revents != 0, probe.hear(now: Clock.milliseconds) { becomeReady() }
    if watched[0].revents != 0 { try takeSignals() }
  }

  private mutating func becomeReady() {
    phase = .ready
    announce(listener.address)
    InitSystem.notify("READY=1")
  }

  private mutating func takeSignals() throws {
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

  /// The edge goes first, the journal last, so that nobody is asked who is no longer there.
  private mutating func stop(now: Int) {
    if case .stopping = phase { return }
    InitSystem.notify("STOPPING=1")
    for index in children.indices { children[index].startAgainAt = nil }
    killAt = now + Self.stopPatience
    phase = .stopping(children.count)
    stopNext()
  }

  private mutating func stopNext() {
    guard case .stopping(var place) = phase else { return }
    while place > 0, place == children.count || !children[place].isRunning {
      place -= 1
      if children[place].isRunning { kill(children[place].pid, SIGTERM) }
    }
    phase = .stopping(place)
  }

  private func killAll() {
    for child in children where child.isRunning { kill(child.pid, SIGKILL) }
  }

  private mutating func reap() {
    var status: Int32 = 0
    while true {
      let pid = waitpid(-1, &status, WNOHANG)
      guard pid > 0 else { return }
      // In a container this may be the parent of processes that it never started.
      guard let index = children.firstIndex(where: { $0.pid == pid }) else { continue }
      ended(index, status: status, now: Clock.milliseconds)
    }
  }

  private mutating func ended(_ index: Int, status: Int32, now: Int) {
    readLog(index)
    if let rest = children[index].lines.finish() { pass(rest, of: children[index].name) }
    close(children[index].errors)
    children[index].errors = -1
    children[index].pid = 0
    if case .stopping = phase {
      stopNext()
      return
    }
    let name = children[index].name
    let pause = children[index].restart.pause(startedAt: children[index].startedAt, diedAt: now)
    children[index].failures += 1
    let byItself = status & 0x7F == 0
    if phase == .starting, byItself, children[index].failures >= Self.startAttempts {
      failure = CommandFailure("\(name) does not start; its last words are above")
      stop(now: now)
      return
    }
    children[index].startAgainAt = now + pause
    let reason = byItself ? "exit code \(status >> 8 & 0xFF)" : "signal \(status & 0x7F)"
    log.warning("a process ended and starts again", ["name": name, "reason": reason, "after": "\(pause)ms"])
  }

  private mutating func readLog(_ index: Int) {
    var chunk = [UInt8](repeating: 0, count: 16 * 1_024)
    while children[index].errors >= 0 {
      let count = read(children[index].errors, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      for line in children[index].lines.add(chunk[..<count]) { pass(line, of: children[index].name) }
    }
  }

  /// JSON lines name their service themselves, and a prefix would spoil them.
  private func pass(_ line: [UInt8], of name: String) {
    let prefix = settings.logFormat == .json ? "" : Command.padded(name, 10) + "| "
    ErrorStream.write(Array(prefix.utf8) + line + [0x0A])
  }
}
