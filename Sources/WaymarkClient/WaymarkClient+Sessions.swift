import Foundation

/// Listening sessions.
extension WaymarkClient {
  /// Makes the session, or extends it when the end is later than the one known.
  public func recordSession(_ report: SessionReport) async throws(APIError) -> ListeningSession {
    try await fetch(ListeningSession.self, .post("analytics", "sessions", body: WireFormat.encode(report)))
  }

  /// At most ``Limits/sessionsPerBatch``; each is judged alone, and the results come in the order of the reports.
  public func recordSessions(_ reports: [SessionReport]) async throws(APIError) -> [BatchResult] {
    try await recordSessions(reports, nil)
  }

  func recordSessions(_ reports: [SessionReport], _ key: String?) async throws(APIError) -> [BatchResult] {
    let body = try WireFormat.encode(["sessions": reports])
    let answer = try await fetch(BatchAnswer.self, .post("analytics", "sessions", "batch", body: body, key: key))
    guard answer.results.count == reports.count else {
      throw .decoding("results: \(answer.results.count) of them for \(reports.count) sessions")
    }
    return answer.results
  }

  /// Newest start first, the days inclusive.
  public func sessions(
    storyId: String? = nil, from: CalendarDay? = nil, to: CalendarDay? = nil, limit: Int? = nil, cursor: String? = nil
  ) async throws(APIError) -> Page<ListeningSession> {
    var query = Self.page(limit, cursor)
    if let storyId { query.append(URLQueryItem(name: "storyId", value: storyId)) }
    if let from { query.append(URLQueryItem(name: "from", value: from.description)) }
    if let to { query.append(URLQueryItem(name: "to", value: to.description)) }
    return try await fetch(Page<ListeningSession>.self, .get("analytics", "sessions", query: query))
  }

  public func session(_ id: String) async throws(APIError) -> ListeningSession {
    try await fetch(ListeningSession.self, .get("analytics", "sessions", id))
  }

  public func changeSession(
    _ id: String, _ changes: ListeningSessionChanges
  ) async throws(APIError) -> ListeningSession {
    let body = try WireFormat.encode(changes)
    return try await fetch(ListeningSession.self, .patch("analytics", "sessions", id, body: body))
  }

  public func deleteSession(_ id: String) async throws(APIError) {
    _ = try await send(.delete("analytics", "sessions", id))
  }

  /// Newest first.
  public func anomalies(limit: Int? = nil, cursor: String? = nil) async throws(APIError) -> Page<Anomaly> {
    try await fetch(Page<Anomaly>.self, .get("analytics", "anomalies", query: Self.page(limit, cursor)))
  }
}
