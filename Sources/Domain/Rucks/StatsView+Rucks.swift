public import Chronology

extension StatsView {
  /// Returns the figures of the period so far, compared with as many days of the previous one.
  public mutating func ruckAnalytics(of period: RuckPeriod = .monthly, now: Instant) -> RuckAnalytics {
    rucks.analytics(of: period, now: now)
  }

  public mutating func ruckBreakdown(of period: RuckPeriod = .monthly, now: Instant) -> RuckBreakdown {
    rucks.breakdown(of: period, now: now)
  }

  /// Returns the figures of the given days, compared with as many days just before them.
  public mutating func ruckAnalytics(of days: ClosedRange<Day>, now: Instant) -> RuckAnalytics {
    rucks.analytics(of: days, now: now)
  }

  public mutating func ruckBreakdown(of days: ClosedRange<Day>) -> RuckBreakdown {
    rucks.breakdown(of: days)
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
