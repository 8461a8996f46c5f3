extension ReadingJourneyRepository {
  /// Reports a listening session to the server. With a queue the session is on disk before anything is sent: it
  /// survives a crash at any moment, and waits there when the network is away. Only an error that lies in the session
  /// itself, such as `validation`, takes it from there, to the rejected list.
  @discardableResult
  public func reportSession(_ report: SessionReport) async throws(APIError) -> SessionDelivery {
    defer { client.writes.note() }
    return try await client.deliver(report, by: queue) { [client] whole throws(APIError) in
      try await client.recordSession(whole)
    }
  }

  /// Puts a session on disk at once and sends it in the background: for a player, which must not wait.
  public func deposit(_ report: SessionReport) async throws(APIError) {
    guard let queue else {
      try await reportSession(report)
      return
    }
    do throws(APIError) {
      try await queue.enqueue(report)
    } catch {
      // A full disk is no reason to lose what the server could take.
      _ = try await write { client throws(APIError) in try await client.recordSession(report) }
      return
    }
    Task { try? await uploadPending() }
  }

  /// Sends what waits in the queue: when the app starts, comes to the foreground, or gets its network back.
  @discardableResult
  public func uploadPending() async throws(APIError) -> UploadSummary {
    guard let queue, await !queue.isEmpty else { return UploadSummary() }
    return try await write { client throws(APIError) in try await queue.upload(through: client) }
  }
}
