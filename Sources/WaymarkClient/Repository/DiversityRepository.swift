import Foundation

/// The diversity of one user's library: cached for five minutes, asked once for all who ask at once, and with the last
/// known values at hand when the network is away. What is said about works waits in the queue until then.
public actor DiversityRepository {
  let client: WaymarkClient
  let queue: OfflineQueue?
  private let store: LastKnownStore?
  private let stats: AnswerShelf<EnhancedDiversityStats>
  private let completions: AnswerShelf<DiversityCompletion>
  private let radars: AnswerShelf<DiversityRadar>
  private let dimensions: AnswerShelf<DimensionsAnswer>
  private let missing: AnswerShelf<Page<IncompleteWork>>

  /// - Parameters:
  ///   - lastKnown: where values survive a restart of the app; the other repositories of the same account may have
  ///     the same one.
  ///   - queue: where answers wait for the network; without it ``report(_:)`` fails when offline.
  public init(client: WaymarkClient, lastKnown: LastKnownStore? = nil, queue: OfflineQueue? = nil) {
    self.client = client
    self.queue = queue
    store = lastKnown
    stats = AnswerShelf(client: client, store: lastKnown)
    completions = AnswerShelf(client: client, store: lastKnown)
    radars = AnswerShelf(client: client, store: lastKnown)
    dimensions = AnswerShelf(client: client, store: lastKnown)
    missing = AnswerShelf(client: client, store: lastKnown)
  }

  public func fetchStats(
    for period: StatsPeriod = .allTime, forceRefresh: Bool = false,
    showing show: ShowKept<EnhancedDiversityStats>? = nil
  ) async throws(APIError) -> Answer<EnhancedDiversityStats> {
    try await stats.answer(to: .diversityStats(period), on: terms(forceRefresh), showing: show)
  }

  /// 0…100 over the core fields of all works, with each dimension and the curator points.
  public func fetchCompletion(
    forceRefresh: Bool = false, showing show: ShowKept<DiversityCompletion>? = nil
  ) async throws(APIError) -> Answer<DiversityCompletion> {
    try await completions.answer(
      to: Question(path: ["diversity", "completion"]), on: terms(forceRefresh), showing: show)
  }

  /// Without axes the usual seven; else five to seven.
  public func fetchRadar(
    for period: StatsPeriod = .allTime, axes: [DiversityDimension] = [], forceRefresh: Bool = false,
    showing show: ShowKept<DiversityRadar>? = nil
  ) async throws(APIError) -> Answer<DiversityRadar> {
    try await radars.answer(to: .diversityRadar(period, axes), on: terms(forceRefresh), showing: show)
  }

  /// All that can be asked about a work.
  public func fetchDimensions(
    forceRefresh: Bool = false, showing show: ShowKept<[AskedDimension]>? = nil
  ) async throws(APIError) -> Answer<[AskedDimension]> {
    try await dimensions.answer(
      to: Question(path: ["diversity", "dimensions"]), on: terms(forceRefresh),
      showing: partly(show, \.dimensions)
    ).map(\.dimensions)
  }

  /// The works that lack this dimension, or any of the core, the one read last first.
  public func fetchWorksMissing(
    _ dimension: DiversityDimension? = nil, forceRefresh: Bool = false,
    showing show: ShowKept<[IncompleteWork]>? = nil
  ) async throws(APIError) -> Answer<[IncompleteWork]> {
    try await missing.answer(
      to: .worksMissing(dimension), on: terms(forceRefresh),
      showing: partly(show, \.items)
    ).map(\.items)
  }

  /// Says something about a work, or answers a question. With a queue it is on disk before anything is sent.
  public func report(_ report: DiversityReport) async throws(APIError) -> Delivery<DiversityAnswer> {
    try await client.deliver(report, by: queue) { [client] whole throws(APIError) in
      try await client.recordDiversity(whole)
    }
  }

  /// No data is saved, and the question is not asked again.
  public func skip(_ prompt: DiversityPrompt) async throws(APIError) {
    try await client.skipPrompt(prompt.id)
  }

  /// Discards everything about the user, on sign-out; answers that wait in the queue stay there.
  public func discardEverything() async {
    client.writes.note()
    await stats.discardAll()
    await completions.discardAll()
    await radars.discardAll()
    await dimensions.discardAll()
    await missing.discardAll()
    store?.removeAll()
  }

  private func terms<Value>(_ forceRefresh: Bool) -> AnswerShelf<Value>.Terms {
    AnswerShelf<Value>.Terms(writes: client.writes.value, forcesRefresh: forceRefresh)
  }
}

extension Question {
  static func diversityStats(_ period: StatsPeriod) -> Question {
    Question(path: ["diversity", "stats"], query: [URLQueryItem(name: "period", value: period.rawValue)])
  }

  static func diversityRadar(_ period: StatsPeriod, _ axes: [DiversityDimension]) -> Question {
    var query = [URLQueryItem(name: "period", value: period.rawValue)]
    if !axes.isEmpty {
      query.append(URLQueryItem(name: "axes", value: axes.map(\.rawValue).joined(separator: ",")))
    }
    return Question(path: ["diversity", "radar"], query: query)
  }

  static func worksMissing(_ dimension: DiversityDimension?) -> Question {
    let query = dimension.map { [URLQueryItem(name: "dimension", value: $0.rawValue)] } ?? []
    return Question(path: ["diversity", "missing"], query: query)
  }
}
