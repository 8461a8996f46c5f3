package import Chronology
package import Domain

/// The settings over time in the most obvious way: keep every write in the order of the calls. At any moment, the last
/// write that covers it counts.
package struct SlowSettings {
  private struct Write<Value> {
    var value: Value
    /// Nil for all times.
    var since: Instant?
  }

  private var timezones = [Write(value: "UTC", since: nil)]
  private var dayStarts = [Write(value: 0, since: nil)]
  private var restDays = [Write(value: 0, since: nil)]
  package private(set) var calendar = LocalCalendar(zone: .utc)

  package init() {}

  package mutating func apply(_ event: ProfileChanged, _ zones: any ZoneSource) {
    let profile = event.profile
    for setting in SettingChange.Setting.allCases {
      let change = event.changes.map { $0.last { $0.setting == setting } } ?? SettingChange(setting, since: nil)
      guard let change else { continue }
      switch setting {
      case .timezone: timezones.append(Write(value: profile.timezone, since: change.since))
      case .dayStart: dayStarts.append(Write(value: profile.dayStart, since: change.since))
      case .restDaysPerWeek: restDays.append(Write(value: profile.restDaysPerWeek, since: change.since))
      }
    }
    calendar = makeCalendar(zones)
  }

  private static func value<Value>(_ writes: [Write<Value>], at instant: Instant) -> Value {
    let covering = writes.filter { write in write.since.map { $0 <= instant } ?? true }
    return covering[covering.count - 1].value
  }

  /// The rest days that were set last before the instant.
  package func restDays(before end: Instant) -> Int { Self.value(restDays, at: end + -1) }

  private func makeCalendar(_ zones: any ZoneSource) -> LocalCalendar {
    let beginning = Instant(seconds: -1 << 50)
    func settings(at instant: Instant) -> (Zone, Int) {
      (zones.zone(named: Self.value(timezones, at: instant)) ?? .utc, Self.value(dayStarts, at: instant))
    }
    let (zone, dayStart) = settings(at: beginning)
    var calendar = LocalCalendar(zone: zone, dayStart: dayStart)
    let moments = (timezones.compactMap(\.since) + dayStarts.compactMap(\.since)).sorted()
    for moment in moments {
      let (zone, dayStart) = settings(at: moment)
      calendar.change(at: moment, zone: zone, dayStart: dayStart)
    }
    return calendar
  }
}

/// The targets of a goal over time, in the same way.
package struct SlowTargets {
  private var writes: [(type: GoalType, target: Int?, since: Instant?)] = []

  package init() {}

  package mutating func apply(_ event: GoalEvent) {
    switch event {
    case .set(let event): writes.append((event.type, event.target, event.since))
    case .cleared(let event): writes.append((event.type, nil, event.since))
    }
  }

  package func target(of type: GoalType, before end: Instant) -> Int {
    let covering = writes.filter { write in write.type == type && (write.since.map { $0 < end } ?? true) }
    return covering.last?.target ?? type.defaultTarget
  }

  /// The target that was set last, or nil for the default.
  package func chosen(_ type: GoalType) -> Int? { writes.last { $0.type == type }?.target }

  package func current(_ type: GoalType) -> Int { chosen(type) ?? type.defaultTarget }
}
