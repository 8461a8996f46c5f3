public import Foundation
public import Observation

/// The state of a screen with the analytics of rucks. Its sections load independently: the figures of the chosen
/// period first, since they are what a person looks at, then the rest side by side.
@MainActor @Observable
public final class AnalyticsViewModel {
  public internal(set) var analytics: AnalyticsSection<AnalyticsData> = .idle
  public internal(set) var records: AnalyticsSection<PersonalRecords> = .idle
  public internal(set) var weekly: AnalyticsSection<WeeklyAnalyticsData> = .idle
  public internal(set) var streak: AnalyticsSection<TrainingStreak> = .idle
  public internal(set) var breakdown: AnalyticsSection<RuckBreakdown> = .idle
  /// Bind a picker to it, and call ``loadTimePeriod()`` when it changes; or use ``changeTimePeriod(to:)``.
  public var selectedTimePeriod: AnalyticsTimePeriod
  /// How far back the weekly chart reaches.
  public let numberOfWeeks: Int

  @ObservationIgnored let repository: AnalyticsRepository
  @ObservationIgnored private let loader = SectionLoader<AnalyticsViewModel>()
  /// Which period the breakdown is of: its answer does not say.
  @ObservationIgnored private var breakdownPeriod: AnalyticsTimePeriod?

  public init(
    repository: AnalyticsRepository, selectedTimePeriod: AnalyticsTimePeriod = .monthly, numberOfWeeks: Int = 12
  ) {
    self.repository = repository
    self.selectedTimePeriod = selectedTimePeriod
    self.numberOfWeeks = numberOfWeeks
  }

  /// When the screen appears, and after a ruck was recorded. What the repository still has is shown without asking.
  public func loadAllAnalyticsData() async {
    await loadSections(forceRefresh: false) { _ in true }
  }

  /// When a person pulls to refresh: the server is asked for everything.
  public func refreshAnalytics() async {
    await loadSections(forceRefresh: true) { _ in true }
  }

  /// After a failure: asks again for what failed, and for nothing else.
  public func retry() async {
    await loadSections(forceRefresh: true) { $0 }
  }

  /// Chooses another period and loads what depends on it.
  public func changeTimePeriod(to newPeriod: AnalyticsTimePeriod) async {
    selectedTimePeriod = newPeriod
    await loadTimePeriod()
  }

  /// The figures and the breakdown of the period now chosen.
  public func loadTimePeriod() async {
    async let breakdown: Void = loadBreakdown(false)
    await loadAnalytics(false)
    await breakdown
  }
}

/// What a view asks of all sections together.
extension AnalyticsViewModel {
  public var analyticsData: AnalyticsData? { analytics.value }
  public var personalRecords: PersonalRecords? { records.value }
  public var weeklyAnalyticsData: WeeklyAnalyticsData? { weekly.value }

  /// Whether there is a ruck in the period shown.
  public var hasAnalyticsData: Bool { (analytics.value?.totalSessions ?? 0) > 0 }

  public var isLoading: Bool {
    analytics.isBusy || records.isBusy || weekly.isBusy || streak.isBusy || breakdown.isBusy
  }

  /// The first failure of the screen, until it is dismissed or the section loads.
  public var error: AnalyticsError? {
    analytics.error ?? records.error ?? weekly.error ?? streak.error ?? breakdown.error
  }

  /// The same as a sentence for a person, with what to do about it.
  public var errorMessage: String? { error?.message }

  /// For the button of an alert: what was known before is shown again, without an error.
  public func dismissError() {
    analytics = analytics.withoutError
    records = records.withoutError
    weekly = weekly.withoutError
    streak = streak.withoutError
    breakdown = breakdown.withoutError
  }

  /// The time of the oldest values on the screen if any of them is from before the network went; else nil.
  public var offlineSince: Date? {
    let times = [
      analytics.offlineSince, records.offlineSince, weekly.offlineSince, streak.offlineSince, breakdown.offlineSince,
    ]
    return times.compactMap(\.self).min()
  }
}

extension AnalyticsViewModel {
  /// Loads the sections that `isWanted` says yes to, given whether a section has failed.
  private func loadSections(forceRefresh: Bool, isWanted: (_ hasFailed: Bool) -> Bool) async {
    let wantsRecords = isWanted(records.error != nil)
    let wantsWeekly = isWanted(weekly.error != nil)
    let wantsStreak = isWanted(streak.error != nil)
    let wantsBreakdown = isWanted(breakdown.error != nil)
    let wantsAnalytics = isWanted(analytics.error != nil)
    await loader.loadFirst {
      if wantsAnalytics { await self.loadAnalytics(forceRefresh) }
    } then: {
      async let records: Void = wantsRecords ? loadRecords(forceRefresh) : ()
      async let weekly: Void = wantsWeekly ? loadWeekly(forceRefresh) : ()
      async let streak: Void = wantsStreak ? loadStreak(forceRefresh) : ()
      async let breakdown: Void = wantsBreakdown ? loadBreakdown(forceRefresh) : ()
      _ = await (records, weekly, streak, breakdown)
    }
  }

  private func loadAnalytics(_ forceRefresh: Bool) async {
    let period = selectedTimePeriod
    // Another period's figures are not what was asked for, not even while waiting.
    if let shown = analytics.value, shown.timePeriod != period { analytics = .idle }
    await loader.load(\.analytics, of: self) { [repository] show throws(AnalyticsError) in
      try await repository.fetchAnalyticsData(for: period, forceRefresh: forceRefresh, showing: show)
    }
  }

  private func loadRecords(_ forceRefresh: Bool) async {
    await loader.load(\.records, of: self) { [repository] show throws(AnalyticsError) in
      try await repository.fetchPersonalRecords(forceRefresh: forceRefresh, showing: show)
    }
  }

  private func loadWeekly(_ forceRefresh: Bool) async {
    await loader.load(\.weekly, of: self) { [repository, numberOfWeeks] show throws(AnalyticsError) in
      try await repository.fetchWeeklyAnalyticsData(
        numberOfWeeks: numberOfWeeks, forceRefresh: forceRefresh, showing: show)
    }
  }

  private func loadStreak(_ forceRefresh: Bool) async {
    await loader.load(\.streak, of: self) { [repository] show throws(AnalyticsError) in
      try await repository.fetchTrainingStreak(forceRefresh: forceRefresh, showing: show)
    }
  }

  private func loadBreakdown(_ forceRefresh: Bool) async {
    let period = selectedTimePeriod
    if let shown = breakdownPeriod, shown != period { breakdown = .idle }
    breakdownPeriod = period
    await loader.load(\.breakdown, of: self) { [repository] show throws(AnalyticsError) in
      try await repository.fetchBreakdown(for: period, forceRefresh: forceRefresh, showing: show)
    }
  }
}
