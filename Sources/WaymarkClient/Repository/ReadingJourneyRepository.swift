import Foundation

/// The profile and the listening figures of one user, cached for five minutes. Concurrent reads share one request, and
/// last known values are returned when the server cannot be reached. Writes through this repository or its client make
/// cached values stale.
public actor ReadingJourneyRepository {
  let client: WaymarkClient
  let queue: OfflineQueue?
  private let store: LastKnownStore?
  private let profiles: ResponseCache<Profile>
  private let summaries: ResponseCache<AnalyticsSummary>
  private let activities: ResponseCache<ListeningActivity>
  private let heroes: ResponseCache<HeroesResponse>
  private let milestones: ResponseCache<MilestonesResponse>
  private let insights: ResponseCache<ReadingInsights>

  /// Creates a repository.
  ///
  /// - Parameters:
  ///   - lastKnown: stores values across restarts of the app. If nil, they are kept in memory only.
  ///   - queue: stores sessions while there is no network. If nil, ``reportSession(_:)`` throws when offline.
  public init(client: WaymarkClient, lastKnown: LastKnownStore? = nil, queue: OfflineQueue? = nil) {
    self.client = client
    self.queue = queue
    store = lastKnown
    profiles = ResponseCache(client: client, store: lastKnown)
    summaries = ResponseCache(client: client, store: lastKnown)
    activities = ResponseCache(client: client, store: lastKnown)
    heroes = ResponseCache(client: client, store: lastKnown)
    milestones = ResponseCache(client: client, store: lastKnown)
    insights = ResponseCache(client: client, store: lastKnown)
  }

  /// Returns the profile with the settings and their history.
  public func fetchProfile(
    forceRefresh: Bool = false, showing show: ShowKept<Profile>? = nil
  ) async throws(APIError) -> Answer<Profile> {
    try await profiles.value(for: .profile, under: policy(forceRefresh), showing: show)
  }

  /// Changes the profile and returns the new one. ``ProfileChanges/since`` says which days the new settings count for.
  @discardableResult
  public func changeProfile(_ changes: ProfileChanges) async throws(APIError) -> Profile {
    let changed = try await client.changeProfile(changes)
    await profiles.revise(.profile) { $0 = changed }
    return changed
  }

  /// Returns the totals.
  ///
  /// - Parameters:
  ///   - forceRefresh: whether to ask the server even if a fresh value is cached.
  ///   - show: called with the stored value before the server is asked.
  public func fetchSummary(
    forceRefresh: Bool = false, showing show: ShowKept<AnalyticsSummary>? = nil
  ) async throws(APIError) -> Answer<AnalyticsSummary> {
    try await summaries.value(
      for: GetRequest(path: ["analytics", "summary"]), under: policy(forceRefresh), showing: show)
  }

  /// Returns the minutes per day of a range that ends today.
  public func fetchActivity(
    range: ActivityRange = .week, kind: ActivityKind = .listening, forceRefresh: Bool = false,
    showing show: ShowKept<ListeningActivity>? = nil
  ) async throws(APIError) -> Answer<ListeningActivity> {
    let range = URLQueryItem(name: "range", value: range.rawValue)
    return try await activity([range], kind, forceRefresh, show)
  }

  /// Returns the minutes per day between two days, both inclusive.
  public func fetchActivity(
    from: CalendarDay, to: CalendarDay, kind: ActivityKind = .listening, forceRefresh: Bool = false,
    showing show: ShowKept<ListeningActivity>? = nil
  ) async throws(APIError) -> Answer<ListeningActivity> {
    let days = [
      URLQueryItem(name: "from", value: from.description), URLQueryItem(name: "to", value: to.description),
    ]
    return try await activity(days, kind, forceRefresh, show)
  }

  /// Returns the heroes, the most active first.
  public func fetchHeroes(
    forceRefresh: Bool = false, showing show: ShowKept<[HeroPerformance]>? = nil
  ) async throws(APIError) -> Answer<[HeroPerformance]> {
    try await heroes.value(
      for: GetRequest(path: ["analytics", "heroes"]), under: policy(forceRefresh),
      showing: projecting(show, \.heroes)
    ).map(\.heroes)
  }

  /// Returns all milestones, including locked ones.
  public func fetchMilestones(
    forceRefresh: Bool = false, showing show: ShowKept<[Milestone]>? = nil
  ) async throws(APIError) -> Answer<[Milestone]> {
    try await milestones.value(
      for: GetRequest(path: ["analytics", "milestones"]), under: policy(forceRefresh),
      showing: projecting(show, \.milestones)
    ).map(
      \.milestones)
  }

  /// Returns listening habits.
  public func fetchInsights(
    forceRefresh: Bool = false, showing show: ShowKept<ReadingInsights>? = nil
  ) async throws(APIError) -> Answer<ReadingInsights> {
    try await insights.value(
      for: GetRequest(path: ["analytics", "insights"]), under: policy(forceRefresh), showing: show)
  }

  private func activity(
    _ span: [URLQueryItem], _ kind: ActivityKind, _ forceRefresh: Bool, _ show: ShowKept<ListeningActivity>?
  ) async throws(APIError) -> Answer<ListeningActivity> {
    // Leave out the default, so that the common request has the short URL.
    let query = kind == .listening ? span : span + [URLQueryItem(name: "kind", value: kind.rawValue)]
    return try await activities.value(
      for: GetRequest(path: ["analytics", "activity"], query: query), under: policy(forceRefresh), showing: show)
  }

  private func policy<Value>(_ forceRefresh: Bool) -> ResponseCache<Value>.ReadPolicy {
    ResponseCache<Value>.ReadPolicy(writes: client.writes.value, forcesRefresh: forceRefresh)
  }
}

extension ReadingJourneyRepository {
  /// Runs writes of the client and marks all cached values as stale.
  ///
  ///     try await repository.write { client in try await client.saveHero("h1", name: "Ada") }
  public func write<Value: Sendable, Failure: Error>(
    _ work: @Sendable (WaymarkClient) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    defer { client.writes.increment() }
    return try await work(client)
  }

  /// Deletes all cached and stored values of the user. Call it on sign-out. Queued sessions stay in the queue.
  public func discardEverything() async {
    client.writes.increment()
    await profiles.discardAll()
    await summaries.discardAll()
    await activities.discardAll()
    await heroes.discardAll()
    await milestones.discardAll()
    await insights.discardAll()
    store?.removeAll()
  }
}

extension GetRequest {
  static let profile = GetRequest(path: ["profile"])
}
