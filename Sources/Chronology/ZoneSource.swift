/// A source of time zone rules: the system's files in a service, a table in a test.
public protocol ZoneSource: Sendable {
  /// The version of the rules, such as `2025b`. Data bucketed under another version is bucketed again.
  var version: String { get }

  /// Returns nil for an unknown name.
  func zone(named name: String) -> Zone?
}

extension ZoneSource {
  /// Returns the calendar of a profile. A zone that was removed from the rules counts as UTC.
  public func calendar(zone name: String, dayStart: Int) -> LocalCalendar {
    LocalCalendar(zone: zone(named: name) ?? .utc, dayStart: dayStart)
  }
}
