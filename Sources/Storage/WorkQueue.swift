import Glibc

/// A bounded queue between threads: its consumers sleep while there is nothing to do.
///
/// The items are touched under the mutex only, which is what makes it sendable.
final class WorkQueue<Item: Sendable>: @unchecked Sendable {
  enum Refusal { case closed, full }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let filled = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let capacity: Int
  private var items: [Item] = []
  private var isClosed = false
  /// A sleeping consumer is woken once so many items are there.
  private var wanted = 1

  init(capacity: Int) {
    self.capacity = capacity
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(filled, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(filled)
    pthread_mutex_destroy(mutex)
    filled.deallocate()
    mutex.deallocate()
  }

  /// Nil where the item was taken in.
  func add(_ item: Item) -> Refusal? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if isClosed { return .closed }
    if items.count >= capacity { return .full }
    items.append(item)
    if items.count >= wanted { pthread_cond_signal(filled) }
    return nil
  }

  /// Waits for items and takes up to `limit`; empty once the queue is closed and nothing is left. Where fewer are there
  /// than `expected`, waits a little longer for the rest.
  func take(_ limit: Int, expecting expected: Int = 1, patienceNanoseconds: Int = 0) -> [Item] {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while items.isEmpty {
      if isClosed { return [] }
      pthread_cond_wait(filled, mutex)
    }
    if items.count < expected, patienceNanoseconds > 0 {
      linger(untilThereAre: expected, nanoseconds: patienceNanoseconds)
    }
    if items.count <= limit {
      let taken = items
      items = []
      items.reserveCapacity(min(taken.count, limit))
      return taken
    }
    let taken = Array(items.prefix(limit))
    items.removeFirst(limit)
    pthread_cond_signal(filled)
    return taken
  }

  /// With the mutex held. Only a queue with one consumer is waited for so: `wanted` is one for all.
  private func linger(untilThereAre expected: Int, nanoseconds: Int) {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    deadline.tv_nsec += nanoseconds
    deadline.tv_sec += deadline.tv_nsec / 1_000_000_000
    deadline.tv_nsec %= 1_000_000_000
    wanted = expected
    while items.count < expected && !isClosed {
      if pthread_cond_timedwait(filled, mutex, &deadline) == ETIMEDOUT { break }
    }
    wanted = 1
  }

  var count: Int {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return items.count
  }

  /// Refuses further items; those inside are still handed out.
  func close() {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    isClosed = true
    pthread_cond_broadcast(filled)
  }
}
