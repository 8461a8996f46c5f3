/// A user's days: local time of a zone, in days that begin at an hour of its wall clock.
public struct LocalCalendar: Sendable {
  public let zone: Zone
  /// The local hour, 0…6, at which a day begins.
  public let dayStart: Int

  public init(zone: Zone, dayStart: Int = 0) {
    self.zone = zone
    self.dayStart = dayStart
  }

  /// The day that has begun last. A clock that is set back over a day's beginning does not bring the day before it
  /// back, so what counts is the latest local time that there has been.
  public func day(of instant: Instant) -> Day {
    let local = zone.latestLocalSecond(at: instant.seconds)
    return Day(number: Int32(clamping: (local - Int64(dayStart) * 3_600).dividedDown(by: 86_400)))
  }

  /// The first instant whose local time is at or past the day's beginning. A day that the zone skipped is empty: it
  /// begins together with the one after it.
  public func start(of day: Day) -> Instant {
    Instant(seconds: zone.firstInstant(atOrPastLocal: Int64(day.number) * 86_400 + Int64(dayStart) * 3_600))
  }

  /// The first instant at which clocks show this second, counted as if they were in UTC, or a later one.
  public func instant(atOrPastLocal second: Int64) -> Instant {
    Instant(seconds: zone.firstInstant(atOrPastLocal: second))
  }

  /// The plain hour of the wall clock, 0…23, whatever hour days begin at.
  public func hour(of instant: Instant) -> Int {
    let local = instant.seconds.clampedForClocks + Int64(zone.offset(at: instant))
    return Int((local - local.dividedDown(by: 86_400) * 86_400) / 3_600)
  }
}
