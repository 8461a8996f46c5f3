import Foundation

/// The diversity of one user's library, cached for five minutes. Concurrent reads share one request, and last known
/// values are returned when the server cannot be reached. Answers can be queued while offline.
public actor DiversityRepository {
  let client: WaymarkClient
  let queue: OfflineQueue?
  private let store: LastKnownStore?
  private let stats: ResponseCache<EnhancedDiversityStats>
  private let completions: ResponseCache<DiversityCompletion>
  private let radars: ResponseCache<DiversityRadar>
  private let dimensions: ResponseCache<DimensionsResponse>
  private let missing: ResponseCache<Page<IncompleteWork>>

  /// Creates a repository.
  ///
  /// - Parameters:
  ///   - lastKnown: stores values across restarts of the app. All repositories of an account may share it.
  ///   - queue: stores answers while there is no network. If nil, ``report(_:)`` throws when offline.
  public init(client: WaymarkClient, lastKnown: LastKnownStore? = nil, queue: OfflineQueue? = nil) {
    self.client = client
    self.queue = queue
    store = lastKnown
    stats = ResponseCache(client: client, store: lastKnown)
    completions = ResponseCache(client: client, store: lastKnown)
    radars = ResponseCache(client: client, store: lastKnown)
    dimensions = ResponseCache(client: client, store: lastKnown)
    missing = ResponseCache(client: client, store: lastKnown)
  }

  /// Returns the number of works for each value of each dimension.
  public func fetchStats(
    for period: StatsPeriod = .allTime, forceRefresh: Bool = false,
    showing show: ShowKept<EnhancedDiversityStats>? = nil
  ) async throws(APIError) -> Answer<EnhancedDiversityStats> {
    try await stats.value(for: .diversityStats(period), under: policy(forceRefresh), showing: show)
  }

  /// Returns the completion of each dimension and the curator points.
  public func fetchCompletion(
    forceRefresh: Bool = false, showing show: ShowKept<DiversityCompletion>? = nil
  ) async throws(APIError) -> Answer<DiversityCompletion> {
    try await completions.value(
      for: GetRequest(path: ["diversity", "completion"]), under: policy(forceRefresh), showing: show)
  }

  /// Returns the radar.
  ///
  /// - Parameter axes: five to seven dimensions. If empty, the server uses its default seven.
  public func fetchRadar(
    for period: StatsPeriod = .allTime, axes: [DiversityDimension] = [], forceRefresh: Bool = false,
    showing show: ShowKept<DiversityRadar>? = nil
  ) async throws(APIError) -> Answer<DiversityRadar> {
    try await radars.value(for: .diversityRadar(period, axes), under: policy(forceRefresh), showing: show)
  }

  /// Returns all dimensions with their questions and values.
  public func fetchDimensions(
    forceRefresh: Bool = false, showing show: ShowKept<[AskedDimension]>? = nil
  ) async throws(APIError) -> Answer<[AskedDimension]> {
    try await dimensions.value(
      for: GetRequest(path: ["diversity", "dimensions"]), under: policy(forceRefresh),
      showing: projecting(show, \.dimensions)
    ).map(\.dimensions)
  }

  /// Returns the first works that lack a value, the most recently read first.
  ///
  /// - Parameter dimension: a core dimension, or nil for works that lack any core dimension.
  public func fetchWorksMissing(
    _ dimension: DiversityDimension? = nil, forceRefresh: Bool = false,
    showing show: ShowKept<[IncompleteWork]>? = nil
  ) async throws(APIError) -> Answer<[IncompleteWork]> {
    try await missing.value(
      for: .worksMissing(dimension), under: policy(forceRefresh),
      showing: projecting(show, \.items)
    ).map(\.items)
  }

  /// Saves a value for a work, or the answer to a prompt. With a queue, it is on disk before it is sent.
  public func report(_ report: DiversityReport) async throws(APIError) -> Delivery<DiversityAnswer> {
    try await client.deliver(report, by: queue) { [client] whole throws(APIError) in
      try await client.recordDiversity(whole)
    }
  }

  /// Skips a prompt without saving a value. It does not appear again.
  public func skip(_ prompt: DiversityPrompt) async throws(APIError) {
    try await client.skipPrompt(prompt.id)
  }

  /// Deletes all cached and stored values of the user. Call it on sign-out. Queued answers stay in the queue.
  public func discardEverything() async {
    client.writes.increment()
    await stats.discardAll()
    await completions.discardAll()
    await radars.discardAll()
    await dimensions.discardAll()
    await missing.discardAll()
    store?.removeAll()
  }

  private func policy<Value>(_ forceRefresh: Bool) -> ResponseCache<Value>.ReadPolicy {
    ResponseCache<Value>.ReadPolicy(writes: client.writes.value, forcesRefresh: forceRefresh)
  }
}

extension GetRequest {
  static func diversityStats(_ period: StatsPeriod) -> GetRequest {
    GetRequest(path: ["diversity", "stats"], query: [URLQueryItem(name: "period", value: period.rawValue)])
  }

  static func diversityRadar(_ period: StatsPeriod, _ axes: [DiversityDimension]) -> GetRequest {
    var query = [URLQueryItem(name: "period", value: period.rawValue)]
    if !axes.isEmpty {
      query.append(URLQueryItem(name: "axes", value: axes.map(\.rawValue).joined(separator: ",")))
    }
    return GetRequest(path: ["diversity", "radar"], query: query)
  }

  static func worksMissing(_ dimension: DiversityDimension?) -> GetRequest {
    let query = dimension.map { [URLQueryItem(name: "dimension", value: $0.rawValue)] } ?? []
    return GetRequest(path: ["diversity", "missing"], query: query)
  }
}
