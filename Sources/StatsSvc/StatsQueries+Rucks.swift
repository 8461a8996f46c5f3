import API
import Chronology
import Domain
import Proto
import Service

extension StatsQueries {
  static func ruckAnalytics(_ call: StatsAPI.FetchRuckAnalytics, _ view: inout StatsView, _ now: Instant)
    -> RuckAnalytics
  {
    view.ruckAnalytics(of: call.period ?? .monthly, now: now)
  }

  static func ruckRecords(_ call: StatsAPI.FetchRuckRecords, _ view: inout StatsView, _ now: Instant) -> RuckRecords {
    view.ruckRecords()
  }

  static func ruckWeeks(_ call: StatsAPI.FetchRuckWeeks) throws -> ViewQuery<StatsView, RuckWeekly> {
    let count = call.weeks ?? RuckWeekly.usualCount
    guard RuckWeekly.counts.contains(count) else { throw Fault(Rejection("weeks", "must be from 1 to 260")) }
    return { view, now in view.ruckWeeks(count, now: now) }
  }

  static func trainingStreak(_ call: StatsAPI.FetchTrainingStreak, _ view: inout StatsView, _ now: Instant)
    -> TrainingStreak
  {
    view.trainingStreak(now: now)
  }

  static func ruckBreakdown(_ call: StatsAPI.FetchRuckBreakdown, _ view: inout StatsView, _ now: Instant)
    -> RuckBreakdown
  {
    view.ruckBreakdown(of: call.period ?? .monthly, now: now)
  }
}
