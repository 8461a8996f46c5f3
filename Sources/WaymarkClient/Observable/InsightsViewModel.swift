public import Foundation
public import Observation

/// The state of a screen with insights into reading. Its sections load independently: the insights first, since they
/// are what a person looks at, then timeline, achievements and goals side by side.
@MainActor @Observable
public final class InsightsViewModel {
  public internal(set) var insights: AnalyticsSection<JourneyInsights> = .idle
  public internal(set) var timeline: AnalyticsSection<ReadingTimeline> = .idle
  public internal(set) var achievements: AnalyticsSection<[Achievement]> = .idle
  public internal(set) var goals: AnalyticsSection<[ReadingGoal]> = .idle
  /// Bind a picker to it, and call ``loadTimeframe()`` when it changes; or use ``changeTimeframe(to:)``.
  public var selectedTimeframe: InsightsTimeframe
  /// How far back the timeline reaches.
  public let numberOfMonths: Int

  @ObservationIgnored let repository: InsightsRepository
  @ObservationIgnored private let loader = SectionLoader<InsightsViewModel>()

  public init(
    repository: InsightsRepository, selectedTimeframe: InsightsTimeframe = .allTime, numberOfMonths: Int = 12
  ) {
    self.repository = repository
    self.selectedTimeframe = selectedTimeframe
    self.numberOfMonths = numberOfMonths
  }

  /// When the screen appears. What the repository still has is shown without asking.
  public func loadAllInsights() async {
    await loadSections(forceRefresh: false) { _ in true }
  }

  /// When a person pulls to refresh: the server is asked for everything.
  public func refreshInsights() async {
    await loadSections(forceRefresh: true) { _ in true }
  }

  /// After a failure: asks again for what failed, and for nothing else.
  public func retry() async {
    await loadSections(forceRefresh: true) { $0 }
  }

  /// Chooses another timeframe and loads what depends on it.
  public func changeTimeframe(to newTimeframe: InsightsTimeframe) async {
    selectedTimeframe = newTimeframe
    await loadTimeframe()
  }

  /// The insights of the timeframe now chosen.
  public func loadTimeframe() async {
    await loadInsights(false)
  }

  /// Sets what is aimed at; goals and rings follow. A refusal is thrown, for the form to show, and changes nothing.
  public func setGoal(_ type: GoalType, target: Int) async throws(AnalyticsError) {
    try await repository.setGoal(type, target: target)
    await loadAfterGoal()
  }

  /// The usual target holds again.
  public func clearGoal(_ type: GoalType) async throws(AnalyticsError) {
    try await repository.clearGoal(type)
    await loadAfterGoal()
  }
}

/// What a view asks of all sections together.
extension InsightsViewModel {
  /// Whether a book was finished or a page read in the timeframe shown.
  public var hasInsights: Bool {
    insights.value.map { $0.booksRead > 0 || $0.pagesRead > 0 || $0.minutesRead > 0 } ?? false
  }

  public var isLoading: Bool { insights.isBusy || timeline.isBusy || achievements.isBusy || goals.isBusy }

  /// The first failure of the screen, until it is dismissed or the section loads.
  public var error: AnalyticsError? { insights.error ?? timeline.error ?? achievements.error ?? goals.error }

  /// The same as a sentence for a person, with what to do about it.
  public var errorMessage: String? { error?.message }

  /// For the button of an alert: what was known before is shown again, without an error.
  public func dismissError() {
    insights = insights.withoutError
    timeline = timeline.withoutError
    achievements = achievements.withoutError
    goals = goals.withoutError
  }

  /// The time of the oldest values on the screen if any of them is from before the network went; else nil.
  public var offlineSince: Date? {
    [insights.offlineSince, timeline.offlineSince, achievements.offlineSince, goals.offlineSince]
      .compactMap(\.self).min()
  }
}

extension InsightsViewModel {
  /// Loads the sections that `isWanted` says yes to, given whether a section has failed.
  private func loadSections(forceRefresh: Bool, isWanted: (_ hasFailed: Bool) -> Bool) async {
    let wantsTimeline = isWanted(timeline.error != nil)
    let wantsAchievements = isWanted(achievements.error != nil)
    let wantsGoals = isWanted(goals.error != nil)
    let wantsInsights = isWanted(insights.error != nil)
    await loader.loadFirst {
      if wantsInsights { await self.loadInsights(forceRefresh) }
    } then: {
      async let timeline: Void = wantsTimeline ? loadTimeline(forceRefresh) : ()
      async let achievements: Void = wantsAchievements ? loadAchievements(forceRefresh) : ()
      async let goals: Void = wantsGoals ? loadGoals(forceRefresh) : ()
      _ = await (timeline, achievements, goals)
    }
  }

  private func loadAfterGoal() async {
    async let insights: Void = loadInsights(false)
    await loadGoals(false)
    await insights
  }

  private func loadInsights(_ forceRefresh: Bool) async {
    let timeframe = selectedTimeframe
    // Another timeframe's figures are not what was asked for, not even while waiting.
    if let shown = insights.value, shown.timeframe != timeframe { insights = .idle }
    await loader.load(\.insights, of: self) { [repository] show throws(AnalyticsError) in
      try await repository.fetchInsights(for: timeframe, forceRefresh: forceRefresh, showing: show)
    }
  }

  private func loadTimeline(_ forceRefresh: Bool) async {
    await loader.load(\.timeline, of: self) { [repository, numberOfMonths] show throws(AnalyticsError) in
      try await repository.fetchTimeline(numberOfMonths: numberOfMonths, forceRefresh: forceRefresh, showing: show)
    }
  }

  private func loadAchievements(_ forceRefresh: Bool) async {
    await loader.load(\.achievements, of: self) { [repository] show throws(AnalyticsError) in
      try await repository.fetchAchievements(forceRefresh: forceRefresh, showing: show)
    }
  }

  private func loadGoals(_ forceRefresh: Bool) async {
    await loader.load(\.goals, of: self) { [repository] show throws(AnalyticsError) in
      try await repository.fetchGoals(forceRefresh: forceRefresh, showing: show)
    }
  }
}
