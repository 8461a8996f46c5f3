public import Chronology

/// The settings by which days and streaks are counted, each with its values over time.
public struct SettingsHistory: Codable, Hashable, Sendable {
  public private(set) var timezone: SettingTimeline<String>
  public private(set) var dayStart: SettingTimeline<Int>
  public private(set) var restDaysPerWeek: SettingTimeline<Int>
  /// Whether the user has set a time zone. The first one always applied.
  public private(set) var hasZone: Bool

  /// The profile's settings, which always applied.
  public init(_ profile: Profile) {
    hasZone = profile.timezone != Profile.defaultZone
    timezone = SettingTimeline(profile.timezone)
    dayStart = SettingTimeline(profile.dayStart)
    restDaysPerWeek = SettingTimeline(profile.restDaysPerWeek)
  }

  /// Whether every setting has always had its current value.
  public var isConstant: Bool {
    timezone.entries.count == 1 && dayStart.entries.count == 1 && restDaysPerWeek.entries.count == 1
  }

  public mutating func apply(_ event: ProfileChanged) {
    let profile = event.profile
    guard let changes = event.changes else {
      // Events without changes are from before settings had a history.
      let hadZone = hasZone
      self = SettingsHistory(profile)
      hasZone = hasZone || hadZone
      return
    }
    for change in changes { set(change.setting, of: profile, since: change.since) }
  }

  public mutating func setZone(_ zone: String, since: Instant?) { timezone.set(zone, since: since) }
  public mutating func setDayStart(_ hour: Int, since: Instant?) { dayStart.set(hour, since: since) }
  public mutating func setRestDays(_ days: Int, since: Instant?) { restDaysPerWeek.set(days, since: since) }

  /// Sets a value of the profile.
  mutating func set(_ setting: SettingChange.Setting, of profile: Profile, since: Instant?) {
    switch setting {
    case .timezone:
      timezone.set(profile.timezone, since: since)
      hasZone = true
    case .dayStart: dayStart.set(profile.dayStart, since: since)
    case .restDaysPerWeek: restDaysPerWeek.set(profile.restDaysPerWeek, since: since)
    }
  }

  /// The number of values of the setting that has most.
  public var mostEntries: Int {
    max(timezone.entries.count, dayStart.entries.count, restDaysPerWeek.entries.count)
  }

  /// Returns the calendar of all times. A zone that was removed from the rules counts as UTC.
  public func calendar(_ zones: any ZoneSource) -> LocalCalendar {
    let (firstZone, firstStart) = (timezone.entries[0].value, dayStart.entries[0].value)
    var calendar = zones.calendar(zone: firstZone, dayStart: firstStart)
    guard !isConstant else { return calendar }
    var (zone, start) = (firstZone, firstStart)
    var (zoneChanges, startChanges) = (timezone.entries.dropFirst(), dayStart.entries.dropFirst())
    while let since = [zoneChanges.first?.since, startChanges.first?.since].compactMap(\.self).min() {
      if zoneChanges.first?.since == since { zone = zoneChanges.removeFirst().value }
      if startChanges.first?.since == since { start = startChanges.removeFirst().value }
      calendar.change(at: since, zone: zones.zone(named: zone) ?? .utc, dayStart: start)
    }
    return calendar
  }
}

extension SettingsHistory {
  func write(to writer: inout ByteWriter) {
    timezone.write(to: &writer) { $0.write($1) }
    dayStart.write(to: &writer) { $0.write(UInt8(clamping: $1)) }
    restDaysPerWeek.write(to: &writer) { $0.write(UInt8(clamping: $1)) }
    writer.write(hasZone)
  }

  init(from reader: inout ByteReader) throws(SnapshotDamage) {
    timezone = try SettingTimeline(from: &reader) { reader throws(SnapshotDamage) in try reader.text() }
    dayStart = try SettingTimeline(from: &reader) { reader throws(SnapshotDamage) in Int(try reader.byte()) }
    restDaysPerWeek = try SettingTimeline(from: &reader) { reader throws(SnapshotDamage) in Int(try reader.byte()) }
    hasZone = try reader.bool()
    guard dayStart.entries.allSatisfy({ ProfileRules.dayStarts.contains($0.value) }) else {
      throw SnapshotDamage("invalid start of the day")
    }
  }
}
