import Chronology
import Domain
import Proto

/// Days that a caller chose, both included: both or none, in their order, and not beside a period with a name.
enum DayRange {
  /// Nil where the caller chose no days.
  static func read(
    from: Day?, to: Day?, beside name: String, isNamed: Bool
  ) throws(Fault) -> ClosedRange<Day>? {
    guard from != nil || to != nil else { return nil }
    guard !isNamed else { throw .invalid(name, "goes with neither from nor to") }
    guard let from else { throw .invalid("from", "is needed beside to") }
    guard let to else { throw .invalid("to", "is needed beside from") }
    guard from <= to else { throw .invalid("from", "must not be after to") }
    guard to - from < ActivityDays.mostDays else { throw .invalid("to", "is more than 3660 days from the first") }
    return from...to
  }
}
