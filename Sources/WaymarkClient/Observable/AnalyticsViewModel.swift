public import Foundation
public import Observation

/// The state of a screen with figures about rucks. Its sections load independently: the figures of the selected period
/// first, because people look at them first, then the others concurrently.
@MainActor @Observable
public final class AnalyticsViewModel {
  /// The totals of the selected period.
  public internal(set) var analytics: AnalyticsSection<AnalyticsData> = .idle
  /// The personal records.
  public internal(set) var records: AnalyticsSection<PersonalRecords> = .idle
  /// The last weeks.
  public internal(set) var weekly: AnalyticsSection<WeeklyAnalyticsData> = .idle
  /// The training streak.
  public internal(set) var streak: AnalyticsSection<TrainingStreak> = .idle
  /// The breakdown of the selected period.
  public internal(set) var breakdown: AnalyticsSection<RuckBreakdown> = .idle
  /// The selected period. Bind a picker to it and call ``loadTimePeriod()`` when it changes, or use
  /// ``changeTimePeriod(to:)``.
  public var selectedTimePeriod: AnalyticsTimePeriod
  /// The number of weeks in the weekly chart.
  public let numberOfWeeks: Int

  @ObservationIgnored let repository: AnalyticsRepository
  @ObservationIgnored private let loader = SectionLoader<AnalyticsViewModel>()
  /// The period of the shown breakdown, because the value does not contain it.
  @ObservationIgnored private var breakdownPeriod: AnalyticsTimePeriod?

  /// Creates a model. It loads nothing until ``loadAllAnalyticsData()`` is called.
  public init(
    repository: AnalyticsRepository, selectedTimePeriod: AnalyticsTimePeriod = .monthly, numberOfWeeks: Int = 12
  ) {
    self.repository = repository
    self.selectedTimePeriod = selectedTimePeriod
    self.numberOfWeeks = numberOfWeeks
  }

  /// Loads all sections. Call it when the screen appears and after a ruck was recorded. Fresh cached values are shown
  /// without a request.
  public func loadAllAnalyticsData() async {
    await loadSections(forceRefresh: false) { _ in true }
  }

  /// Loads all sections from the server. Call it when the person pulls to refresh.
  public func refreshAnalytics() async {
    await loadSections(forceRefresh: true) { _ in true }
  }

  /// Loads only the sections that failed.
  public func retry() async {
    await loadSections(forceRefresh: true) { $0 }
  }

  /// Selects a period and loads its figures.
  public func changeTimePeriod(to newPeriod: AnalyticsTimePeriod) async {
    selectedTimePeriod = newPeriod
    await loadTimePeriod()
  }

  /// Loads the totals and the breakdown of the selected period.
  public func loadTimePeriod() async {
    async let breakdown: Void = loadBreakdown(false)
    await loadAnalytics(false)
    await breakdown
  }
}

/// The combined state of all sections.
extension AnalyticsViewModel {
  /// The totals to show, or nil if there are none.
  public var analyticsData: AnalyticsData? { analytics.value }
  /// The personal records to show, or nil if there are none.
  public var personalRecords: PersonalRecords? { records.value }
  /// The weeks to show, or nil if there are none.
  public var weeklyAnalyticsData: WeeklyAnalyticsData? { weekly.value }

  /// Whether there is a ruck in the period shown.
  public var hasAnalyticsData: Bool { (analytics.value?.totalSessions ?? 0) > 0 }

  /// Whether any section is loading.
  public var isLoading: Bool {
    analytics.isBusy || records.isBusy || weekly.isBusy || streak.isBusy || breakdown.isBusy
  }

  /// The first error of the screen, until it is dismissed or its section loads.
  public var error: AnalyticsError? {
    analytics.error ?? records.error ?? weekly.error ?? streak.error ?? breakdown.error
  }

  /// The error as a sentence for a person with a suggestion, or nil if there is none.
  public var errorMessage: String? { error?.message }

  /// Removes all errors and keeps the values that were shown. Call it from the button of an alert.
  public func dismissError() {
    analytics = analytics.withoutError
    records = records.withoutError
    weekly = weekly.withoutError
    streak = streak.withoutError
    breakdown = breakdown.withoutError
  }

  /// The time of the oldest value on the screen if any value is shown because the server cannot be reached; otherwise
  /// nil.
  public var offlineSince: Date? {
    let times = [
      analytics.offlineSince, records.offlineSince, weekly.offlineSince, streak.offlineSince, breakdown.offlineSince,
    ]
    return times.compactMap(\.self).min()
  }
}

extension AnalyticsViewModel {
  /// Loads the sections for which `isWanted` returns true. It is called with whether the section has failed.
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
    // Do not show the figures of another period while these load.
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
