import API
import Glibc
import Service

extension Supervisor {
  mutating func startDueProcesses(now: Int) {
    for index in slots.indices {
      guard let time = slots[index].startAt, time <= now else { continue }
      start(index, now: now)
    }
  }

  private mutating func start(_ index: Int, now: Int) {
    let (name, edge) = (slots[index].name, slots[index].edge)
    slots[index].startAt = nil
    do throws(OperationFailure) {
      slots[index].process = try ChildProcess(
        name: name, edge: edge, settings: settings, listener: edge == nil ? nil : listener.descriptor, now: now)
    } catch {
      // The system may be out of memory or processes for a while.
      let pause = slots[index].restart.pause(startedAt: now, diedAt: now)
      slots[index].startAt = now + pause
      warn("cannot start a process; retrying", ["name": name, "reason": "\(error)", "after": "\(pause)ms"])
      return
    }
    writePids()
  }

  private mutating func writePids() {
    var running = slots.compactMap { slot in slot.process.map { (slot.name, $0.pid) } }
    if let pid = backup?.pid { running.append((BackupChild.name, pid)) }
    if let problem = pids.write(running) { warn(problem) }
  }

  /// Starts the backup process if it is configured and not running.
  mutating func keepBackups(now: Int) {
    do throws(OperationFailure) {
      if try backup?.startIfDue(settings, now: now) == true { writePids() }
    } catch {
      warn("cannot start the backup process; retrying", ["reason": "\(error)"])
    }
  }

  mutating func reap() {
    var status: Int32 = 0
    while true {
      let pid = waitpid(-1, &status, WNOHANG)
      guard pid > 0 else { return }
      if backup?.handleExit(pid, now: Clock.milliseconds) == true {
        if case .stopping = phase {} else { warnOfExit(BackupChild.name, status, after: BackupChild.pauseMilliseconds) }
        writePids()
      }
      // In a container, this process may inherit children that it did not start.
      for index in slots.indices { handleExit(index, pid, status: status, now: Clock.milliseconds) }
    }
  }

  private mutating func handleExit(_ index: Int, _ pid: pid_t, status: Int32, now: Int) {
    if let place = slots[index].draining.firstIndex(where: { $0.process.pid == pid }) {
      var process = slots[index].draining.remove(at: place).process
      process.forwardLog(settings, isLast: true)
      process.closeAll()
    } else if var process = slots[index].process, process.pid == pid {
      slots[index].process = nil
      process.forwardLog(settings, isLast: true)
      let startedAt = process.startedAt
      process.closeAll()
      if case .stopping = phase {} else { scheduleRestart(index, startedAt: startedAt, status: status, now: now) }
    } else {
      return
    }
    stopNext()
  }

  private mutating func scheduleRestart(_ index: Int, startedAt: Int, status: Int32, now: Int) {
    let name = slots[index].name
    let pause = slots[index].restart.pause(startedAt: startedAt, diedAt: now)
    slots[index].failures += 1
    if name == OutboundAPI.service { readiness.skipOutbound() }
    let wasKilled = status & 0x7F != 0
    if phase == .starting, !wasKilled, slots[index].failures >= Self.startAttempts, !Reserve.isDiskFull(settings.data) {
      return stop(now: now, because: OperationFailure("\(name) does not start; see its log above"))
    }
    slots[index].startAt = now + pause
    warnOfExit(name, status, after: pause)
  }

  private func warnOfExit(_ name: String, _ status: Int32, after pause: Int) {
    let reason = status & 0x7F == 0 ? "exit code \(status >> 8 & 0xFF)" : "signal \(status & 0x7F)"
    warn("a process exited and will be restarted", ["name": name, "reason": reason, "after": "\(pause)ms"])
  }

  /// Starts the successor of a process that accepts no more work, without waiting for it to finish.
  mutating func receiveDrainNotice(_ index: Int) {
    guard var process = slots[index].process else { return }
    let isDraining = process.readDrainNotice()
    slots[index].process = process
    if case .stopping = phase { return }
    guard isDraining else { return }
    let now = Clock.milliseconds
    process.probe.hangUp()
    slots[index].process = nil
    slots[index].draining.append((process, killAt: now + Self.stopPatience))
    // A requested stop is not a failure, so there is no pause.
    slots[index].startAt = now
    startDueProcesses(now: now)
  }

  mutating func killExpiredDraining(now: Int) {
    for entry in slots.flatMap(\.draining) where now >= entry.killAt { kill(entry.process.pid, SIGKILL) }
  }

  mutating func forwardLog(ofDraining errors: Int32) {
    for index in slots.indices {
      guard let place = slots[index].draining.firstIndex(where: { $0.process.errors == errors }) else { continue }
      slots[index].draining[place].process.forwardLog(settings)
    }
  }

  /// Probes all processes and kills those that have stopped responding.
  mutating func probeAll(now: Int) {
    let patience = settings.silenceMilliseconds
    for index in slots.indices {
      slots[index].process?.probe.ask(now: now, settings: settings)
      guard let process = slots[index].process, process.probe.liveness.isHung(now: now, patience: patience) else {
        continue
      }
      warn(
        "a process does not respond and is killed",
        ["name": process.name, "pid": "\(process.pid)", "silent": "\(patience / 1_000)s"])
      kill(process.pid, SIGKILL)
      // Kills it only once.
      slots[index].process?.probe.reset()
    }
  }

  /// Restarts all timeouts after a gap in which this process did not run, for example because the machine slept.
  mutating func resumeProbes(now: Int) {
    for index in slots.indices { slots[index].process?.probe.resume(now: now) }
  }
}

extension ChildProcess {
  /// Copies log lines to standard error. Text lines get the service's name as a prefix; JSON lines contain it already.
  mutating func forwardLog(_ settings: Settings, isLast: Bool = false) {
    let prefix = settings.logFormat == .json ? "" : TextTable.padded(name, 10) + "| "
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
