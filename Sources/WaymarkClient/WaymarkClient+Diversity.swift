import Foundation

/// The diversity of what one reads.
extension WaymarkClient {
  public func diversityStats(_ period: StatsPeriod = .allTime) async throws(APIError) -> EnhancedDiversityStats {
    try await fetch(EnhancedDiversityStats.self, diversity("stats", [Self.item(period)]))
  }

  public func diversityCompletion() async throws(APIError) -> DiversityCompletion {
    try await fetch(DiversityCompletion.self, diversity("completion"))
  }

  /// Without axes the usual seven; else five to seven.
  public func diversityRadar(
    _ period: StatsPeriod = .allTime, axes: [DiversityDimension] = []
  ) async throws(APIError) -> DiversityRadar {
    var query = [Self.item(period)]
    if !axes.isEmpty {
      query.append(URLQueryItem(name: "axes", value: axes.map(\.rawValue).joined(separator: ",")))
    }
    return try await fetch(DiversityRadar.self, diversity("radar", query))
  }

  /// All that can be asked about a work.
  public func diversityDimensions() async throws(APIError) -> [AskedDimension] {
    try await fetch(DimensionsAnswer.self, diversity("dimensions")).dimensions
  }

  /// The works that lack this dimension, or any of the core, the one read last first.
  public func worksMissing(
    _ dimension: DiversityDimension? = nil, limit: Int? = nil, cursor: String? = nil
  ) async throws(APIError) -> Page<IncompleteWork> {
    var query = Self.page(limit, cursor)
    if let dimension { query.append(URLQueryItem(name: "dimension", value: dimension.rawValue)) }
    return try await fetch(Page<IncompleteWork>.self, diversity("missing", query))
  }

  public func workDiversity(_ workId: String) async throws(APIError) -> WorkDiversity {
    var call = Call.get("diversity", "works", workId)
    call.bypassesCaches = true
    return try await fetch(WorkDiversity.self, call)
  }

  @discardableResult
  public func setDiversity(
    _ workId: String, _ dimension: DiversityDimension, to value: String
  ) async throws(APIError) -> DiversityAnswer {
    let body = try WireFormat.encode(["value": value])
    return try await fetch(
      DiversityAnswer.self, .put("diversity", "works", workId, dimension.rawValue, body: body))
  }

  public func clearDiversity(_ workId: String, _ dimension: DiversityDimension) async throws(APIError) {
    _ = try await send(.delete("diversity", "works", workId, dimension.rawValue))
  }

  /// The questions that wait, those of the newest sessions first.
  public func prompts(limit: Int? = nil, cursor: String? = nil) async throws(APIError) -> Page<DiversityPrompt> {
    try await fetch(Page<DiversityPrompt>.self, diversity("prompts", Self.page(limit, cursor)))
  }

  /// ``APIError/conflict(detail:)`` where it is answered or skipped already.
  @discardableResult
  public func answerPrompt(_ id: String, _ value: String) async throws(APIError) -> DiversityAnswer {
    let body = try WireFormat.encode(["value": value])
    return try await fetch(DiversityAnswer.self, .post("diversity", "prompts", id, "answer", body: body))
  }

  /// An answer to a question, or what a person says by themselves.
  @discardableResult
  public func recordDiversity(_ report: DiversityReport) async throws(APIError) -> DiversityAnswer {
    guard let prompt = report.promptId else {
      return try await setDiversity(report.workId, report.dimension, to: report.value)
    }
    let body = try WireFormat.encode(["value": report.value])
    let call = Call.post("diversity", "prompts", prompt, "answer", body: body, key: report.idempotencyKey)
    return try await fetch(DiversityAnswer.self, call)
  }

  public func skipPrompt(_ id: String) async throws(APIError) {
    _ = try await send(.post("diversity", "prompts", id, "skip", body: Data()))
  }

  /// Figures change with each answer, and what is shown next is to be what was just said.
  private func diversity(_ name: String, _ query: [URLQueryItem] = []) -> Call {
    var call = Call.get("diversity", name, query: query)
    call.bypassesCaches = true
    return call
  }

  private static func item(_ period: StatsPeriod) -> URLQueryItem {
    URLQueryItem(name: "period", value: period.rawValue)
  }
}
