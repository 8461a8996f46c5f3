public import Foundation
public import Observation

/// The state of a reading journey screen. Its sections load independently: the summary first, since it is what a
/// person looks at, then the rest side by side.
@MainActor @Observable
public final class ReadingJourneyModel {
  public internal(set) var summary: JourneySection<AnalyticsSummary> = .idle
  public internal(set) var activity: JourneySection<ListeningActivity> = .idle
  public internal(set) var heroes: JourneySection<[HeroPerformance]> = .idle
  public internal(set) var milestones: JourneySection<[Milestone]> = .idle
  public internal(set) var insights: JourneySection<ReadingInsights> = .idle
  /// Bind a picker to its range, and call ``loadActivity()`` when it changes.
  public let activityChoice: ActivityChoice

  @ObservationIgnored let repository: ReadingJourneyRepository
  @ObservationIgnored private let loader = SectionLoader<ReadingJourneyModel>()

  public init(repository: ReadingJourneyRepository, activityChoice: ActivityChoice = ActivityChoice()) {
    self.repository = repository
    self.activityChoice = activityChoice
  }

  /// When the screen appears. What the repository still has is shown without asking.
  public func load() async {
    await loadSections(forceRefresh: false) { _ in true }
  }

  /// When a person pulls to refresh: the server is asked for everything.
  public func refresh() async {
    await loadSections(forceRefresh: true) { _ in true }
  }

  /// After a failure: asks again for what failed, and for nothing else.
  public func retry() async {
    await loadSections(forceRefresh: true) { $0 }
  }

  /// The activity for the range now chosen.
  public func loadActivity(forceRefresh: Bool = false) async {
    let range = activityChoice.range
    // Another range's chart is not what was asked for, not even while waiting.
    if let shown = activity.value, shown.range != range { activity = .idle }
    await load(\.activity) { repository, show throws(APIError) in
      try await repository.fetchActivity(range: range, forceRefresh: forceRefresh, showing: show)
    }
  }

  /// The time of the oldest values on the screen if any of them is from before the network went; else nil.
  public var offlineSince: Date? {
    let times = [
      summary.offlineSince, activity.offlineSince, heroes.offlineSince, milestones.offlineSince, insights.offlineSince,
    ]
    return times.compactMap(\.self).min()
  }
}

extension ReadingJourneyModel {
  /// Loads the sections that `isWanted` says yes to, given whether a section has failed.
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
