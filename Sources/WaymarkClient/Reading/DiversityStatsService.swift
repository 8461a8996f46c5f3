/// Diversity figures without caching, and setting missing values. ``DiversityRepository`` caches.
public actor DiversityStatsService {
  private let client: WaymarkClient
  private var latest: DiversityRadar?

  /// Creates a service.
  public init(client: WaymarkClient) {
    self.client = client
  }

  /// Returns the number of works for each value of each dimension.
  public func calculateStats(period: StatsPeriod = .allTime) async throws(APIError) -> EnhancedDiversityStats {
    try await client.diversityStats(period)
  }

  /// Returns the percentage of core fields with a value, 0…100.
  public func fetchCompletionPercentage() async throws(APIError) -> Double {
    try await client.diversityCompletion().overall
  }

  /// Returns the completion of each dimension and the curator points.
  public func fetchCompletion() async throws(APIError) -> DiversityCompletion {
    try await client.diversityCompletion()
  }

  /// Returns the radar.
  ///
  /// - Parameter axes: five to seven dimensions. If empty, the server uses its default seven.
  public func fetchRadar(
    period: StatsPeriod = .allTime, axes: [DiversityDimension] = []
  ) async throws(APIError) -> DiversityRadar {
    let radar = try await client.diversityRadar(period, axes: axes)
    if period == .allTime && axes.isEmpty { latest = radar }
    return radar
  }

  /// Returns the latest radar with default axes for all time, or nil if there is none yet. Every update renews it.
  public func latestRadar() -> DiversityRadar? { latest }

  /// Returns the core dimensions of a work that have no value.
  public func getMissingDataDimensions(for workId: String) async throws(APIError) -> [DiversityDimension] {
    try await client.workDiversity(workId).missing
  }

  /// Sets the value of a dimension for a work.
  @discardableResult
  public func updateDiversityData(
    workId: String, dimension: DiversityDimension, value: String
  ) async throws(APIError) -> DiversityAnswer {
    let answer = try await client.setDiversity(workId, dimension, to: value)
    latest = answer.radar
    return answer
  }
}
