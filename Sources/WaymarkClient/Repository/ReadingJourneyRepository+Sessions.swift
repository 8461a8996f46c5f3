extension ReadingJourneyRepository {
  /// Reports a listening session. With a queue, it is on disk before it is sent, and it stays there while the server
  /// cannot be reached. Only an error in the session itself, such as ``APIError/validation(_:)``, moves it to the
  /// rejected items.
  @discardableResult
  public func reportSession(_ report: SessionReport) async throws(APIError) -> SessionDelivery {
    defer { client.writes.increment() }
    return try await client.deliver(report, by: queue) { [client] whole throws(APIError) in
      try await client.recordSession(whole)
    }
  }

  /// Stores a session on disk and sends it in the background, for a player, which must not wait. Without a queue, this
  /// waits for the server.
  public func deposit(_ report: SessionReport) async throws(APIError) {
    guard let queue else {
      try await reportSession(report)
      return
    }
    do throws(APIError) {
      try await queue.enqueue(report)
    } catch {
      // The disk is full, but the server may still accept the session.
      _ = try await write { client throws(APIError) in try await client.recordSession(report) }
      return
    }
    Task { try? await uploadPending() }
  }

  /// Sends all queued items. Call it when the app starts, comes to the foreground, or gets a network. Without a queue,
  /// this does nothing.
  @discardableResult
  public func uploadPending() async throws(APIError) -> UploadSummary {
    guard let queue, await !queue.isEmpty else { return UploadSummary() }
    return try await write { client throws(APIError) in try await queue.upload(through: client) }
  }
}
