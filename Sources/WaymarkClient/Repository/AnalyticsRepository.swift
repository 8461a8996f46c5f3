/// The figures of one user's rucks: cached for five minutes, asked once for all who ask at once, and with the last
/// known values at hand when the network is away. Any write by the same client ends the five minutes.
public actor AnalyticsRepository {
  let client: WaymarkClient
  let queue: OfflineQueue?
  private let store: LastKnownStore?
  private let periods: AnswerShelf<AnalyticsData>
  private let records: AnswerShelf<PersonalRecords>
  private let weeks: AnswerShelf<WeeklyAnalyticsData>
  private let streaks: AnswerShelf<TrainingStreak>
  private let breakdowns: AnswerShelf<RuckBreakdown>
  private var invalidations = 0

  /// - Parameters:
  ///   - lastKnown: where values survive a restart of the app; the other repositories of the same account may have
  ///     the same one.
  ///   - queue: where rucks wait for the network; without it ``reportRuck(_:)`` fails when offline.
  public init(client: WaymarkClient, lastKnown: LastKnownStore? = nil, queue: OfflineQueue? = nil) {
    self.client = client
    self.queue = queue
    store = lastKnown
    periods = AnswerShelf(client: client, store: lastKnown)
    records = AnswerShelf(client: client, store: lastKnown)
    weeks = AnswerShelf(client: client, store: lastKnown)
    streaks = AnswerShelf(client: client, store: lastKnown)
    breakdowns = AnswerShelf(client: client, store: lastKnown)
  }

  public func fetchAnalyticsData(
    for timePeriod: AnalyticsTimePeriod = .monthly, forceRefresh: Bool = false,
    showing show: ShowKept<AnalyticsData>? = nil
  ) async throws(AnalyticsError) -> Answer<AnalyticsData> {
    try await periods.figures(.ruckAnalytics(timePeriod), terms(forceRefresh), show)
  }

  public func fetchPersonalRecords(
    forceRefresh: Bool = false, showing show: ShowKept<PersonalRecords>? = nil
  ) async throws(AnalyticsError) -> Answer<PersonalRecords> {
    try await records.figures(.ruckRecords, terms(forceRefresh), show)
  }

  /// ``AnalyticsError/invalidDateRange`` beyond ``Limits/analyticsWeeks``.
  public func fetchWeeklyAnalyticsData(
    numberOfWeeks: Int = 12, forceRefresh: Bool = false, showing show: ShowKept<WeeklyAnalyticsData>? = nil
  ) async throws(AnalyticsError) -> Answer<WeeklyAnalyticsData> {
    guard Limits.analyticsWeeks.contains(numberOfWeeks) else { throw .invalidDateRange }
    return try await weeks.figures(.ruckWeeks(numberOfWeeks), terms(forceRefresh), show)
  }

  public func fetchTrainingStreak(
    forceRefresh: Bool = false, showing show: ShowKept<TrainingStreak>? = nil
  ) async throws(AnalyticsError) -> Answer<TrainingStreak> {
    try await streaks.figures(.trainingStreak, terms(forceRefresh), show)
  }

  public func fetchBreakdown(
    for timePeriod: AnalyticsTimePeriod = .monthly, forceRefresh: Bool = false,
    showing show: ShowKept<RuckBreakdown>? = nil
  ) async throws(AnalyticsError) -> Answer<RuckBreakdown> {
    try await breakdowns.figures(.ruckBreakdown(timePeriod), terms(forceRefresh), show)
  }

  /// Asks ahead for what screens usually show, all at once, so that they find it cached. What fails here is asked for
  /// again when it is needed.
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

  /// Nothing kept counts as fresh any more: for when a ruck came to the server by another way than this client. The
  /// last known values stay, for the time without a network.
  public func invalidateCache() {
    invalidations += 1
  }

  /// Discards everything about the user, on sign-out.
  public func discardEverything() async {
    invalidations += 1
    await periods.discardAll()
    await records.discardAll()
    await weeks.discardAll()
    await streaks.discardAll()
    await breakdowns.discardAll()
    store?.removeAll()
  }

  private func terms<Value>(_ forceRefresh: Bool) -> AnswerShelf<Value>.Terms {
    // Both only grow, and so does their sum.
    AnswerShelf<Value>.Terms(writes: client.writes.value + invalidations, forcesRefresh: forceRefresh)
  }
}

extension AnswerShelf {
  func figures(
    _ question: Question, _ terms: Terms, _ show: ShowKept<Value>?
  ) async throws(AnalyticsError) -> Answer<Value> {
    do throws(APIError) {
      return try await answer(to: question, on: terms, showing: show)
    } catch {
      throw AnalyticsError(asking: error)
    }
  }
}
