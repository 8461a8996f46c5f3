public import Foundation
public import Observation

/// The state of a screen with figures about listening. Its sections load independently: the summary first, because
/// people look at it first, then the others concurrently.
@MainActor @Observable
public final class ReadingJourneyModel {
  /// The totals.
  public internal(set) var summary: JourneySection<AnalyticsSummary> = .idle
  /// The minutes per day for the chosen range.
  public internal(set) var activity: JourneySection<ListeningActivity> = .idle
  /// The heroes, the most active first.
  public internal(set) var heroes: JourneySection<[HeroPerformance]> = .idle
  /// The milestones.
  public internal(set) var milestones: JourneySection<[Milestone]> = .idle
  /// Listening habits.
  public internal(set) var insights: JourneySection<ReadingInsights> = .idle
  /// The range of the activity chart. Bind a picker to it, and call ``loadActivity(forceRefresh:)`` when it changes.
  public let activityChoice: ActivityChoice

  @ObservationIgnored let repository: ReadingJourneyRepository
  @ObservationIgnored private let loader = SectionLoader<ReadingJourneyModel>()

  /// Creates a model. It loads nothing until ``load()`` is called.
  public init(repository: ReadingJourneyRepository, activityChoice: ActivityChoice = ActivityChoice()) {
    self.repository = repository
    self.activityChoice = activityChoice
  }

  /// Loads all sections. Call it when the screen appears. Fresh cached values are shown without a request.
  public func load() async {
    await loadSections(forceRefresh: false) { _ in true }
  }

  /// Loads all sections from the server. Call it when the person pulls to refresh.
  public func refresh() async {
    await loadSections(forceRefresh: true) { _ in true }
  }

  /// Loads only the sections that failed.
  public func retry() async {
    await loadSections(forceRefresh: true) { $0 }
  }

  /// Loads the activity for the chosen range.
  public func loadActivity(forceRefresh: Bool = false) async {
    let range = activityChoice.range
    // Do not show the chart of another range while this one loads.
    if let shown = activity.value, shown.range != range { activity = .idle }
    await load(\.activity) { repository, show throws(APIError) in
      try await repository.fetchActivity(range: range, forceRefresh: forceRefresh, showing: show)
    }
  }

  /// The time of the oldest value on the screen if any value is shown because the server cannot be reached; otherwise
  /// nil.
  public var offlineSince: Date? {
    let times = [
      summary.offlineSince, activity.offlineSince, heroes.offlineSince, milestones.offlineSince, insights.offlineSince,
    ]
    return times.compactMap(\.self).min()
  }
}

extension ReadingJourneyModel {
  /// Loads the sections for which `isWanted` returns true. It is called with whether the section has failed.
  private func loadSections(forceRefresh: Bool, isWanted: (_ hasFailed: Bool) -> Bool) async {
    let wantsActivity = isWanted(activity.error != nil)
    let wantsHeroes = isWanted(heroes.error != nil)
    let wantsMilestones = isWanted(milestones.error != nil)
    let wantsInsights = isWanted(insights.error != nil)
    let wantsSummary = isWanted(summary.error != nil)
    await loader.loadFirst {
      if wantsSummary { await self.loadSummary(forceRefresh) }
    } then: {
      async let activity: Void = wantsActivity ? loadActivity(forceRefresh: forceRefresh) : ()
      async let heroes: Void = wantsHeroes ? loadHeroes(forceRefresh) : ()
      async let milestones: Void = wantsMilestones ? loadMilestones(forceRefresh) : ()
      async let insights: Void = wantsInsights ? loadInsights(forceRefresh) : ()
      _ = await (activity, heroes, milestones, insights)
    }
  }

  private func loadSummary(_ forceRefresh: Bool) async {
    await load(\.summary) { repository, show throws(APIError) in
      try await repository.fetchSummary(forceRefresh: forceRefresh, showing: show)
    }
  }

  private func loadHeroes(_ forceRefresh: Bool) async {
    await load(\.heroes) { repository, show throws(APIError) in
      try await repository.fetchHeroes(forceRefresh: forceRefresh, showing: show)
    }
  }

  private func loadMilestones(_ forceRefresh: Bool) async {
    await load(\.milestones) { repository, show throws(APIError) in
      try await repository.fetchMilestones(forceRefresh: forceRefresh, showing: show)
    }
  }

  private func loadInsights(_ forceRefresh: Bool) async {
    await load(\.insights) { repository, show throws(APIError) in
      try await repository.fetchInsights(forceRefresh: forceRefresh, showing: show)
    }
  }

  private func load<Value: Sendable>(
    _ section: ReferenceWritableKeyPath<ReadingJourneyModel, JourneySection<Value>>,
    _ fetch: @Sendable (ReadingJourneyRepository, @escaping ShowKept<Value>) async throws(APIError) -> Answer<Value>
  ) async {
    await loader.load(section, of: self) { [repository] show throws(APIError) in try await fetch(repository, show) }
  }
}
