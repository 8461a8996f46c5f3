import Foundation

/// Paces, durations and dates.
extension Formatters {
  /// Returns a pace such as "9:30 /km" or "15:17 /mi" for minutes per kilometre. From 100 minutes, it has hours:
  /// "1:45:00 /km".
  public func pace(_ minutesPerKilometer: Double?) -> String {
    guard let seconds = secondsPerUnit(minutesPerKilometer) else { return Self.nothing }
    let pattern: Duration.TimeFormatStyle.Pattern =
      seconds < 6_000 ? .minuteSecond(padMinuteToLength: 1) : .hourMinuteSecond
    let time = Duration.seconds(seconds).formatted(.time(pattern: pattern).locale(locale))
    return "\(time)\u{A0}/\(distanceSymbol)"
  }

  /// Returns a duration such as "42s", "12m 5s" or "1h 5m" for seconds, with the unit names of the locale.
  public func duration(_ seconds: Double?) -> String {
    units(of: seconds, .narrow) ?? Self.nothing
  }

  /// Returns a duration for VoiceOver such as "1 hour, 5 minutes" for seconds, with the unit names of the locale.
  public func spokenDuration(_ seconds: Double?) -> String {
    units(of: seconds, .wide) ?? Self.spokenNothing
  }

  /// Returns a day such as "Nov 20, 2026", independent of any time zone.
  public func day(_ day: CalendarDay?) -> String {
    dated(day) { $0.year().month(.abbreviated).day() }
  }

  /// Returns a month such as "November 2026".
  public func month(_ month: CalendarMonth?) -> String {
    dated(month?.firstDay) { $0.year().month(.wide) }
  }

  /// Returns a date as far as it is known, such as "Nov 20, 2026", "November 2026" or "2026".
  public func date(_ date: PartialDate?) -> String {
    switch date {
    case .day(let known): day(known)
    case .month(let known): month(known)
    case .year(let year): dated(CalendarDay(year: year, month: 1, day: 1)) { $0.year() }
    case nil: Self.nothing
    }
  }

  /// Returns whole seconds per kilometre or mile. Rounding comes before splitting, so 59.6 seconds become a minute.
  /// Returns nil for invalid paces and for 100 hours and more.
  func secondsPerUnit(_ minutesPerKilometer: Double?) -> Int? {
    guard let minutesPerKilometer else { return nil }
    let seconds = (minutesPerKilometer * 60 * metersPerUnit / Self.metersPerKilometer).rounded()
    return seconds >= 0 && seconds < 360_000 ? Int(seconds) : nil
  }

  /// Returns seconds for durations below an hour and whole minutes otherwise, or nil for an invalid duration.
  private func units(of seconds: Double?, _ width: Duration.UnitsFormatStyle.UnitWidth) -> String? {
    guard let seconds, seconds >= 0, seconds < 1e12 else { return nil }
    let whole = seconds.rounded()
    let isLong = whole >= 3_600
    let shown = isLong ? (whole / 60).rounded() * 60 : whole
    let units: Set<Duration.UnitsFormatStyle.Unit> = isLong ? [.hours, .minutes] : [.minutes, .seconds]
    return Duration.seconds(Int(shown)).formatted(.units(allowed: units, width: width).locale(locale))
  }

  private func dated(_ day: CalendarDay?, _ fields: (Date.FormatStyle) -> Date.FormatStyle) -> String {
    let utc = TimeZone(secondsFromGMT: 0) ?? .gmt
    guard let start = day?.start(in: utc) else { return Self.nothing }
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    calendar.timeZone = utc
    return fields(Date.FormatStyle(locale: locale, calendar: calendar, timeZone: utc)).format(start)
  }
}
