public import Chronology

/// Selects finishes by their days. Without limits, it selects every finish, including unknown ones.
public struct FinishDays: Hashable, Sendable {
  private var first: Day?
  private var last: Day?

  public init(from: Day? = nil, to: Day? = nil, year: Int? = nil) {
    let yearStart = year.map { Day(year: $0, month: 1, day: 1) }
    let yearEnd = year.map { Day(year: $0, month: 12, day: 31) }
    first = [from, yearStart].compactMap(\.self).max()
    last = [to, yearEnd].compactMap(\.self).min()
  }

  /// A finish that is partly unknown is selected if all its possible days are.
  public func contain(_ finish: ReadDate?, in calendar: LocalCalendar) -> Bool {
    if first == nil, last == nil { return true }
    guard let date = finish?.date(in: calendar) else { return false }
    return date.first >= first ?? date.first && date.last <= last ?? date.last
  }
}
