import Glibc

/// A mutex with one condition variable.
///
/// Sendable because the system's mutex and condition may be used by any thread.
final class Monitor: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  @inline(__always)
  func locked<T>(_ body: () throws -> T) rethrows -> T {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Call the wait and wake functions only inside `locked`.
  func wait() {
    pthread_cond_wait(changed, mutex)
  }

  /// Returns false after the deadline.
  func wait(until deadline: inout timespec) -> Bool {
    pthread_cond_timedwait(changed, mutex, &deadline) != ETIMEDOUT
  }

  func wakeOne() {
    pthread_cond_signal(changed)
  }

  func wakeAll() {
    pthread_cond_broadcast(changed)
  }
}
