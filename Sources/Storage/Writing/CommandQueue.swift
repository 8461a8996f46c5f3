import Glibc
import Queueing

/// The reasons for rejecting an item.
extension DatabaseError {
  static let queueClosed = DatabaseError(.closed, "the database is closed")
  static let queueFull = DatabaseError(.overloaded, "too much work is queued for the database; retry later")
}

/// Commands that wait for the writing thread: one queue per user, scheduled fairly by cost.
///
/// Sendable because the queues are used only under the monitor.
final class CommandQueue: @unchecked Sendable {
  private let monitor = Monitor()
  private let capacity: Int
  private let capacityCost: Int
  private var waiting = FairQueue<any Command>(quantum: 1)
  private var isClosed = false
  /// The writer is woken when this many commands are queued.
  private var wanted = 1

  init(capacity: Int = StorageLimits.queuedCommands, cost: Int = StorageLimits.queuedCost) {
    self.capacity = capacity
    capacityCost = cost
  }

  /// Adds the command. If the queue is full, rejects the newest commands of the user with the longest queue, possibly
  /// this one.
  func add(_ command: any Command, of user: String, cost: Int) {
    var rejected: [any Command] = []
    let isAccepted = monitor.locked {
      guard !isClosed else { return false }
      waiting.add(command, of: user, cost: cost)
      while waiting.count > capacity || waiting.cost > capacityCost, let last = waiting.takeFromLongest() {
        rejected.append(last.item)
      }
      if isEnough { monitor.wakeOne() }
      return true
    }
    guard isAccepted else { return command.complete(with: DatabaseError.queueClosed) }
    for command in rejected { command.complete(with: DatabaseError.queueFull) }
  }

  /// Whether further commands would not share the next sync.
  private var isEnough: Bool {
    waiting.count >= wanted || waiting.cost >= StorageLimits.costPerCommit
  }

  /// Waits for commands and returns the next group, or an empty list when the queue is closed and empty. If fewer than
  /// `expected` commands are queued, waits a little longer.
  ///
  /// An expensive command is always the first of a group, so that no cheap command waits for it.
  func takeGroup(expecting expected: Int, waitNanoseconds: Int) -> [any Command] {
    monitor.locked {
      while waiting.isEmpty {
        if isClosed { return [] }
        monitor.wait()
      }
      if waitNanoseconds > 0 { waitForMore(expecting: expected, nanoseconds: waitNanoseconds) }
      var group: [any Command] = []
      group.reserveCapacity(min(waiting.count, StorageLimits.commandsPerCommit))
      var room = StorageLimits.costPerCommit
      var highestCost = Int.max
      while group.count < StorageLimits.commandsPerCommit, let next = waiting.takeFirst(costingAtMost: highestCost) {
        group.append(next.item)
        room -= next.cost
        highestCost = min(room, StorageLimits.expensiveCommandCost - 1)
      }
      return group
    }
  }

  private func waitForMore(expecting expected: Int, nanoseconds: Int) {
    wanted = expected
    defer { wanted = 1 }
    guard !isEnough else { return }
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    deadline.tv_nsec += nanoseconds
    deadline.tv_sec += deadline.tv_nsec / 1_000_000_000
    deadline.tv_nsec %= 1_000_000_000
    while !isEnough && !isClosed {
      guard monitor.wait(until: &deadline) else { break }
    }
  }

  var count: Int {
    monitor.locked { waiting.count }
  }

  /// Rejects new commands. Queued commands are still returned.
  func close() {
    monitor.locked {
      isClosed = true
      monitor.wakeAll()
    }
  }
}
