import Glibc
import Queueing

/// Why a queue did not keep an item.
extension DatabaseError {
  static let queueClosed = DatabaseError(.closed, "the database is closed")
  static let queueFull = DatabaseError(.overloaded, "too much work is waiting for the database")
}

/// Commands on their way to the one thread that writes: a queue for each user, taken in turn by cost.
///
/// The commands are touched under the monitor only, which is what makes it sendable.
final class CommandQueue: @unchecked Sendable {
  private let monitor = Monitor()
  private let capacity: Int
  private let capacityCost: Int
  private var waiting = FairQueue<any Command>(quantum: 1)
  private var isClosed = false
  /// The sleeping writer is woken once so many commands are there.
  private var wanted = 1

  init(capacity: Int = StorageLimits.queuedCommands, cost: Int = StorageLimits.queuedCost) {
    self.capacity = capacity
    capacityCost = cost
  }

  /// Takes the command in. Where that is too much, the newest commands of the user with most waiting are refused, which
  /// may be this one.
  func add(_ command: any Command, of user: String, cost: Int) {
    var refused: [any Command] = []
    let isTaken = monitor.locked {
      guard !isClosed else { return false }
      waiting.add(command, of: user, cost: cost)
      while waiting.count > capacity || waiting.cost > capacityCost, let last = waiting.takeFromLongest() {
        refused.append(last.item)
      }
      if isEnough { monitor.wakeOne() }
      return true
    }
    guard isTaken else { return command.answer(DatabaseError.queueClosed) }
    for command in refused { command.answer(DatabaseError.queueFull) }
  }

  /// Whether waiting for more commands would share no further sync.
  private var isEnough: Bool {
    waiting.count >= wanted || waiting.cost >= StorageLimits.costPerCommit
  }

  /// Waits for commands and takes the next group; empty once the queue is closed and nothing is left. Where fewer are
  /// there than `expected`, waits a little longer for the rest.
  ///
  /// A dear command begins a group and never joins one, so that no small command waits for it to run first.
  func takeGroup(expecting expected: Int, patienceNanoseconds: Int) -> [any Command] {
    monitor.locked {
      while waiting.isEmpty {
        if isClosed { return [] }
        monitor.wait()
      }
      if patienceNanoseconds > 0 { linger(untilThereAre: expected, nanoseconds: patienceNanoseconds) }
      var group: [any Command] = []
      group.reserveCapacity(min(waiting.count, StorageLimits.commandsPerCommit))
      var room = StorageLimits.costPerCommit
      var dearest = Int.max
      while group.count < StorageLimits.commandsPerCommit, let next = waiting.takeFirst(costingAtMost: dearest) {
        group.append(next.item)
        room -= next.cost
        dearest = min(room, StorageLimits.dearCommandCost - 1)
      }
      return group
    }
  }

  private func linger(untilThereAre expected: Int, nanoseconds: Int) {
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

  /// Refuses further commands; those inside are still handed out.
  func close() {
    monitor.locked {
      isClosed = true
      monitor.wakeAll()
    }
  }
}
