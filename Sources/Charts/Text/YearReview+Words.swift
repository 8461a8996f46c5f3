import Chronology
public import Domain

extension YearReview {
  /// `2026 in review`, `March 2026 in review`.
  public var title: String {
    guard let month else { return "\(year) in review" }
    return "\(Day(year: year, month: month, day: 1).monthName) \(year) in review"
  }

  /// `year` or `month`.
  public var word: String { month == nil ? "year" : "month" }
}
