/// A user's days: local time in a zone, with days that start at a given hour.
public struct LocalCalendar: Sendable {
  public let zone: Zone
  /// The local hour, 0…6, at which a day starts.
  public let dayStart: Int

  public init(zone: Zone, dayStart: Int = 0) {
    self.zone = zone
    self.dayStart = dayStart
  }

  /// Returns the day that started last. Setting a clock back over the start of a day does not return to the previous
  /// day, so the latest local time so far counts.
  public func day(of instant: Instant) -> Day {
    let local = zone.latestLocalSecond(at: instant.seconds)
    return Day(number: Int32(clamping: (local - Int64(dayStart) * 3_600).dividedDown(by: 86_400)))
  }

  /// Returns the first instant whose local time is at or after the day's start. A day that the zone skipped is empty
  /// and starts together with the next one.
  public func start(of day: Day) -> Instant {
    Instant(seconds: zone.firstInstant(atOrPastLocal: Int64(day.number) * 86_400 + Int64(dayStart) * 3_600))
  }

  /// Returns the first instant at which clocks show this second or a later one. The second is counted as in UTC.
  public func instant(atOrPastLocal second: Int64) -> Instant {
    Instant(seconds: zone.firstInstant(atOrPastLocal: second))
  }

  /// Returns the local hour, 0…23, regardless of the start of days.
  public func hour(of instant: Instant) -> Int {
    let local = instant.seconds.clampedForClocks + Int64(zone.offset(at: instant))
    return Int((local - local.dividedDown(by: 86_400) * 86_400) / 3_600)
  }
}
