import Glibc
import Synchronization

/// A thread for work that blocks, which no event loop may do.
final class WorkerThread: Sendable {
  private let thread: pthread_t
  private let isJoined = Mutex(false)

  init(_ body: @escaping @Sendable () -> Void) throws {
    let start = Unmanaged.passRetained(Start(body: body))
    var made = pthread_t()
    let code = pthread_create(
      &made, nil,
      { @Sendable argument in
        guard let argument else { return nil }
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        start.body()
        return nil
      }, start.toOpaque())
    guard code == 0 else {
      start.release()
      throw DatabaseError(.overloaded, "no thread could be started: \(code)")
    }
    thread = made
  }

  /// Waits until the thread has ended.
  func join() {
    isJoined.withLock { isJoined in
      if !isJoined { pthread_join(thread, nil) }
      isJoined = true
    }
  }

  /// It is not joined: what it holds is released when it ends.
  func detach() {
    isJoined.withLock { isJoined in
      if !isJoined { pthread_detach(thread) }
      isJoined = true
    }
  }

  private final class Start: Sendable {
    let body: @Sendable () -> Void

    init(body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }
}
