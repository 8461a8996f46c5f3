import Queueing

/// Reads that wait for a reading thread: one queue per user, scheduled fairly by cost. Expensive reads have a separate
/// queue, so that a cheap read soon finds a free reader.
///
/// Sendable because the queues are used only under the monitor.
final class ReadQueue: @unchecked Sendable {
  private let monitor = Monitor()
  private let capacity: Int
  private let capacityCost: Int
  private var small = FairQueue<any ReadRequest>(quantum: 1)
  private var expensive = FairQueue<any ReadRequest>(quantum: StorageLimits.expensiveReadCost)
  private var isClosed = false

  init(capacity: Int = StorageLimits.queuedReads, cost: Int = StorageLimits.queuedCost) {
    self.capacity = capacity
    capacityCost = cost
  }

  /// Adds a read, or rejects reads like `CommandQueue.add`.
  func add(_ read: any ReadRequest, of user: String, cost: Int) {
    var rejected: [any ReadRequest] = []
    let isAccepted = monitor.locked {
      guard !isClosed else { return false }
      if cost < StorageLimits.expensiveReadCost {
        small.add(read, of: user, cost: cost)
        while small.count > capacity || small.cost > capacityCost, let last = small.takeFromLongest() {
          rejected.append(last.item)
        }
        monitor.wakeOne()
      } else {
        expensive.add(read, of: user, cost: cost)
        while expensive.count > capacity || expensive.cost > capacityCost, let last = expensive.takeFromLongest() {
          rejected.append(last.item)
        }
        // Wakes all threads, because one of them may not accept expensive reads.
        monitor.wakeAll()
      }
      return true
    }
    guard isAccepted else { return read.complete(with: DatabaseError.queueClosed) }
    for read in rejected { read.complete(with: DatabaseError.queueFull) }
  }

  /// The reads that a reader accepts.
  enum Part {
    /// Only cheap reads. With several readers, at least one of them is reserved for these.
    case small
    /// Cheap and expensive reads, in turn.
    case all
  }

  /// Waits for the next batch: one expensive read or several cheap ones. Returns an empty list when the queue is closed
  /// and this reader has nothing left. `expensiveNext` alternates between the queues.
  func take(_ part: Part, expensiveNext: inout Bool) -> [any ReadRequest] {
    monitor.locked {
      while true {
        if part == .all, !expensive.isEmpty, expensiveNext || small.isEmpty, let next = expensive.takeFirst() {
          expensiveNext = false
          return [next.item]
        }
        expensiveNext = true
        if !small.isEmpty { return takeSmall() }
        if isClosed { return [] }
        monitor.wait()
      }
    }
  }

  private func takeSmall() -> [any ReadRequest] {
    var batch: [any ReadRequest] = []
    batch.reserveCapacity(min(small.count, StorageLimits.readsPerSnapshot))
    var room = StorageLimits.expensiveReadCost
    while batch.count < StorageLimits.readsPerSnapshot, let next = small.takeFirst(costingAtMost: room) {
      batch.append(next.item)
      room -= next.cost
    }
    if !small.isEmpty { monitor.wakeOne() }
    return batch
  }

  /// Rejects new reads. Queued reads are still returned.
  func close() {
    monitor.locked {
      isClosed = true
      monitor.wakeAll()
    }
  }
}
