import Chronology

/// The time of a point: RFC 3339, or a local time, which some apps write.
enum PointTime {
  static func instant(_ text: String, _ calendar: LocalCalendar) -> Instant? {
    if let instant = Instant(text) { return instant }
    guard let date = DateText(text), date.second != nil else { return nil }
    return date.instant(calendar)
  }
}
