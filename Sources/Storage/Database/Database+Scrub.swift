extension Database {
  /// Removes the remains of deleted rows from the engine's files. Writes wait while the log is emptied, or a file of an
  /// earlier version is rewritten; reads continue. If this throws, remains may still exist.
  public func scrub() async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      do {
        try BlockingWork.start { [address] in
          continuation.resume(with: Result { try address.driver.scrub() })
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }
}
