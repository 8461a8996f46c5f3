import Chronology

/// The value of a setting at the end of each day.
struct SettingByDay<Value: Codable & Hashable & Sendable>: Hashable, Sendable {
  fileprivate struct Step: Hashable {
    var day: Day
    var value: Value
  }

  private let first: Value
  /// One per day on which the setting changed, in order.
  fileprivate var steps: [Step] = []

  /// A value that never changes.
  init(_ value: Value) {
    first = value
  }

  init(_ timeline: SettingTimeline<Value>, in calendar: LocalCalendar) {
    first = timeline.entries[0].value
    for entry in timeline.entries {
      guard let since = entry.since else { continue }
      let day = calendar.day(of: since)
      if steps.last?.day == day { steps.removeLast() }
      steps.append(Step(day: day, value: entry.value))
    }
  }

  func mapped<Other>(_ change: (Value) -> Other) -> SettingByDay<Other> {
    var mapped = SettingByDay<Other>(change(first))
    mapped.steps = steps.map { .init(day: $0.day, value: change($0.value)) }
    return mapped
  }

  /// Whether it has this value on all days.
  func isAlways(_ value: Value) -> Bool { steps.isEmpty && first == value }

  subscript(day: Day) -> Value {
    steps.last { $0.day <= day }?.value ?? first
  }

  /// The value at the end of the week.
  subscript(week week: Int32) -> Value {
    // Most settings never change.
    steps.isEmpty ? first : self[Day(number: week * 7 + 3)]
  }

  /// Returns the first day on which the values may differ, or nil if they are equal on all days.
  func firstDifference(from other: SettingByDay) -> Day? {
    guard first == other.first else { return Day(number: .min) }
    let same = zip(steps, other.steps).prefix { $0 == $1 }.count
    return [steps.dropFirst(same).first?.day, other.steps.dropFirst(same).first?.day].compactMap(\.self).min()
  }

  /// Ignores changes after a day.
  func upTo(_ last: Day) -> SettingByDay {
    var known = self
    known.steps.removeAll { $0.day > last }
    return known
  }
}
