package import Chronology
package import Domain

extension ComparedPeriod {
  /// Returns the days to compare with, by their names. `previous` are the days of a trend.
  package func slowDays(_ days: ClosedRange<Day>, previous: ClosedRange<Day>) -> ClosedRange<Day> {
    switch self {
    case .previous: previous
    case .lastYear: Self.yearEarlier(days.lowerBound)...Self.yearEarlier(days.upperBound)
    }
  }

  private static func yearEarlier(_ day: Day) -> Day {
    let text = day.description
    let year = String(Int(text.prefix(4))! + 9_999).suffix(4)
    return Day("\(year)\(text.dropFirst(4))") ?? Day("\(year)-02-28")!
  }
}
