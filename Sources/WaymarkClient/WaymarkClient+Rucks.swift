import Foundation

/// Rucks and what they add up to.
extension WaymarkClient {
  /// Makes the ruck, or replaces the one with the same start when the end is later than the one known.
  /// ``APIError/conflict(detail:)`` where another start has the id.
  public func recordRuck(_ report: RuckReport) async throws(APIError) -> Ruck {
    try await fetch(Ruck.self, .post("rucks", body: WireFormat.encode(report)))
  }

  /// At most 500, each judged alone and answered in its place.
  public func recordRucks(_ reports: [RuckReport]) async throws(APIError) -> [RuckBatchResult] {
    try await recordRucks(reports, nil)
  }

  func recordRucks(_ reports: [RuckReport], _ key: String?) async throws(APIError) -> [RuckBatchResult] {
    let body = try WireFormat.encode(["rucks": reports])
    return try await fetch(RuckBatchAnswer.self, .post("rucks", "batch", body: body, key: key)).results
  }

  /// Newest start first.
  public func rucks(limit: Int? = nil, cursor: String? = nil) async throws(APIError) -> Page<Ruck> {
    try await fetch(Page<Ruck>.self, fresh("rucks", query: Self.page(limit, cursor)))
  }

  public func ruck(_ id: String) async throws(APIError) -> Ruck {
    try await fetch(Ruck.self, fresh("rucks", id))
  }

  public func changeRuck(_ id: String, _ changes: RuckChanges) async throws(APIError) -> Ruck {
    try await fetch(Ruck.self, .patch("rucks", id, body: WireFormat.encode(changes)))
  }

  public func deleteRuck(_ id: String) async throws(APIError) {
    _ = try await send(.delete("rucks", id))
  }

  public func ruckAnalytics(_ period: AnalyticsTimePeriod = .monthly) async throws(APIError) -> AnalyticsData {
    try await ask(.ruckAnalytics(period))
  }

  public func ruckRecords() async throws(APIError) -> PersonalRecords {
    try await ask(.ruckRecords)
  }

  public func ruckWeeks(_ count: Int = 12) async throws(APIError) -> WeeklyAnalyticsData {
    try await ask(.ruckWeeks(count))
  }

  public func trainingStreak() async throws(APIError) -> TrainingStreak {
    try await ask(.trainingStreak)
  }

  public func ruckBreakdown(_ period: AnalyticsTimePeriod = .monthly) async throws(APIError) -> RuckBreakdown {
    try await ask(.ruckBreakdown(period))
  }
}

extension WaymarkClient {
  /// Past every cache: a client knows nothing of what was written elsewhere. A repository is what spares requests.
  func ask<Value: Decodable>(_ question: Question) async throws(APIError) -> Value {
    var call = question.call
    call.bypassesCaches = true
    return try await fetch(Value.self, call)
  }

  private func fresh(_ path: String..., query: [URLQueryItem] = []) -> Call {
    Call(method: .get, path: path, query: query, bypassesCaches: true)
  }
}

/// The questions about rucks; their defaults go along, so that one question has one name.
extension Question {
  static let ruckRecords = Question(path: ["rucks", "records"])
  static let trainingStreak = Question(path: ["rucks", "streak"])

  static func ruckAnalytics(_ period: AnalyticsTimePeriod) -> Question {
    Question(path: ["rucks", "analytics"], query: [URLQueryItem(name: "period", value: period.rawValue)])
  }

  static func ruckWeeks(_ count: Int) -> Question {
    Question(path: ["rucks", "weekly"], query: [URLQueryItem(name: "weeks", value: String(count))])
  }

  static func ruckBreakdown(_ period: AnalyticsTimePeriod) -> Question {
    Question(path: ["rucks", "breakdown"], query: [URLQueryItem(name: "period", value: period.rawValue)])
  }
}
