/// Rucks themselves. Each write is a write of the client, so nothing that was cached before it is fresh afterwards.
extension AnalyticsRepository {
  /// Makes the ruck, or replaces the one with the same start when the end is later than the one known.
  @discardableResult
  public func recordRuck(_ report: RuckReport) async throws(AnalyticsError) -> Ruck {
    try await asked { () async throws(APIError) in try await self.client.recordRuck(report) }
  }

  /// The same for an app on the way: with a queue the ruck is on disk before anything is sent, and waits there when
  /// the network is away.
  @discardableResult
  public func reportRuck(_ report: RuckReport) async throws(AnalyticsError) -> Delivery<Ruck> {
    try await asked { () async throws(APIError) in
      try await self.client.deliver(report, by: self.queue) { [client = self.client] whole throws(APIError) in
        try await client.recordRuck(whole)
      }
    }
  }

  @discardableResult
  public func changeRuck(_ id: String, _ changes: RuckChanges) async throws(AnalyticsError) -> Ruck {
    try await asked { () async throws(APIError) in try await self.client.changeRuck(id, changes) }
  }

  public func deleteRuck(_ id: String) async throws(AnalyticsError) {
    try await asked { () async throws(APIError) in try await self.client.deleteRuck(id) }
  }

  /// Newest start first, always from the server.
  public func rucks(limit: Int? = nil, cursor: String? = nil) async throws(AnalyticsError) -> Page<Ruck> {
    try await asked { () async throws(APIError) in try await self.client.rucks(limit: limit, cursor: cursor) }
  }

  private func asked<Value: Sendable>(
    _ ask: () async throws(APIError) -> Value
  ) async throws(AnalyticsError) -> Value {
    do throws(APIError) { return try await ask() } catch { throw .request(error) }
  }
}
