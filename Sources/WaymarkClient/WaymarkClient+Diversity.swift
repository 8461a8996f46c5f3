import Foundation

/// The diversity of the library.
extension WaymarkClient {
  /// Returns the number of works for each value of each dimension.
  public func diversityStats(_ period: StatsPeriod = .allTime) async throws(APIError) -> EnhancedDiversityStats {
    try await fetch(EnhancedDiversityStats.self, diversity("stats", [Self.item(period)]))
  }

  /// Returns how complete the diversity data of the library is.
  public func diversityCompletion() async throws(APIError) -> DiversityCompletion {
    try await fetch(DiversityCompletion.self, diversity("completion"))
  }

  /// Returns the radar chart.
  ///
  /// - Parameter axes: five to seven dimensions. If empty, the server uses the five core dimensions, the time period
  ///   and the geography.
  public func diversityRadar(
    _ period: StatsPeriod = .allTime, axes: [DiversityDimension] = []
  ) async throws(APIError) -> DiversityRadar {
    var query = [Self.item(period)]
    if !axes.isEmpty {
      query.append(URLQueryItem(name: "axes", value: axes.map(\.rawValue).joined(separator: ",")))
    }
    return try await fetch(DiversityRadar.self, diversity("radar", query))
  }

  /// Returns all dimensions with their questions and values. They are the same for all users.
  public func diversityDimensions() async throws(APIError) -> [AskedDimension] {
    try await fetch(DimensionsResponse.self, diversity("dimensions")).dimensions
  }

  /// Returns a page of the library's works that lack a value, the most recently read first.
  ///
  /// - Parameter dimension: a core dimension, or nil for works that lack any core dimension.
  public func worksMissing(
    _ dimension: DiversityDimension? = nil, limit: Int? = nil, cursor: String? = nil
  ) async throws(APIError) -> Page<IncompleteWork> {
    var query = Self.page(limit, cursor)
    if let dimension { query.append(URLQueryItem(name: "dimension", value: dimension.rawValue)) }
    return try await fetch(Page<IncompleteWork>.self, diversity("missing", query))
  }

  /// Returns the diversity data of a work.
  public func workDiversity(_ workId: String) async throws(APIError) -> WorkDiversity {
    var call = Call.get("diversity", "works", workId)
    call.bypassesCaches = true
    return try await fetch(WorkDiversity.self, call)
  }

  /// Sets the value of a dimension for a work. The first value of a core dimension gives points.
  @discardableResult
  public func setDiversity(
    _ workId: String, _ dimension: DiversityDimension, to value: String
  ) async throws(APIError) -> DiversityAnswer {
    let body = try WireFormat.encode(["value": value])
    return try await fetch(
      DiversityAnswer.self, .put("diversity", "works", workId, dimension.rawValue, body: body))
  }

  /// Removes the value of a dimension from a work. Points that it gave stay.
  public func clearDiversity(_ workId: String, _ dimension: DiversityDimension) async throws(APIError) {
    _ = try await send(.delete("diversity", "works", workId, dimension.rawValue))
  }

  /// Returns a page of the open prompts, those of the newest sessions first.
  public func prompts(limit: Int? = nil, cursor: String? = nil) async throws(APIError) -> Page<DiversityPrompt> {
    try await fetch(Page<DiversityPrompt>.self, diversity("prompts", Self.page(limit, cursor)))
  }

  /// Answers a prompt. Throws ``APIError/conflict(detail:)`` if it was already answered or skipped.
  @discardableResult
  public func answerPrompt(_ id: String, _ value: String) async throws(APIError) -> DiversityAnswer {
    let body = try WireFormat.encode(["value": value])
    return try await fetch(DiversityAnswer.self, .post("diversity", "prompts", id, "answer", body: body))
  }

  /// Sends a report: as the answer to its prompt, or as a value if it has no prompt.
  @discardableResult
  public func recordDiversity(_ report: DiversityReport) async throws(APIError) -> DiversityAnswer {
    guard let prompt = report.promptId else {
      return try await setDiversity(report.workId, report.dimension, to: report.value)
    }
    let body = try WireFormat.encode(["value": report.value])
    let call = Call.post("diversity", "prompts", prompt, "answer", body: body, key: report.idempotencyKey)
    return try await fetch(DiversityAnswer.self, call)
  }

  /// Skips a prompt without saving a value. Throws ``APIError/conflict(detail:)`` if it was already answered or
  /// skipped.
  public func skipPrompt(_ id: String) async throws(APIError) {
    _ = try await send(.post("diversity", "prompts", id, "skip", body: Data()))
  }

  /// Bypasses caches, because these figures change with every answer and must show it immediately.
  private func diversity(_ name: String, _ query: [URLQueryItem] = []) -> Call {
    var call = Call.get("diversity", name, query: query)
    call.bypassesCaches = true
    return call
  }

  private static func item(_ period: StatsPeriod) -> URLQueryItem {
    URLQueryItem(name: "period", value: period.rawValue)
  }
}
