import Queueing

/// Reads on their way to the threads that read: a queue for each user, taken in turn by cost. What is dear waits apart,
/// so that small reads always find a reader that is soon done.
///
/// The questions are touched under the monitor only, which is what makes it sendable.
final class QuestionQueue: @unchecked Sendable {
  private let monitor = Monitor()
  private let capacity: Int
  private let capacityCost: Int
  private var small = FairQueue<any Question>(quantum: 1)
  private var dear = FairQueue<any Question>(quantum: StorageLimits.dearReadCost)
  private var isClosed = false

  init(capacity: Int = StorageLimits.queuedReads, cost: Int = StorageLimits.queuedCost) {
    self.capacity = capacity
    capacityCost = cost
  }

  /// As `CommandQueue.add`.
  func add(_ question: any Question, of user: String, cost: Int) {
    var refused: [any Question] = []
    let isTaken = monitor.locked {
      guard !isClosed else { return false }
      if cost < StorageLimits.dearReadCost {
        small.add(question, of: user, cost: cost)
        while small.count > capacity || small.cost > capacityCost, let last = small.takeFromLongest() {
          refused.append(last.item)
        }
        monitor.wakeOne()
      } else {
        dear.add(question, of: user, cost: cost)
        while dear.count > capacity || dear.cost > capacityCost, let last = dear.takeFromLongest() {
          refused.append(last.item)
        }
        // The one that is woken may be a reader that leaves dear reads to the others.
        monitor.wakeAll()
      }
      return true
    }
    guard isTaken else { return question.answer(DatabaseError.queueClosed) }
    for question in refused { question.answer(DatabaseError.queueFull) }
  }

  /// What a reader is there for.
  enum Part {
    /// Small reads alone: one reader at least is so, where there are several.
    case small
    /// Small and dear ones, in turns.
    case all
  }

  /// Waits for questions and takes the next: one that is dear, or a few small ones. Empty once the queue is closed and
  /// nothing is left for this reader. `dearNext` keeps whose turn it is.
  func take(_ part: Part, dearNext: inout Bool) -> [any Question] {
    monitor.locked {
      while true {
        if part == .all, !dear.isEmpty, dearNext || small.isEmpty, let next = dear.takeFirst() {
          dearNext = false
          return [next.item]
        }
        dearNext = true
        if !small.isEmpty { return takeSmall() }
        if isClosed { return [] }
        monitor.wait()
      }
    }
  }

  private func takeSmall() -> [any Question] {
    var batch: [any Question] = []
    batch.reserveCapacity(min(small.count, StorageLimits.readsPerSnapshot))
    var room = StorageLimits.dearReadCost
    while batch.count < StorageLimits.readsPerSnapshot, let next = small.takeFirst(costingAtMost: room) {
      batch.append(next.item)
      room -= next.cost
    }
    if !small.isEmpty { monitor.wakeOne() }
    return batch
  }

  /// Refuses further questions; those inside are still handed out.
  func close() {
    monitor.locked {
      isClosed = true
      monitor.wakeAll()
    }
  }
}
