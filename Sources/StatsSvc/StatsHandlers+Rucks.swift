import API
import Domain
import Proto
import Service

extension StatsHandlers {
  func ruckAnalytics(_ call: StatsAPI.FetchRuckAnalytics, _ context: CallContext) async throws -> RuckAnalytics {
    try await host.read(context) { view, now in view.ruckAnalytics(of: call.period ?? .monthly, now: now) }
  }

  func ruckRecords(_ call: StatsAPI.FetchRuckRecords, _ context: CallContext) async throws -> RuckRecords {
    try await host.read(context) { view, _ in view.ruckRecords() }
  }

  func ruckWeeks(_ call: StatsAPI.FetchRuckWeeks, _ context: CallContext) async throws -> RuckWeekly {
    let count = call.weeks ?? RuckWeekly.usualCount
    guard RuckWeekly.counts.contains(count) else { throw Fault(Rejection("weeks", "must be from 1 to 260")) }
    return try await host.read(context) { view, now in view.ruckWeeks(count, now: now) }
  }

  func trainingStreak(_ call: StatsAPI.FetchTrainingStreak, _ context: CallContext) async throws -> TrainingStreak {
    try await host.read(context) { view, now in view.trainingStreak(now: now) }
  }

  func ruckBreakdown(_ call: StatsAPI.FetchRuckBreakdown, _ context: CallContext) async throws -> RuckBreakdown {
    try await host.read(context) { view, now in view.ruckBreakdown(of: call.period ?? .monthly, now: now) }
  }
}
