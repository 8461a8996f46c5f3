/// Text for VoiceOver. Units are words, because symbols are read letter by letter. Words are English; numbers follow
/// the locale.
extension Formatters {
  /// Returns a distance such as "5.25 kilometers". Nil and values that are not finite give "unknown".
  public func spokenDistance(_ meters: Double?) -> String {
    guard let meters, meters.isFinite else { return Self.spokenNothing }
    let text = number(meters / metersPerUnit, decimals: 2)
    return counted(text, distanceUnit == .kilometers ? "kilometer" : "mile")
  }

  /// Returns a pace such as "9 minutes 30 seconds per kilometer". Nil and invalid values give "unknown".
  public func spokenPace(_ minutesPerKilometer: Double?) -> String {
    guard let seconds = secondsPerUnit(minutesPerKilometer) else { return Self.spokenNothing }
    let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
    let parts = [minutes > 0 ? counted(minutes, "minute") : nil, rest > 0 ? counted(rest, "second") : nil]
    let time = parts.compactMap(\.self).joined(separator: " ")
    let unit = distanceUnit == .kilometers ? "kilometer" : "mile"
    return "\(time.isEmpty ? counted(0, "second") : time) per \(unit)"
  }

  /// Returns a weight such as "45.2 pounds". Nil and values that are not finite give "unknown".
  public func spokenWeight(_ kilograms: Double?) -> String {
    guard let kilograms, kilograms.isFinite else { return Self.spokenNothing }
    return weightUnit == .kilograms
      ? counted(number(kilograms, decimals: 1), "kilogram")
      : counted(number(kilograms / Self.kilogramsPerPound, decimals: 1), "pound")
  }

  /// Returns a percentage such as "60.5 percent", limited to 0…100.
  func spokenPercent(_ percentage: Double) -> String {
    percentage.isNaN ? Self.spokenNothing : number(min(100, max(0, percentage)), decimals: 1) + " percent"
  }

  /// Returns a count such as "1 book" or "12 books".
  func counted(_ count: Int, _ noun: String) -> String { counted(number(Double(count)), noun) }

  private func counted(_ number: String, _ noun: String) -> String {
    number == self.number(1) ? "\(number) \(noun)" : "\(number) \(noun)s"
  }

  static let spokenNothing = "unknown"
}
