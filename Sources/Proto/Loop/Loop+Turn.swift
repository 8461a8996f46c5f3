internal import CLinux
internal import Synchronization

extension Loop {
  /// One turn: waits, calls the handlers of ready descriptors, fires timers, runs queued work, and sends the output.
  package func turn() {
    let count = wait()
    core.pointee.now = system.now
    for index in 0..<count { dispatch(core.pointee.events[index]) }
    while let timer = core.pointee.timers.popDue(at: core.pointee.now) { timer.fire() }
    runQueued()
    flushStreams()
  }

  /// Whether a turn would have something to do besides ready descriptors and timers.
  package var hasQueuedWork: Bool {
    core.pointee.hasWork || hasRemote.load(ordering: .sequentiallyConsistent)
  }

  /// When the first timer is due.
  package var nextTimerDue: UInt64? { core.pointee.timers.nextDue() }

  /// Drops all handlers, timers and callbacks, which may hold each other and the loop.
  package func dropAll() {
    core.pointee.slots = []
    core.pointee.work = []
    core.pointee.endOfTurn = []
    core.pointee.timers = TimerHeap()
    while core.pointee.flushes.takeFirst() != nil {}
  }

  private func wait() -> Int {
    guard !core.pointee.hasWork else { return system.wait(into: core.pointee.events, blocking: false, due: nil) }
    let due = core.pointee.timers.nextDue()
    // A thread that enqueues work after this sees that the loop sleeps, and wakes it.
    sleeping.store(true, ordering: .sequentiallyConsistent)
    let blocking =
      !hasRemote.load(ordering: .sequentiallyConsistent) && !stopping.load(ordering: .sequentiallyConsistent)
    defer { sleeping.store(false, ordering: .relaxed) }
    return system.wait(into: core.pointee.events, blocking: blocking, due: due)
  }

  private func dispatch(_ event: epoll_event) {
    let mark = event.data.u64
    let descriptor = Int(UInt32(truncatingIfNeeded: mark))
    guard descriptor < core.pointee.slots.count else { return }
    let slot = core.pointee.slots[descriptor]
    guard slot.generation == UInt32(truncatingIfNeeded: mark >> 32) else { return }
    slot.handler?.ready(event.events)
  }

  /// Runs jobs, callbacks and end-of-turn work until none is left, or for `roundsPerTurn` rounds. The end-of-turn work
  /// runs in both cases.
  func runQueued() {
    for _ in 0..<LoopLimits.roundsPerTurn {
      takeRemote()
      runJobs()
      runWork()
      guard core.pointee.jobs.isEmpty, core.pointee.work.isEmpty else { continue }
      guard !core.pointee.endOfTurn.isEmpty else { return }
      runEndOfTurn()
    }
    runEndOfTurn()
  }

  private func runEndOfTurn() {
    guard !core.pointee.endOfTurn.isEmpty else { return }
    for work in exchange(&core.pointee.endOfTurn, with: []) { work() }
  }

  private func runJobs() {
    guard !core.pointee.jobs.isEmpty else { return }
    var jobs = exchange(&core.pointee.jobs, with: [])
    // Not as a serial executor too: the loop would then be an isolation domain, and each step of a nonisolated task
    // would leave it through the queue.
    let executor = asUnownedTaskExecutor()
    for job in jobs { job.runSynchronously(on: executor) }
    // Keeps the storage, so that a busy loop does not allocate a queue each turn.
    guard core.pointee.jobs.isEmpty else { return }
    jobs.removeAll(keepingCapacity: true)
    core.pointee.jobs = jobs
  }

  private func runWork() {
    guard !core.pointee.work.isEmpty else { return }
    for work in exchange(&core.pointee.work, with: []) { work() }
  }

  private func takeRemote() {
    guard hasRemote.load(ordering: .acquiring) else { return }
    let taken = remote.withLock { remote in
      hasRemote.store(false, ordering: .relaxed)
      return exchange(&remote, with: Remote())
    }
    core.pointee.jobs.append(contentsOf: taken.jobs)
    for work in taken.work { core.pointee.work.append(work) }
  }

  /// Output written from now on is sent in the next turn.
  func flushStreams() {
    for _ in 0..<core.pointee.flushes.count { core.pointee.flushes.takeFirst()?.flush() }
  }
}

/// Replaces the value and returns the old one, so that callbacks may change the place while the caller iterates.
@inlinable @inline(__always)
package func exchange<Value>(_ place: inout Value, with value: Value) -> Value {
  var value = value
  swap(&place, &value)
  return value
}
