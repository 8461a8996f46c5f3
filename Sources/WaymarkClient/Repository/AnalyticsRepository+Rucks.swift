/// Rucks. Every write makes all cached values of the client stale. These methods throw every error as
/// ``AnalyticsError/request(_:)``.
extension AnalyticsRepository {
  /// Stores a ruck, or replaces the one with the same start if the end is later than the stored one.
  @discardableResult
  public func recordRuck(_ report: RuckReport) async throws(AnalyticsError) -> Ruck {
    try await converting { () async throws(APIError) in try await self.client.recordRuck(report) }
  }

  /// Stores a ruck like ``recordRuck(_:)``. With a queue, it is on disk before it is sent, and it stays there while the
  /// server cannot be reached.
  @discardableResult
  public func reportRuck(_ report: RuckReport) async throws(AnalyticsError) -> Delivery<Ruck> {
    try await converting { () async throws(APIError) in
      try await self.client.deliver(report, by: self.queue) { [client = self.client] whole throws(APIError) in
        try await client.recordRuck(whole)
      }
    }
  }

  /// Changes a ruck and returns it.
  @discardableResult
  public func changeRuck(_ id: String, _ changes: RuckChanges) async throws(AnalyticsError) -> Ruck {
    try await converting { () async throws(APIError) in try await self.client.changeRuck(id, changes) }
  }

  /// Deletes a ruck.
  public func deleteRuck(_ id: String) async throws(AnalyticsError) {
    try await converting { () async throws(APIError) in try await self.client.deleteRuck(id) }
  }

  /// Returns a page of the rucks, the newest start first, always from the server.
  public func rucks(limit: Int? = nil, cursor: String? = nil) async throws(AnalyticsError) -> Page<Ruck> {
    try await converting { () async throws(APIError) in try await self.client.rucks(limit: limit, cursor: cursor) }
  }

  /// Returns the track of a ruck, simplified if there is a tolerance in metres, always from the server.
  public func track(of id: String, tolerance: Double? = nil) async throws(AnalyticsError) -> RuckTrack {
    try await converting { () async throws(APIError) in try await self.client.ruckTrack(id, tolerance: tolerance) }
  }

  /// Deletes the track of a ruck and keeps the ruck.
  public func deleteTrack(of id: String) async throws(AnalyticsError) {
    try await converting { () async throws(APIError) in try await self.client.deleteRuckTrack(id) }
  }

  private func converting<Value: Sendable>(
    _ work: () async throws(APIError) -> Value
  ) async throws(AnalyticsError) -> Value {
    do throws(APIError) { return try await work() } catch { throw .request(error) }
  }
}
