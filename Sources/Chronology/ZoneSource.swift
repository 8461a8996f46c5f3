/// Where the rules of time zones come from: the system's files in a service, a table in a test.
public protocol ZoneSource: Sendable {
  /// The edition of the rules, such as `2025b`: what was bucketed under another one is bucketed again.
  var version: String { get }

  /// Nil for a name that the rules do not know.
  func zone(named name: String) -> Zone?
}

extension ZoneSource {
  /// The calendar of a profile. A zone that the rules have lost since it was chosen counts as UTC.
  public func calendar(zone name: String, dayStart: Int) -> LocalCalendar {
    LocalCalendar(zone: zone(named: name) ?? .utc, dayStart: dayStart)
  }
}
