extension Database {
  /// Returns when none of the engine's files holds anything of a row that was deleted before. Writers wait meanwhile,
  /// for as long as the database takes to be copied; reads go on. Throws where something of it may still be there.
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
