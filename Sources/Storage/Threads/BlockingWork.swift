/// Work that blocks and is rare, such as opening a file anew, on a thread that lives only for it.
public enum BlockingWork {
  /// Runs `body` and does not wait for it; where no thread can be started it throws, and `body` does not run.
  public static func start(_ body: @escaping @Sendable () -> Void) throws {
    try WorkerThread(body).detach()
  }
}
