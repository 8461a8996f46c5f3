import Chronology
import Domain
import Proto

/// Parses a range of days, both included. The caller sends both or neither, in order, and not together with a named
/// period.
enum DayRange {
  /// Returns nil if the caller sent no days.
  static func read(
    from: Day?, to: Day?, with name: String, isNamed: Bool
  ) throws(Fault) -> ClosedRange<Day>? {
    guard from != nil || to != nil else { return nil }
    guard !isNamed else { throw .invalid(name, "cannot be combined with `from` or `to`; send one or the other") }
    guard let from else { throw .invalid("from", "is required with `to`") }
    guard let to else { throw .invalid("to", "is required with `from`") }
    guard from <= to else { throw .invalid("from", "must not be after to") }
    guard to - from < ActivityDays.mostDays else { throw .invalid("to", "must be at most 3660 days after `from`") }
    return from...to
  }
}
