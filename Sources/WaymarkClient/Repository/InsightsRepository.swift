/// Insights into one user's reading, achievements, goals and reviews, cached for five minutes. Concurrent reads share
/// one request, and last known values are returned when the server cannot be reached. Any write through the same client
/// ends the five minutes.
public actor InsightsRepository {
  let client: WaymarkClient
  private let store: LastKnownStore?
  private let insights: ResponseCache<JourneyInsights>
  private let timelines: ResponseCache<ReadingTimeline>
  private let achievements: ResponseCache<AchievementsResponse>
  private let goals: ResponseCache<GoalsResponse>
  private let yearGoals: ResponseCache<YearGoalsResponse>
  private let reviews: ResponseCache<YearInReview>
  private var invalidations = 0

  /// Creates a repository.
  ///
  /// - Parameter lastKnown: stores values across restarts of the app. All repositories of an account may share it.
  public init(client: WaymarkClient, lastKnown: LastKnownStore? = nil) {
    self.client = client
    store = lastKnown
    insights = ResponseCache(client: client, store: lastKnown)
    timelines = ResponseCache(client: client, store: lastKnown)
    achievements = ResponseCache(client: client, store: lastKnown)
    goals = ResponseCache(client: client, store: lastKnown)
    yearGoals = ResponseCache(client: client, store: lastKnown)
    reviews = ResponseCache(client: client, store: lastKnown)
  }

  /// Returns insights into reading in a timeframe.
  public func fetchInsights(
    for timeframe: InsightsTimeframe = .allTime, forceRefresh: Bool = false,
    showing show: ShowKept<JourneyInsights>? = nil
  ) async throws(AnalyticsError) -> Answer<JourneyInsights> {
    try await insights.figures(.insights(timeframe), policy(forceRefresh), show)
  }

  /// Returns the last months of reading. Throws ``AnalyticsError/invalidDateRange`` outside
  /// ``WaymarkClient/Limits/timelineMonths``.
  public func fetchTimeline(
    numberOfMonths: Int = 12, forceRefresh: Bool = false, showing show: ShowKept<ReadingTimeline>? = nil
  ) async throws(AnalyticsError) -> Answer<ReadingTimeline> {
    guard Limits.timelineMonths.contains(numberOfMonths) else { throw .invalidDateRange }
    return try await timelines.figures(.timeline(numberOfMonths), policy(forceRefresh), show)
  }

  /// Returns all achievements, including locked ones.
  public func fetchAchievements(
    forceRefresh: Bool = false, showing show: ShowKept<[Achievement]>? = nil
  ) async throws(AnalyticsError) -> Answer<[Achievement]> {
    try await achievements.figures(
      .achievements, policy(forceRefresh), projecting(show, \.achievements)
    ).map(\.achievements)
  }

  /// Returns all goals.
  public func fetchGoals(
    forceRefresh: Bool = false, showing show: ShowKept<[ReadingGoal]>? = nil
  ) async throws(AnalyticsError) -> Answer<[ReadingGoal]> {
    try await goals.figures(.goals, policy(forceRefresh), projecting(show, \.goals)).map(\.goals)
  }

  /// Returns the goals of a year, with the targets that applied when it ended. Throws
  /// ``AnalyticsError/invalidDateRange`` outside ``WaymarkClient/Limits/reviewYears``.
  public func fetchGoals(
    of year: Int, forceRefresh: Bool = false, showing show: ShowKept<[GoalOfYear]>? = nil
  ) async throws(AnalyticsError) -> Answer<[GoalOfYear]> {
    guard Limits.reviewYears.contains(year) else { throw .invalidDateRange }
    return try await yearGoals.figures(.goals(of: year), policy(forceRefresh), projecting(show, \.goals)).map(\.goals)
  }

  /// Returns the review of a year. Throws ``AnalyticsError/invalidDateRange`` outside
  /// ``WaymarkClient/Limits/reviewYears``.
  public func fetchReview(
    of year: Int, forceRefresh: Bool = false, showing show: ShowKept<YearInReview>? = nil
  ) async throws(AnalyticsError) -> Answer<YearInReview> {
    guard Limits.reviewYears.contains(year) else { throw .invalidDateRange }
    return try await reviews.figures(.review(year), policy(forceRefresh), show)
  }

  /// Returns the review of a month. Throws ``AnalyticsError/invalidDateRange`` for a month that does not exist, and
  /// for a year outside ``WaymarkClient/Limits/reviewYears``.
  public func fetchReview(
    of month: CalendarMonth, forceRefresh: Bool = false, showing show: ShowKept<YearInReview>? = nil
  ) async throws(AnalyticsError) -> Answer<YearInReview> {
    guard Limits.reviewYears.contains(month.year), CalendarMonth(month.description) == month else {
      throw .invalidDateRange
    }
    return try await reviews.figures(.review(month), policy(forceRefresh), show)
  }

  /// Loads what screens usually show into the cache, all at once. Failed requests are ignored; they are repeated when
  /// the value is needed.
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

  /// Marks all cached values as stale, for example after another app has written. Last known values stay available
  /// offline.
  public func invalidateCache() {
    invalidations += 1
  }

  /// Deletes all cached and stored values of the user. Call it on sign-out.
  public func discardEverything() async {
    invalidations += 1
    await insights.discardAll()
    await timelines.discardAll()
    await achievements.discardAll()
    await goals.discardAll()
    await yearGoals.discardAll()
    await reviews.discardAll()
    store?.removeAll()
  }

  private func policy<Value>(_ forceRefresh: Bool) -> ResponseCache<Value>.ReadPolicy {
    ResponseCache<Value>.ReadPolicy(writes: client.writes.value + invalidations, forcesRefresh: forceRefresh)
  }
}

/// Goals. Setting one also changes the rings of the insights.
extension InsightsRepository {
  /// Sets the target of a goal. Throws ``AnalyticsError/request(_:)`` with the validation errors if the target is not
  /// allowed.
  ///
  /// - Parameter target: 1…10,000; at most 14 for weekly rucks.
  public func setGoal(_ type: GoalType, target: Int, since: Since = .now) async throws(AnalyticsError) {
    do throws(APIError) { try await client.setGoal(type, target: target, since: since) } catch { throw .request(error) }
  }

  /// Resets the target of a goal to its default.
  public func clearGoal(_ type: GoalType) async throws(AnalyticsError) {
    do throws(APIError) { try await client.clearGoal(type) } catch { throw .request(error) }
  }
}
