import Glibc
import Synchronization

/// Does blocking or long jobs on a few threads, in order. A thread ends when nothing waits.
public final class JobThreads: Sendable {
  private typealias Job = @Sendable () -> Void

  private struct State {
    var running = 0
    var waiting: [Job] = []
  }

  private let most: Int
  private let longestQueue: Int
  private let niceness: Int32
  private let state = Mutex(State())

  /// `niceness` lowers the priority of the threads, so that the service's other threads run first.
  public init(threads: Int, waiting: Int, niceness: Int32 = 0) {
    most = threads
    longestQueue = waiting
    self.niceness = niceness
  }

  /// The jobs that wait or run.
  public var count: Int { state.withLock { $0.running + $0.waiting.count } }

  /// Returns nil if too many jobs wait or no thread can be started.
  public func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value? {
    await withCheckedContinuation { continuation in
      if !add({ continuation.resume(returning: work()) }) { continuation.resume(returning: nil) }
    }
  }

  /// Returns false if too many jobs wait or no thread can be started. A thread does the waiting jobs before it ends.
  private func add(_ job: @escaping Job) -> Bool {
    let place: (isAccepted: Bool, isNewThread: Bool) = state.withLock { state in
      guard state.running >= most else {
        state.running += 1
        return (true, true)
      }
      guard state.waiting.count < longestQueue else { return (false, false) }
      state.waiting.append(job)
      return (true, false)
    }
    guard place.isNewThread else { return place.isAccepted }
    do {
      try WorkerThread { [self] in
        if niceness != 0 { setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness) }
        job()
        workOff()
      }.detach()
      return true
    } catch {
      workOff()
      return false
    }
  }

  /// Does the waiting jobs, then reduces the number of running threads.
  private func workOff() {
    while true {
      let job: Job? = state.withLock { state in
        guard !state.waiting.isEmpty else {
          state.running -= 1
          return nil
        }
        return state.waiting.removeFirst()
      }
      guard let job else { return }
      job()
    }
  }
}
