import Glibc
import Synchronization

/// A thread for blocking work, which an event loop must not do.
public final class WorkerThread: Sendable {
  private let thread: pthread_t
  private let isJoined = Mutex(false)

  public init(_ body: @escaping @Sendable () -> Void) throws {
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
      throw DatabaseError(.overloaded, "cannot start a thread: error \(code)")
    }
    thread = made
  }

  /// Waits for the thread to end.
  func join() {
    isJoined.withLock { isJoined in
      if !isJoined { pthread_join(thread, nil) }
      isJoined = true
    }
  }

  /// Lets the thread run without a `join`. Its resources are released when it ends.
  public func detach() {
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
