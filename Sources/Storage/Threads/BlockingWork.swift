/// Rare blocking work, such as reopening a file, on a temporary thread.
public enum BlockingWork {
  /// Starts `body` without waiting for it. If no thread can be started, throws and does not run `body`.
  public static func start(_ body: @escaping @Sendable () -> Void) throws {
    try WorkerThread(body).detach()
  }
}
