/// Insights into one user's reading, achievements, goals and years in review: cached for five minutes, asked once for
/// all who ask at once, and with the last known values at hand when the network is away. Any write by the same client
/// ends the five minutes.
public actor InsightsRepository {
  let client: WaymarkClient
  private let store: LastKnownStore?
  private let insights: AnswerShelf<JourneyInsights>
  private let timelines: AnswerShelf<ReadingTimeline>
  private let achievements: AnswerShelf<AchievementsAnswer>
  private let goals: AnswerShelf<GoalsAnswer>
  private let reviews: AnswerShelf<YearInReview>
  private var invalidations = 0

  /// - Parameter lastKnown: where values survive a restart of the app; the other repositories of the same account may
  ///   have the same one.
  public init(client: WaymarkClient, lastKnown: LastKnownStore? = nil) {
    self.client = client
    store = lastKnown
    insights = AnswerShelf(client: client, store: lastKnown)
    timelines = AnswerShelf(client: client, store: lastKnown)
    achievements = AnswerShelf(client: client, store: lastKnown)
    goals = AnswerShelf(client: client, store: lastKnown)
    reviews = AnswerShelf(client: client, store: lastKnown)
  }

  public func fetchInsights(
    for timeframe: InsightsTimeframe = .allTime, forceRefresh: Bool = false,
    showing show: ShowKept<JourneyInsights>? = nil
  ) async throws(AnalyticsError) -> Answer<JourneyInsights> {
    try await insights.figures(.insights(timeframe), terms(forceRefresh), show)
  }

  /// ``AnalyticsError/invalidDateRange`` beyond ``Limits/timelineMonths``.
  public func fetchTimeline(
    numberOfMonths: Int = 12, forceRefresh: Bool = false, showing show: ShowKept<ReadingTimeline>? = nil
  ) async throws(AnalyticsError) -> Answer<ReadingTimeline> {
    guard Limits.timelineMonths.contains(numberOfMonths) else { throw .invalidDateRange }
    return try await timelines.figures(.timeline(numberOfMonths), terms(forceRefresh), show)
  }

  public func fetchAchievements(
    forceRefresh: Bool = false, showing show: ShowKept<[Achievement]>? = nil
  ) async throws(AnalyticsError) -> Answer<[Achievement]> {
    try await achievements.figures(
      .achievements, terms(forceRefresh), partly(show, \.achievements)
    ).map(\.achievements)
  }

  public func fetchGoals(
    forceRefresh: Bool = false, showing show: ShowKept<[ReadingGoal]>? = nil
  ) async throws(AnalyticsError) -> Answer<[ReadingGoal]> {
    try await goals.figures(.goals, terms(forceRefresh), partly(show, \.goals)).map(\.goals)
  }

  /// ``AnalyticsError/invalidDateRange`` beyond ``Limits/reviewYears``.
  public func fetchReview(
    of year: Int, forceRefresh: Bool = false, showing show: ShowKept<YearInReview>? = nil
  ) async throws(AnalyticsError) -> Answer<YearInReview> {
    guard Limits.reviewYears.contains(year) else { throw .invalidDateRange }
    return try await reviews.figures(.review(year), terms(forceRefresh), show)
  }

  /// Asks ahead for what screens usually show, all at once, so that they find it cached. What fails here is asked for
  /// again when it is needed.
  public func prefetchCommonScenarios(_ timeframes: [InsightsTimeframe] = InsightsTimeframe.allCases) async {
    await withDiscardingTaskGroup { group in
      for timeframe in timeframes {
        group.addTask { _ = try? await self.fetchInsights(for: timeframe) }
      }
      group.addTask { _ = try? await self.fetchTimeline() }
      group.addTask { _ = try? await self.fetchAchievements() }
      group.addTask { _ = try? await self.fetchGoals() }
    }
  }

  /// Nothing kept counts as fresh any more: for when something came to the server by another way than this client.
  public func invalidateCache() {
    invalidations += 1
  }

  /// Discards everything about the user, on sign-out.
  public func discardEverything() async {
    invalidations += 1
    await insights.discardAll()
    await timelines.discardAll()
    await achievements.discardAll()
    await goals.discardAll()
    await reviews.discardAll()
    store?.removeAll()
  }

  private func terms<Value>(_ forceRefresh: Bool) -> AnswerShelf<Value>.Terms {
    AnswerShelf<Value>.Terms(writes: client.writes.value + invalidations, forcesRefresh: forceRefresh)
  }
}

/// What a reader aims at. The rings of the insights change with it.
extension InsightsRepository {
  /// - Parameter target: 1 or more; the server refuses others.
  public func setGoal(_ type: GoalType, target: Int) async throws(AnalyticsError) {
    do throws(APIError) { try await client.setGoal(type, target: target) } catch { throw .request(error) }
  }

  /// From then on the usual target holds again.
  public func clearGoal(_ type: GoalType) async throws(AnalyticsError) {
    do throws(APIError) { try await client.clearGoal(type) } catch { throw .request(error) }
  }
}
