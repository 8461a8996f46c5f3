/// Statistics, completion and missing data of the library, and filling it in.
public actor DiversityStatsService {
  private let client: WaymarkClient
  private var latest: DiversityRadar?

  public init(client: WaymarkClient) {
    self.client = client
  }

  public func calculateStats(period: StatsPeriod = .allTime) async throws(APIError) -> EnhancedDiversityStats {
    try await client.diversityStats(period)
  }

  /// 0…100 over the core fields of all works.
  public func fetchCompletionPercentage() async throws(APIError) -> Double {
    try await client.diversityCompletion().overall
  }

  /// The same with each dimension and the curator points.
  public func fetchCompletion() async throws(APIError) -> DiversityCompletion {
    try await client.diversityCompletion()
  }

  public func fetchRadar(
    period: StatsPeriod = .allTime, axes: [DiversityDimension] = []
  ) async throws(APIError) -> DiversityRadar {
    let radar = try await client.diversityRadar(period, axes: axes)
    if period == .allTime && axes.isEmpty { latest = radar }
    return radar
  }

  /// The usual radar as of the last answer: an update brings it along, so that the chart changes at once.
  public func latestRadar() -> DiversityRadar? { latest }

  public func getMissingDataDimensions(for workId: String) async throws(APIError) -> [DiversityDimension] {
    try await client.workDiversity(workId).missing
  }

  @discardableResult
  public func updateDiversityData(
    workId: String, dimension: DiversityDimension, value: String
  ) async throws(APIError) -> DiversityAnswer {
    let answer = try await client.setDiversity(workId, dimension, to: value)
    latest = answer.radar
    return answer
  }
}
