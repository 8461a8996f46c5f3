import API
import Chronology
import Domain
import Proto
import Views

extension StatsQueries {
  static func ruckAnalytics(_ call: StatsAPI.FetchRuckAnalytics) throws -> ViewQuery<StatsView, RuckAnalytics> {
    if let days = try DayRange.read(from: call.from, to: call.to, with: "period", isNamed: call.period != nil) {
      return { view, now in view.ruckAnalytics(of: days, now: now) }
    }
    return { view, now in view.ruckAnalytics(of: call.period ?? .monthly, now: now) }
  }

  static func ruckRecords(_ call: StatsAPI.FetchRuckRecords, _ view: inout StatsView, _ now: Instant) -> RuckRecords {
    view.ruckRecords()
  }

  static func ruckWeeks(_ call: StatsAPI.FetchRuckWeeks) throws -> ViewQuery<StatsView, RuckWeekly> {
    let count = call.weeks ?? RuckWeekly.defaultCount
    guard RuckWeekly.counts.contains(count) else { throw Fault.invalid("weeks", "must be from 1 to 260") }
    return { view, now in view.ruckWeeks(count, now: now) }
  }

  static func trainingStreak(_ call: StatsAPI.FetchTrainingStreak, _ view: inout StatsView, _ now: Instant)
    -> TrainingStreak
  {
    view.trainingStreak(now: now)
  }

  static func ruckBreakdown(_ call: StatsAPI.FetchRuckBreakdown) throws -> ViewQuery<StatsView, RuckBreakdown> {
    if let days = try DayRange.read(from: call.from, to: call.to, with: "period", isNamed: call.period != nil) {
      return { view, _ in view.ruckBreakdown(of: days) }
    }
    return { view, now in view.ruckBreakdown(of: call.period ?? .monthly, now: now) }
  }
}
