import Foundation

/// All analytics of one user: cached for five minutes, asked once for all who ask at once, and with the last known
/// values at hand when the network is away. Writes go through it too, so that no later read is older than them.
public actor ReadingJourneyRepository {
  let client: WaymarkClient
  let queue: OfflineQueue?
  private let store: LastKnownStore?
  private let summaries: AnswerShelf<AnalyticsSummary>
  private let activities: AnswerShelf<ListeningActivity>
  private let heroes: AnswerShelf<HeroesAnswer>
  private let milestones: AnswerShelf<MilestonesAnswer>
  private let insights: AnswerShelf<ReadingInsights>

  /// - Parameters:
  ///   - lastKnown: where values survive a restart of the app; without it they are kept in memory alone.
  ///   - queue: where sessions wait for the network; without it ``reportSession(_:)`` fails when offline.
  public init(client: WaymarkClient, lastKnown: LastKnownStore? = nil, queue: OfflineQueue? = nil) {
    self.client = client
    self.queue = queue
    store = lastKnown
    summaries = AnswerShelf(client: client, store: lastKnown)
    activities = AnswerShelf(client: client, store: lastKnown)
    heroes = AnswerShelf(client: client, store: lastKnown)
    milestones = AnswerShelf(client: client, store: lastKnown)
    insights = AnswerShelf(client: client, store: lastKnown)
  }

  public func fetchSummary(
    forceRefresh: Bool = false, showing show: ShowKept<AnalyticsSummary>? = nil
  ) async throws(APIError) -> Answer<AnalyticsSummary> {
    try await summaries.answer(to: Question(path: ["analytics", "summary"]), on: terms(forceRefresh), showing: show)
  }

  public func fetchActivity(
    range: ActivityRange = .week, kind: ActivityKind = .listening, forceRefresh: Bool = false,
    showing show: ShowKept<ListeningActivity>? = nil
  ) async throws(APIError) -> Answer<ListeningActivity> {
    let range = URLQueryItem(name: "range", value: range.rawValue)
    return try await activity([range], kind, forceRefresh, show)
  }

  /// Both days inclusive.
  public func fetchActivity(
    from: CalendarDay, to: CalendarDay, kind: ActivityKind = .listening, forceRefresh: Bool = false,
    showing show: ShowKept<ListeningActivity>? = nil
  ) async throws(APIError) -> Answer<ListeningActivity> {
    let days = [
      URLQueryItem(name: "from", value: from.description), URLQueryItem(name: "to", value: to.description),
    ]
    return try await activity(days, kind, forceRefresh, show)
  }

  /// The most active first.
  public func fetchHeroes(
    forceRefresh: Bool = false, showing show: ShowKept<[HeroPerformance]>? = nil
  ) async throws(APIError) -> Answer<[HeroPerformance]> {
    try await heroes.answer(
      to: Question(path: ["analytics", "heroes"]), on: terms(forceRefresh),
      showing: partly(show, \.heroes)
    ).map(\.heroes)
  }

  public func fetchMilestones(
    forceRefresh: Bool = false, showing show: ShowKept<[Milestone]>? = nil
  ) async throws(APIError) -> Answer<[Milestone]> {
    try await milestones.answer(
      to: Question(path: ["analytics", "milestones"]), on: terms(forceRefresh),
      showing: partly(show, \.milestones)
    ).map(
      \.milestones)
  }

  public func fetchInsights(
    forceRefresh: Bool = false, showing show: ShowKept<ReadingInsights>? = nil
  ) async throws(APIError) -> Answer<ReadingInsights> {
    try await insights.answer(to: Question(path: ["analytics", "insights"]), on: terms(forceRefresh), showing: show)
  }

  private func activity(
    _ span: [URLQueryItem], _ kind: ActivityKind, _ forceRefresh: Bool, _ show: ShowKept<ListeningActivity>?
  ) async throws(APIError) -> Answer<ListeningActivity> {
    // The default is left out, so that the plain question is the plain URL.
    let query = kind == .listening ? span : span + [URLQueryItem(name: "kind", value: kind.rawValue)]
    return try await activities.answer(
      to: Question(path: ["analytics", "activity"], query: query), on: terms(forceRefresh), showing: show)
  }

  private func terms<Value>(_ forceRefresh: Bool) -> AnswerShelf<Value>.Terms {
    AnswerShelf<Value>.Terms(writes: client.writes.value, forcesRefresh: forceRefresh)
  }
}

extension ReadingJourneyRepository {
  /// Runs any writes of the client and drops what was cached before they were done.
  ///
  ///     try await repository.write { client in try await client.saveHero("h1", name: "Ada") }
  public func write<Value: Sendable, Failure: Error>(
    _ work: @Sendable (WaymarkClient) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    defer { client.writes.note() }
    return try await work(client)
  }

  /// Discards everything about the user, on sign-out; sessions that wait in the queue stay there.
  public func discardEverything() async {
    client.writes.note()
    await summaries.discardAll()
    await activities.discardAll()
    await heroes.discardAll()
    await milestones.discardAll()
    await insights.discardAll()
    store?.removeAll()
  }
}
