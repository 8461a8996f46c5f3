extension ReadingJourneyRepository {
  /// Tells the server of a listening. With a queue the session is on disk before anything is sent: it survives a
  /// crash at any moment, and waits there when the network is away. Of the errors thrown only `validation` takes it
  /// from there, to the rejected list.
  @discardableResult
  public func reportSession(_ report: SessionReport) async throws(APIError) -> SessionDelivery {
    // What waits may hold more of the same session than this report does.
    let whole = try await queue?.enqueue(report) ?? report
    do throws(APIError) {
      let session = try await write { client throws(APIError) in try await client.recordSession(whole) }
      try await queue?.settle(whole)
      // The network is there: what waited for it goes along.
      if let queue, await !queue.isEmpty { Task { try? await uploadPending() } }
      return .stored(session)
    } catch {
      if case .validation(let errors) = error { try await queue?.reject(whole, errors, at: client.time.now()) }
      if queue != nil, error.isRetryable { return .queued }
      throw error
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

/// Where a reported session is now.
public enum SessionDelivery: Sendable, Hashable {
  case stored(ListeningSession)
  /// On the device; ``ReadingJourneyRepository/uploadPending()`` sends it.
  case queued

  public var session: ListeningSession? {
    if case .stored(let session) = self { session } else { nil }
  }
}
