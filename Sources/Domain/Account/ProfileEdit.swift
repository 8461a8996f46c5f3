public import Chronology

/// A change of the profile as a client sends it. Members that are left out do not change.
public struct ProfileEdit: Hashable, Sendable {
  public var timezone: String?
  public var displayName: Patch<String>
  public var dayStart: Int?
  public var restDaysPerWeek: Int?
  /// See `Since`. Nil means now, except that the first time zone always applied.
  public var since: String?

  public init(
    timezone: String? = nil, displayName: Patch<String> = .unchanged, dayStart: Int? = nil,
    restDaysPerWeek: Int? = nil, since: String? = nil
  ) {
    self.timezone = timezone
    self.displayName = displayName
    self.dayStart = dayStart
    self.restDaysPerWeek = restDaysPerWeek
    self.since = since
  }

  /// Returns the event to record, or nil if nothing changes.
  public func outcome(
    for profile: Profile, _ settings: SettingsHistory, zones: any ZoneSource, now: Instant
  ) throws(Rejection) -> ProfileChanged? {
    var changed = profile
    changed.timezone = timezone ?? profile.timezone
    changed.dayStart = dayStart ?? profile.dayStart
    changed.restDaysPerWeek = restDaysPerWeek ?? profile.restDaysPerWeek
    switch displayName {
    case .unchanged: break
    case .cleared: changed.displayName = nil
    case .set(let name): changed.displayName = name
    }
    // If the new zone or start of the day is not valid, the old ones decide whether a day is in the future.
    let isValid = isKnown(timezone, zones) && ProfileRules.dayStarts.contains(changed.dayStart)
    let owner = isValid ? changed : profile
    let current = zones.calendar(zone: owner.timezone, dayStart: owner.dayStart)
    var given: Instant??
    let violations =
      Rejection.violations { () throws(Rejection) in try check(changed, zones) }
      + Rejection.violations { () throws(Rejection) in
        given = try since.map { text throws(Rejection) in try Since(text).instant(now: now, in: current) }
      }
    try violations.reject()
    let changes = try changes(to: changed, of: settings, since: given, now: now)
    guard !changes.isEmpty || changed.displayName != profile.displayName else { return nil }
    return ProfileChanged(profile: changed, changes: changes)
  }

  /// A stored time zone or name that is no longer valid does not fail a call that does not send it.
  private func check(_ changed: Profile, _ zones: any ZoneSource) throws(Rejection) {
    var checked = changed
    if displayName == .unchanged { checked.displayName = nil }
    try ProfileRules.check(checked, zoneIsKnown: isKnown(timezone, zones))
  }

  private func isKnown(_ timezone: String?, _ zones: any ZoneSource) -> Bool {
    timezone.map { zones.zone(named: $0) != nil } ?? true
  }

  /// Returns the given settings whose values over time change.
  private func changes(
    to profile: Profile, of settings: SettingsHistory, since: Instant??, now: Instant
  ) throws(Rejection) -> [SettingChange] {
    var given: [SettingChange.Setting] = []
    if timezone != nil { given.append(.timezone) }
    if dayStart != nil { given.append(.dayStart) }
    if restDaysPerWeek != nil { given.append(.restDaysPerWeek) }
    var changes: [SettingChange] = []
    for setting in given {
      let isFirstZone = setting == .timezone && !settings.hasZone
      let change = SettingChange(setting, since: since ?? (isFirstZone ? nil : now))
      var changed = settings
      changed.set(setting, of: profile, since: change.since)
      guard changed != settings else { continue }
      guard changed.mostEntries <= SettingTimeline<Int>.mostEntries else {
        throw Rejection(
          setting.rawValue, "has \(SettingTimeline<Int>.mostEntries) values over time, which is the limit")
      }
      changes.append(change)
    }
    return changes
  }
}
