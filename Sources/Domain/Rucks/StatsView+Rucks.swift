public import Chronology

extension StatsView {
  /// Returns the figures of the period so far, with trends since as many days of the previous one. They have the
  /// figures of another period if `compared` is not nil; all time is compared with nothing.
  public mutating func ruckAnalytics(
    of period: RuckPeriod = .monthly, comparedWith compared: ComparedPeriod? = nil, now: Instant
  ) -> RuckAnalytics {
    var analytics = rucks.analytics(of: period, now: now)
    analytics.comparison = compared?.days(before: period, on: calendar.day(of: now)).map { rucks.totals(of: $0) }
    return analytics
  }

  public mutating func ruckBreakdown(
    of period: RuckPeriod = .monthly, comparedWith compared: ComparedPeriod? = nil, now: Instant
  ) -> RuckBreakdown {
    var breakdown = rucks.breakdown(of: period, now: now)
    let days = compared?.days(before: period, on: calendar.day(of: now))
    breakdown.comparison = days.map { RuckBreakdown.Comparison(rucks.breakdown(of: $0), of: $0) }
    return breakdown
  }

  /// Returns the figures of the given days, with trends since as many days just before them.
  public mutating func ruckAnalytics(
    of days: ClosedRange<Day>, comparedWith compared: ComparedPeriod? = nil, now: Instant
  ) -> RuckAnalytics {
    var analytics = rucks.analytics(of: days, now: now)
    analytics.comparison = compared.map { rucks.totals(of: $0.days(before: days)) }
    return analytics
  }

  public mutating func ruckBreakdown(
    of days: ClosedRange<Day>, comparedWith compared: ComparedPeriod? = nil
  ) -> RuckBreakdown {
    var breakdown = rucks.breakdown(of: days)
    let earlier = compared?.days(before: days)
    breakdown.comparison = earlier.map { RuckBreakdown.Comparison(rucks.breakdown(of: $0), of: $0) }
    return breakdown
  }

  public mutating func ruckRecords() -> RuckRecords {
    rucks.records()
  }

  /// `count` is one of `RuckWeekly.counts`.
  public mutating func ruckWeeks(_ count: Int = RuckWeekly.defaultCount, now: Instant) -> RuckWeekly {
    rucks.weekly(min(max(count, RuckWeekly.counts.lowerBound), RuckWeekly.counts.upperBound), now: now)
  }

  public mutating func trainingStreak(now: Instant) -> TrainingStreak {
    rucks.streak(now: now)
  }
}

extension ComparedPeriod {
  /// Returns nil for all time.
  fileprivate func days(before period: RuckPeriod, on today: Day) -> ClosedRange<Day>? {
    period.calendarPeriod.map { days(before: $0, on: today) }
  }
}
