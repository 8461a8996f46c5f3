import Chronology

/// The targets of goals over time, with defaults for times at which none was set.
struct GoalTargets: Hashable, Sendable {
  /// A nil target is the default. Goals whose target was never set have no timeline.
  private var chosen: [GoalType: SettingTimeline<Int?>] = [:]

  var areDefaults: Bool { chosen.isEmpty }

  mutating func set(_ target: Int?, for type: GoalType, since: Instant?) {
    var timeline = timeline(of: type)
    timeline.set(target, since: since)
    chosen[type] = timeline == SettingTimeline(nil) ? nil : timeline
  }

  /// The current target.
  subscript(type: GoalType) -> Int { timeline(of: type).current ?? type.defaultTarget }

  /// Returns the last target that was set before the instant.
  func target(of type: GoalType, before end: Instant) -> Int {
    timeline(of: type).value(before: end) ?? type.defaultTarget
  }

  /// Returns the targets by the day on which they were set.
  func byDay(_ type: GoalType, in calendar: LocalCalendar) -> SettingByDay<Int> {
    SettingByDay(timeline(of: type), in: calendar).mapped { $0 ?? type.defaultTarget }
  }

  private func timeline(of type: GoalType) -> SettingTimeline<Int?> { chosen[type] ?? SettingTimeline(nil) }
}

extension GoalTargets {
  func write(to writer: inout ByteWriter) {
    let timelines = GoalType.allCases.compactMap { type in chosen[type].map { (type.rawValue, $0) } }
    writer.write(UInt32(timelines.count))
    for (type, timeline) in timelines {
      writer.write(type)
      timeline.write(to: &writer) { $0.write(Int64($1 ?? 0)) }
    }
  }

  init(from reader: inout ByteReader) throws(SnapshotDamage) {
    for _ in 0..<(try reader.count(itemBytes: 16)) {
      let name = try reader.text()
      let timeline = try SettingTimeline<Int?>(from: &reader) { reader throws(SnapshotDamage) in
        let target = Int(try reader.integer())
        return target == 0 ? nil : target
      }
      guard let type = GoalType(rawValue: name), chosen[type] == nil,
        timeline.entries.allSatisfy({ $0.value.map(GoalRules.readable.contains) ?? true })
      else { throw SnapshotDamage("invalid targets of \(name)") }
      chosen[type] = timeline
    }
  }
}
