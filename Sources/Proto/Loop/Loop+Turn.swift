internal import CLinux
internal import Glibc
internal import Synchronization

extension Loop {
  /// One turn: wait, call the handlers of ready descriptors, fire timers, run what is queued, then send what all of it
  /// produced.
  func turn() {
    let count = wait()
    core.pointee.now = monotonicNow()
    for index in 0..<count { dispatch(core.pointee.events[index]) }
    while let timer = core.pointee.timers.popDue(at: core.pointee.now) { timer.fire() }
    runQueued()
    flushStreams()
  }

  private func wait() -> Int {
    var milliseconds: CInt = 0
    if !core.pointee.hasWork {
      core.pointee.arm()
      milliseconds = -1
      // A thread that hands something over after this sees that the loop sleeps, and wakes it.
      sleeping.store(true, ordering: .sequentiallyConsistent)
      if hasRemote.load(ordering: .sequentiallyConsistent) || stopping.load(ordering: .sequentiallyConsistent) {
        milliseconds = 0
      }
    }
    let count = epoll_wait(core.pointee.epoll, core.pointee.events, CInt(LoopLimits.eventsPerTurn), milliseconds)
    sleeping.store(false, ordering: .relaxed)
    // An interrupted wait is an empty turn; nothing else can fail here while the loop owns its descriptors.
    precondition(count >= 0 || errno == EINTR, "epoll_wait failed")
    return max(0, Int(count))
  }

  private func dispatch(_ event: epoll_event) {
    let mark = event.data.u64
    guard mark != Loop.wakeupMark else {
      var value: UInt64 = 0
      _ = read(wakeup, &value, 8)
      return
    }
    guard mark != Loop.alarmMark else { return core.pointee.disarm() }
    let descriptor = Int(UInt32(truncatingIfNeeded: mark))
    guard descriptor < core.pointee.slots.count else { return }
    let slot = core.pointee.slots[descriptor]
    guard slot.generation == UInt32(truncatingIfNeeded: mark >> 32) else { return }
    slot.handler?.ready(event.events)
  }

  /// Jobs, callbacks and what belongs at the end of a turn, until all is quiet or the sockets must have their turn. The
  /// end of a turn comes then too, however busy the tasks are.
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
    // As a serial executor too, the loop would be an isolation of its own: each step of a task that belongs to none
    // would leave it at once, by way of the queue.
    let executor = asUnownedTaskExecutor()
    for job in jobs { job.runSynchronously(on: executor) }
    // The storage goes back, so that a busy loop does not allocate a queue each turn.
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

  /// What is written from here on belongs to the next turn.
  func flushStreams() {
    for _ in 0..<core.pointee.flushes.count { core.pointee.flushes.takeFirst()?.flush() }
  }
}

/// Takes the old value out, so that callbacks may change the place while it is gone through.
@inlinable @inline(__always)
package func exchange<Value>(_ place: inout Value, with value: Value) -> Value {
  var value = value
  swap(&place, &value)
  return value
}
