internal import Synchronization

extension Loop {
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard !isCurrent else {
      core.pointee.jobs.append(job)
      return
    }
    remote.withLock { remote in
      remote.jobs.append(job)
      hasRemote.store(true, ordering: .sequentiallyConsistent)
    }
    wakeIfSleeping()
  }

  public func asUnownedTaskExecutor() -> UnownedTaskExecutor {
    UnownedTaskExecutor(ordinary: self)
  }

  /// Runs `work` on the loop; from any thread.
  public func execute(_ work: @escaping @Sendable () -> Void) {
    guard !isCurrent else {
      core.pointee.work.append(work)
      return
    }
    remote.withLock { remote in
      remote.work.append(work)
      hasRemote.store(true, ordering: .sequentiallyConsistent)
    }
    wakeIfSleeping()
  }

  /// Runs `work` later in this turn. On the loop only.
  public func soon(_ work: @escaping () -> Void) {
    preconditionOnLoop()
    core.pointee.work.append(work)
  }

  /// Runs `work` when this turn has nothing else left to do, before its output is written. Used to send one batch for
  /// all requests of a turn. On the loop only.
  public func atEndOfTurn(_ work: @escaping () -> Void) {
    preconditionOnLoop()
    core.pointee.endOfTurn.append(work)
  }

  /// Runs `work` on the loop after `milliseconds`, unless the timer is cancelled. On the loop only.
  @discardableResult
  public func schedule(afterMilliseconds milliseconds: Int, _ work: @escaping () -> Void) -> LoopTimer {
    schedule(atNanoseconds: system.now + UInt64(max(0, milliseconds)) * 1_000_000, work)
  }

  /// Suspends the calling task, which runs on this loop. With 0 milliseconds, it continues in the next turn, so that
  /// long work does not delay other calls.
  package func pause(milliseconds: Int) async {
    await withCheckedContinuation { continuation in
      schedule(afterMilliseconds: milliseconds) { continuation.resume() }
    }
  }

  /// Runs `work` at a time of the loop's clock (`now`).
  package func schedule(atNanoseconds due: UInt64, _ work: @escaping () -> Void) -> LoopTimer {
    preconditionOnLoop()
    let timer = LoopTimer(due: due, work: work)
    core.pointee.timers.insert(timer)
    return timer
  }

  private func wakeIfSleeping() {
    if sleeping.exchange(false, ordering: .sequentiallyConsistent) { system.wake() }
  }
}
