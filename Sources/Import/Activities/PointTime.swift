import Chronology

/// The time of a point: of RFC 3339, or without a zone, as some apps write it.
enum PointTime {
  static func instant(_ text: String, _ calendar: LocalCalendar) -> Instant? {
    if let instant = Instant(text) { return instant }
    guard let date = DateText(text), date.second != nil else { return nil }
    return date.instant(calendar)
  }
}
