import Foundation

/// Listening sessions.
extension WaymarkClient {
  /// Stores a listening session, or extends it if the end is later than the stored one.
  public func recordSession(_ report: SessionReport) async throws(APIError) -> ListeningSession {
    try await fetch(ListeningSession.self, .post("analytics", "sessions", body: WireFormat.encode(report)))
  }

  /// Stores up to ``Limits/sessionsPerBatch`` listening sessions. Each is checked separately; the results have the
  /// order of the reports.
  public func recordSessions(_ reports: [SessionReport]) async throws(APIError) -> [BatchResult] {
    try await recordSessions(reports, nil)
  }

  func recordSessions(_ reports: [SessionReport], _ key: String?) async throws(APIError) -> [BatchResult] {
    let body = try WireFormat.encode(["sessions": reports])
    let response = try await fetch(BatchResponse.self, .post("analytics", "sessions", "batch", body: body, key: key))
    guard response.results.count == reports.count else {
      throw .decoding("results: expected \(reports.count), found \(response.results.count)")
    }
    return response.results
  }

  /// Returns a page of the listening sessions, the newest start first.
  ///
  /// - Parameters:
  ///   - storyId: only sessions of this story, or nil for all.
  ///   - from: the first day, inclusive.
  ///   - to: the last day, inclusive.
  public func sessions(
    storyId: String? = nil, from: CalendarDay? = nil, to: CalendarDay? = nil, limit: Int? = nil, cursor: String? = nil
  ) async throws(APIError) -> Page<ListeningSession> {
    var query = Self.page(limit, cursor)
    if let storyId { query.append(URLQueryItem(name: "storyId", value: storyId)) }
    if let from { query.append(URLQueryItem(name: "from", value: from.description)) }
    if let to { query.append(URLQueryItem(name: "to", value: to.description)) }
    return try await fetch(Page<ListeningSession>.self, .get("analytics", "sessions", query: query))
  }

  /// Returns a listening session. Throws ``APIError/notFound`` if it does not exist.
  public func session(_ id: String) async throws(APIError) -> ListeningSession {
    try await fetch(ListeningSession.self, .get("analytics", "sessions", id))
  }

  /// Changes a listening session and returns it.
  public func changeSession(
    _ id: String, _ changes: ListeningSessionChanges
  ) async throws(APIError) -> ListeningSession {
    let body = try WireFormat.encode(changes)
    return try await fetch(ListeningSession.self, .patch("analytics", "sessions", id, body: body))
  }

  /// Deletes a listening session. Figures are recomputed without it; unlocked milestones stay.
  public func deleteSession(_ id: String) async throws(APIError) {
    _ = try await send(.delete("analytics", "sessions", id))
  }

  /// Returns a page of the anomalies, newest first.
  public func anomalies(limit: Int? = nil, cursor: String? = nil) async throws(APIError) -> Page<Anomaly> {
    try await fetch(Page<Anomaly>.self, .get("analytics", "anomalies", query: Self.page(limit, cursor)))
  }
}
