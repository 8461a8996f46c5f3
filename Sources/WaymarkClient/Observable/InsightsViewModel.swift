public import Foundation
public import Observation

/// The state of a screen with insights into reading. Its sections load independently: the insights first, because
/// people look at them first, then timeline, achievements and goals concurrently.
@MainActor @Observable
public final class InsightsViewModel {
  /// The insights of the selected timeframe.
  public internal(set) var insights: AnalyticsSection<JourneyInsights> = .idle
  /// The last months of reading.
  public internal(set) var timeline: AnalyticsSection<ReadingTimeline> = .idle
  /// The achievements.
  public internal(set) var achievements: AnalyticsSection<[Achievement]> = .idle
  /// The goals.
  public internal(set) var goals: AnalyticsSection<[ReadingGoal]> = .idle
  /// The selected timeframe. Bind a picker to it and call ``loadTimeframe()`` when it changes, or use
  /// ``changeTimeframe(to:)``.
  public var selectedTimeframe: InsightsTimeframe
  /// The number of months in the timeline.
  public let numberOfMonths: Int

  @ObservationIgnored let repository: InsightsRepository
  @ObservationIgnored private let loader = SectionLoader<InsightsViewModel>()

  /// Creates a model. It loads nothing until ``loadAllInsights()`` is called.
  public init(
    repository: InsightsRepository, selectedTimeframe: InsightsTimeframe = .allTime, numberOfMonths: Int = 12
  ) {
    self.repository = repository
    self.selectedTimeframe = selectedTimeframe
    self.numberOfMonths = numberOfMonths
  }

  /// Loads all sections. Call it when the screen appears. Fresh cached values are shown without a request.
  public func loadAllInsights() async {
    await loadSections(forceRefresh: false) { _ in true }
  }

  /// Loads all sections from the server. Call it when the person pulls to refresh.
  public func refreshInsights() async {
    await loadSections(forceRefresh: true) { _ in true }
  }

  /// Loads only the sections that failed.
  public func retry() async {
    await loadSections(forceRefresh: true) { $0 }
  }

  /// Selects a timeframe and loads its insights.
  public func changeTimeframe(to newTimeframe: InsightsTimeframe) async {
    selectedTimeframe = newTimeframe
    await loadTimeframe()
  }

  /// Loads the insights of the selected timeframe.
  public func loadTimeframe() async {
    await loadInsights(false)
  }

  /// Sets the target of a goal, then loads goals and insights again. If the server rejects the target, this throws and
  /// changes nothing.
  ///
  /// - Parameter since: from when on the target counts.
  public func setGoal(_ type: GoalType, target: Int, since: Since = .now) async throws(AnalyticsError) {
    try await repository.setGoal(type, target: target, since: since)
    await loadAfterGoal()
  }

  /// Resets the target of a goal to its default, then loads goals and insights again.
  public func clearGoal(_ type: GoalType) async throws(AnalyticsError) {
    try await repository.clearGoal(type)
    await loadAfterGoal()
  }
}

/// The combined state of all sections.
extension InsightsViewModel {
  /// Whether a book was finished or a page read in the timeframe shown.
  public var hasInsights: Bool {
    insights.value.map { $0.booksRead > 0 || $0.pagesRead > 0 || $0.minutesRead > 0 } ?? false
  }

  /// Whether any section is loading.
  public var isLoading: Bool { insights.isBusy || timeline.isBusy || achievements.isBusy || goals.isBusy }

  /// The first error of the screen, until it is dismissed or its section loads.
  public var error: AnalyticsError? { insights.error ?? timeline.error ?? achievements.error ?? goals.error }

  /// The error as a sentence for a person with a suggestion, or nil if there is none.
  public var errorMessage: String? { error?.message }

  /// Removes all errors and keeps the values that were shown. Call it from the button of an alert.
  public func dismissError() {
    insights = insights.withoutError
    timeline = timeline.withoutError
    achievements = achievements.withoutError
    goals = goals.withoutError
  }

  /// The time of the oldest value on the screen if any value is shown because the server cannot be reached; otherwise
  /// nil.
  public var offlineSince: Date? {
    [insights.offlineSince, timeline.offlineSince, achievements.offlineSince, goals.offlineSince]
      .compactMap(\.self).min()
  }
}

extension InsightsViewModel {
  /// Loads the sections for which `isWanted` returns true. It is called with whether the section has failed.
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
    // Do not show the figures of another timeframe while these load.
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
