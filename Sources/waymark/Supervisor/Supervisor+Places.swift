import Glibc
import Service

extension Supervisor {
  mutating func startWhatIsDue(now: Int) {
    for index in places.indices {
      guard let time = places[index].startAt, time <= now else { continue }
      start(index, now: now)
    }
  }

  private mutating func start(_ index: Int, now: Int) {
    let name = places[index].name
    places[index].startAt = nil
    do throws(CommandFailure) {
      places[index].process = try ChildProcess(
        name: name, settings: settings, listener: name == "edge" ? listener.descriptor : nil, now: now)
    } catch {
      // The system is out of something, as it may be for a while.
      let pause = places[index].restart.pause(startedAt: now, diedAt: now)
      places[index].startAt = now + pause
      warn("a process cannot be started now", ["name": name, "reason": "\(error)", "after": "\(pause)ms"])
      return
    }
    writePids()
  }

  private mutating func writePids() {
    var running = places.compactMap { place in place.process.map { (place.name, $0.pid) } }
    if let pid = backup?.pid { running.append((BackupChild.name, pid)) }
    if let problem = pids.write(running) { warn(problem) }
  }

  /// The process that makes backups, where that is wanted.
  mutating func keepBackups(now: Int) {
    do throws(CommandFailure) {
      if try backup?.keep(settings, now: now) == true { writePids() }
    } catch {
      warn("backups cannot be made now", ["reason": "\(error)"])
    }
  }

  mutating func reap() {
    var status: Int32 = 0
    while true {
      let pid = waitpid(-1, &status, WNOHANG)
      guard pid > 0 else { return }
      if backup?.ended(pid, now: Clock.milliseconds) == true {
        if case .stopping = phase {} else { warnOfEnd(BackupChild.name, status, after: BackupChild.pauseMilliseconds) }
        writePids()
      }
      // In a container this may be the parent of processes that it never started.
      for index in places.indices { ended(index, pid, status: status, now: Clock.milliseconds) }
    }
  }

  private mutating func ended(_ index: Int, _ pid: pid_t, status: Int32, now: Int) {
    if let place = places[index].leaving.firstIndex(where: { $0.process.pid == pid }) {
      var process = places[index].leaving.remove(at: place).process
      process.passLog(settings, isLast: true)
      process.closeAll()
    } else if var process = places[index].process, process.pid == pid {
      places[index].process = nil
      process.passLog(settings, isLast: true)
      let startedAt = process.startedAt
      process.closeAll()
      if case .stopping = phase {} else { startAgain(index, startedAt: startedAt, status: status, now: now) }
    } else {
      return
    }
    stopNext()
  }

  private mutating func startAgain(_ index: Int, startedAt: Int, status: Int32, now: Int) {
    let name = places[index].name
    let pause = places[index].restart.pause(startedAt: startedAt, diedAt: now)
    places[index].failures += 1
    let byItself = status & 0x7F == 0
    if phase == .starting, byItself, places[index].failures >= Self.startAttempts, !Reserve.isDiskFull(settings.data) {
      return stop(now: now, because: CommandFailure("\(name) does not start; its last words are above"))
    }
    places[index].startAt = now + pause
    warnOfEnd(name, status, after: pause)
  }

  private func warnOfEnd(_ name: String, _ status: Int32, after pause: Int) {
    let reason = status & 0x7F == 0 ? "exit code \(status >> 8 & 0xFF)" : "signal \(status & 0x7F)"
    warn("a process ended and starts again", ["name": name, "reason": reason, "after": "\(pause)ms"])
  }

  /// A process that takes no more work has a successor at once, before its last work is done.
  mutating func receiveLeaving(_ index: Int) {
    guard var process = places[index].process else { return }
    let isLeaving = process.receivesLeaving()
    places[index].process = process
    if case .stopping = phase { return }
    guard isLeaving else { return }
    let now = Clock.milliseconds
    process.probe.hangUp()
    places[index].process = nil
    places[index].leaving.append((process, killAt: now + Self.stopPatience))
    // It was asked to leave: that is no failure of its own.
    places[index].startAt = now
    startWhatIsDue(now: now)
  }

  mutating func endLeavers(now: Int) {
    for leaver in places.flatMap(\.leaving) where now >= leaver.killAt { kill(leaver.process.pid, SIGKILL) }
  }

  mutating func readLog(ofLeaver errors: Int32) {
    for index in places.indices {
      guard let place = places[index].leaving.firstIndex(where: { $0.process.errors == errors }) else { continue }
      places[index].leaving[place].process.passLog(settings)
    }
  }

  /// Kills what has answered and does so no more.
  mutating func askAll(now: Int) {
    let patience = settings.silenceMilliseconds
    for index in places.indices {
      places[index].process?.probe.ask(now: now, settings: settings)
      guard let process = places[index].process, process.probe.liveness.isHung(now: now, patience: patience) else {
        continue
      }
      warn(
        "a process does not answer and is killed",
        ["name": process.name, "pid": "\(process.pid)", "silent": "\(patience / 1_000)s"])
      kill(process.pid, SIGKILL)
      // Once is enough.
      places[index].process?.probe.forgive()
    }
  }

  /// Nothing ran here for a while, as when the machine sleeps: what was not received meanwhile says nothing.
  mutating func stoodStill(now: Int) {
    for index in places.indices { places[index].process?.probe.resume(now: now) }
  }
}

extension ChildProcess {
  /// JSON lines name their service themselves, and a prefix would spoil them.
  mutating func passLog(_ settings: Settings, isLast: Bool = false) {
    let prefix = settings.logFormat == .json ? "" : Command.padded(name, 10) + "| "
    var chunk = [UInt8](repeating: 0, count: 16 * 1_024)
    while errors >= 0 {
      let count = read(errors, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      for line in lines.add(chunk[..<count]) { ErrorStream.write(Array(prefix.utf8) + line + [0x0A]) }
    }
    if isLast, let rest = lines.finish() { ErrorStream.write(Array(prefix.utf8) + rest + [0x0A]) }
  }
}
