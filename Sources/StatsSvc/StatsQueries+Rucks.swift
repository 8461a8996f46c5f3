import API
import Chronology
import Domain
import Proto
import Views

extension StatsQueries {
  static func ruckAnalytics(_ call: StatsAPI.FetchRuckAnalytics) throws -> ViewQuery<StatsView, RuckAnalytics> {
    if let days = try DayRange.read(from: call.from, to: call.to, with: "period", isNamed: call.period != nil) {
      try check(call.compare, of: days)
      return { view, now in view.ruckAnalytics(of: days, comparedWith: call.compare, now: now) }
    }
    let period = try comparable(call.period, call.compare)
    return { view, now in view.ruckAnalytics(of: period, comparedWith: call.compare, now: now) }
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
      try check(call.compare, of: days)
      return { view, _ in view.ruckBreakdown(of: days, comparedWith: call.compare) }
    }
    let period = try comparable(call.period, call.compare)
    return { view, now in view.ruckBreakdown(of: period, comparedWith: call.compare, now: now) }
  }

  private static func comparable(_ period: RuckPeriod?, _ compared: ComparedPeriod?) throws(Fault) -> RuckPeriod {
    if compared != nil, period == .allTime { throw Fault.noComparison(with: "period") }
    return period ?? .monthly
  }

  /// Days before the year 1 cannot be written.
  private static func check(_ compared: ComparedPeriod?, of days: ClosedRange<Day>) throws(Fault) {
    guard let earlier = compared?.days(before: days) else { return }
    guard earlier.lowerBound.civil.year >= 1 else { throw Fault.invalid("from", "must be later to be compared") }
  }
}

extension Fault {
  /// All time has no earlier period.
  static func noComparison(with name: String) -> Fault {
    .invalid("compare", "cannot be combined with all time; send a shorter `\(name)`")
  }
}
