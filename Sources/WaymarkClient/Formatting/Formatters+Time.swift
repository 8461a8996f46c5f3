import Foundation

/// Paces, durations and dates.
extension Formatters {
  /// From minutes a kilometre: "9:30 /km", "15:17 /mi", and "1:45:00 /km" where it takes more than 99 minutes.
  public func pace(_ minutesPerKilometer: Double?) -> String {
    guard let seconds = secondsPerUnit(minutesPerKilometer) else { return Self.nothing }
    let pattern: Duration.TimeFormatStyle.Pattern =
      seconds < 6_000 ? .minuteSecond(padMinuteToLength: 1) : .hourMinuteSecond
    let time = Duration.seconds(seconds).formatted(.time(pattern: pattern).locale(locale))
    return "\(time)\u{A0}/\(distanceSymbol)"
  }

  /// From seconds: "42s", "12m 5s", "1h 5m", in the words of the place.
  public func duration(_ seconds: Double?) -> String {
    units(of: seconds, .narrow) ?? Self.nothing
  }

  /// The same for VoiceOver: "1 hour, 5 minutes".
  public func spokenDuration(_ seconds: Double?) -> String {
    units(of: seconds, .wide) ?? Self.spokenNothing
  }

  /// "Nov 20, 2026"; a day of the user's calendar, so no zone moves it.
  public func day(_ day: CalendarDay?) -> String {
    dated(day) { $0.year().month(.abbreviated).day() }
  }

  /// "November 2026".
  public func month(_ month: CalendarMonth?) -> String {
    dated(month?.firstDay) { $0.year().month(.wide) }
  }

  /// Whole seconds for a kilometre or a mile, rounded before they are split, so that 59.6 of them are a minute. Nil
  /// for what is no pace, and from a hundred hours on.
  func secondsPerUnit(_ minutesPerKilometer: Double?) -> Int? {
    guard let minutesPerKilometer else { return nil }
    let seconds = (minutesPerKilometer * 60 * metersPerUnit / Self.metersPerKilometer).rounded()
    return seconds >= 0 && seconds < 360_000 ? Int(seconds) : nil
  }

  /// Seconds below an hour, from there on whole minutes; nil for what is no duration.
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
