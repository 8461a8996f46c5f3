/// The figures of one user's rucks, cached for five minutes. Concurrent reads share one request, and last known values
/// are returned when the server cannot be reached. Any write through the same client ends the five minutes.
public actor AnalyticsRepository {
  let client: WaymarkClient
  let queue: OfflineQueue?
  private let store: LastKnownStore?
  private let periods: ResponseCache<AnalyticsData>
  private let records: ResponseCache<PersonalRecords>
  private let weeks: ResponseCache<WeeklyAnalyticsData>
  private let streaks: ResponseCache<TrainingStreak>
  private let breakdowns: ResponseCache<RuckBreakdown>
  private var invalidations = 0

  /// Creates a repository.
  ///
  /// - Parameters:
  ///   - lastKnown: stores values across restarts of the app. All repositories of an account may share it.
  ///   - queue: stores rucks while there is no network. If nil, ``reportRuck(_:)`` throws when offline.
  public init(client: WaymarkClient, lastKnown: LastKnownStore? = nil, queue: OfflineQueue? = nil) {
    self.client = client
    self.queue = queue
    store = lastKnown
    periods = ResponseCache(client: client, store: lastKnown)
    records = ResponseCache(client: client, store: lastKnown)
    weeks = ResponseCache(client: client, store: lastKnown)
    streaks = ResponseCache(client: client, store: lastKnown)
    breakdowns = ResponseCache(client: client, store: lastKnown)
  }

  /// Returns the totals of a period with their trends.
  public func fetchAnalyticsData(
    for timePeriod: AnalyticsTimePeriod = .monthly, forceRefresh: Bool = false,
    showing show: ShowKept<AnalyticsData>? = nil
  ) async throws(AnalyticsError) -> Answer<AnalyticsData> {
    try await periods.figures(.ruckAnalytics(timePeriod), policy(forceRefresh), show)
  }

  /// Returns the personal records.
  public func fetchPersonalRecords(
    forceRefresh: Bool = false, showing show: ShowKept<PersonalRecords>? = nil
  ) async throws(AnalyticsError) -> Answer<PersonalRecords> {
    try await records.figures(.ruckRecords, policy(forceRefresh), show)
  }

  /// Returns the last weeks. Throws ``AnalyticsError/invalidDateRange`` outside
  /// ``WaymarkClient/Limits/analyticsWeeks``.
  public func fetchWeeklyAnalyticsData(
    numberOfWeeks: Int = 12, forceRefresh: Bool = false, showing show: ShowKept<WeeklyAnalyticsData>? = nil
  ) async throws(AnalyticsError) -> Answer<WeeklyAnalyticsData> {
    guard Limits.analyticsWeeks.contains(numberOfWeeks) else { throw .invalidDateRange }
    return try await weeks.figures(.ruckWeeks(numberOfWeeks), policy(forceRefresh), show)
  }

  /// Returns the training streak.
  public func fetchTrainingStreak(
    forceRefresh: Bool = false, showing show: ShowKept<TrainingStreak>? = nil
  ) async throws(AnalyticsError) -> Answer<TrainingStreak> {
    try await streaks.figures(.trainingStreak, policy(forceRefresh), show)
  }

  /// Returns the breakdown of a period.
  public func fetchBreakdown(
    for timePeriod: AnalyticsTimePeriod = .monthly, forceRefresh: Bool = false,
    showing show: ShowKept<RuckBreakdown>? = nil
  ) async throws(AnalyticsError) -> Answer<RuckBreakdown> {
    try await breakdowns.figures(.ruckBreakdown(timePeriod), policy(forceRefresh), show)
  }

  /// Loads what screens usually show into the cache, all at once. Failed requests are ignored; they are repeated when
  /// the value is needed.
  public func prefetchCommonScenarios(
    _ timePeriods: [AnalyticsTimePeriod] = AnalyticsTimePeriod.allCases
  ) async {
    await withDiscardingTaskGroup { group in
      for period in timePeriods {
        group.addTask { _ = try? await self.fetchAnalyticsData(for: period) }
      }
      group.addTask { _ = try? await self.fetchPersonalRecords() }
      group.addTask { _ = try? await self.fetchWeeklyAnalyticsData() }
      group.addTask { _ = try? await self.fetchTrainingStreak() }
    }
  }

  /// Marks all cached values as stale, for example after another app recorded a ruck. Last known values stay available
  /// offline.
  public func invalidateCache() {
    invalidations += 1
  }

  /// Deletes all cached and stored values of the user. Call it on sign-out.
  public func discardEverything() async {
    invalidations += 1
    await periods.discardAll()
    await records.discardAll()
    await weeks.discardAll()
    await streaks.discardAll()
    await breakdowns.discardAll()
    store?.removeAll()
  }

  private func policy<Value>(_ forceRefresh: Bool) -> ResponseCache<Value>.ReadPolicy {
    // Both counters only grow, so their sum does too.
    ResponseCache<Value>.ReadPolicy(writes: client.writes.value + invalidations, forcesRefresh: forceRefresh)
  }
}

extension ResponseCache {
  func figures(
    _ request: GetRequest, _ policy: ReadPolicy, _ show: ShowKept<Value>?
  ) async throws(AnalyticsError) -> Answer<Value> {
    do throws(APIError) {
      return try await value(for: request, under: policy, showing: show)
    } catch {
      throw AnalyticsError(reading: error)
    }
  }
}
