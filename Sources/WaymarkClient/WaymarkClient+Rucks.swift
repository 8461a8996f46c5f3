import Foundation

/// Rucks and their figures.
extension WaymarkClient {
  /// Stores a ruck, or replaces the one with the same start if the end is later than the stored one. Throws
  /// ``APIError/conflict(detail:)`` if a ruck with another start has the same id.
  public func recordRuck(_ report: RuckReport) async throws(APIError) -> Ruck {
    try await fetch(Ruck.self, .post("rucks", body: WireFormat.encode(report)))
  }

  /// Stores up to ``Limits/sessionsPerBatch`` rucks. Each is checked separately; the results have the order of the
  /// reports.
  public func recordRucks(_ reports: [RuckReport]) async throws(APIError) -> [RuckBatchResult] {
    try await recordRucks(reports, nil)
  }

  func recordRucks(_ reports: [RuckReport], _ key: String?) async throws(APIError) -> [RuckBatchResult] {
    let body = try WireFormat.encode(["rucks": reports])
    return try await fetch(RuckBatchResponse.self, .post("rucks", "batch", body: body, key: key)).results
  }

  /// Returns a page of the rucks, the newest start first.
  public func rucks(limit: Int? = nil, cursor: String? = nil) async throws(APIError) -> Page<Ruck> {
    try await fetch(Page<Ruck>.self, fresh("rucks", query: Self.page(limit, cursor)))
  }

  /// Returns a ruck. Throws ``APIError/notFound`` if it does not exist.
  public func ruck(_ id: String) async throws(APIError) -> Ruck {
    try await fetch(Ruck.self, fresh("rucks", id))
  }

  /// Changes a ruck and returns it.
  public func changeRuck(_ id: String, _ changes: RuckChanges) async throws(APIError) -> Ruck {
    try await fetch(Ruck.self, .patch("rucks", id, body: WireFormat.encode(changes)))
  }

  /// Deletes a ruck. Records and streaks are recomputed without it.
  public func deleteRuck(_ id: String) async throws(APIError) {
    _ = try await send(.delete("rucks", id))
  }

  /// Returns the track of a ruck. Throws ``APIError/notFound`` if it has none.
  ///
  /// - Parameter tolerance: leaves out points, so that none is farther than this many metres from the simplified track.
  public func ruckTrack(_ id: String, tolerance: Double? = nil) async throws(APIError) -> RuckTrack {
    let query = tolerance.map { [URLQueryItem(name: "tolerance", value: Self.decimal($0))] } ?? []
    return try await fetch(RuckTrack.self, fresh("rucks", id, "track", query: query))
  }

  /// Deletes the track of a ruck and keeps the ruck.
  public func deleteRuckTrack(_ id: String) async throws(APIError) {
    _ = try await send(.delete("rucks", id, "track"))
  }

  /// The server accepts no exponents.
  private static func decimal(_ number: Double) -> String {
    let tenths = Int64(min(max(number, 0), 1_000_000) * 10)
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Returns the totals of a period with their trends.
  public func ruckAnalytics(_ period: AnalyticsTimePeriod = .monthly) async throws(APIError) -> AnalyticsData {
    try await fetchUncached(.ruckAnalytics(period))
  }

  /// Returns the totals of a period, with ``AnalyticsData/comparison``.
  ///
  /// - Parameter period: any but ``AnalyticsTimePeriod/allTime``, which the server rejects.
  public func ruckAnalytics(
    _ period: AnalyticsTimePeriod, comparedWith compared: ComparedPeriod
  ) async throws(APIError) -> AnalyticsData {
    try await fetchUncached(.ruckAnalytics(period, compared))
  }

  /// Returns the personal records.
  public func ruckRecords() async throws(APIError) -> PersonalRecords {
    try await fetchUncached(.ruckRecords)
  }

  /// Returns the last weeks, oldest first. The last one is the current week.
  ///
  /// - Parameter count: a number in ``Limits/analyticsWeeks``.
  public func ruckWeeks(_ count: Int = 12) async throws(APIError) -> WeeklyAnalyticsData {
    try await fetchUncached(.ruckWeeks(count))
  }

  /// Returns the streak of weeks that met the weekly goal.
  public func trainingStreak() async throws(APIError) -> TrainingStreak {
    try await fetchUncached(.trainingStreak)
  }

  /// Returns how the rucks of a period are spread over paces, terrain, weather and loads.
  public func ruckBreakdown(_ period: AnalyticsTimePeriod = .monthly) async throws(APIError) -> RuckBreakdown {
    try await fetchUncached(.ruckBreakdown(period))
  }

  /// Returns how the rucks of a period are spread, with ``RuckBreakdown/comparison``.
  ///
  /// - Parameter period: any but ``AnalyticsTimePeriod/allTime``, which the server rejects.
  public func ruckBreakdown(
    _ period: AnalyticsTimePeriod, comparedWith compared: ComparedPeriod
  ) async throws(APIError) -> RuckBreakdown {
    try await fetchUncached(.ruckBreakdown(period, compared))
  }
}

extension WaymarkClient {
  /// Bypasses every cache, because a client does not know what other clients have written. Repositories cache.
  func fetchUncached<Value: Decodable>(_ request: GetRequest) async throws(APIError) -> Value {
    var call = request.call
    call.bypassesCaches = true
    return try await fetch(Value.self, call)
  }

  private func fresh(_ path: String..., query: [URLQueryItem] = []) -> Call {
    Call(method: .get, path: path, query: query, bypassesCaches: true)
  }
}

/// Requests for ruck figures. Default parameters are included, so that equal requests have the same cache name.
extension GetRequest {
  static let ruckRecords = GetRequest(path: ["rucks", "records"])
  static let trainingStreak = GetRequest(path: ["rucks", "streak"])

  static func ruckAnalytics(_ period: AnalyticsTimePeriod, _ compared: ComparedPeriod? = nil) -> GetRequest {
    GetRequest(
      path: ["rucks", "analytics"], query: [URLQueryItem(name: "period", value: period.rawValue)] + query(compared))
  }

  static func ruckWeeks(_ count: Int) -> GetRequest {
    GetRequest(path: ["rucks", "weekly"], query: [URLQueryItem(name: "weeks", value: String(count))])
  }

  static func ruckBreakdown(_ period: AnalyticsTimePeriod, _ compared: ComparedPeriod? = nil) -> GetRequest {
    GetRequest(
      path: ["rucks", "breakdown"], query: [URLQueryItem(name: "period", value: period.rawValue)] + query(compared))
  }
}
