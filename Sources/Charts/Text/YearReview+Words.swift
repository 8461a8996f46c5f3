import Chronology
public import Domain
public import Languages

extension YearReview {
  /// `2026 in review`, `March 2026 in review`.
  public func title(in language: Language?) -> String {
    let words = Words(language)
    guard let month else { return words.text("{year} in review", ["year": "\(year)"]) }
    let name = words.language.monthOfYear(Day(year: year, month: month, day: 1))
    return words.text("{month} in review", ["month": name])
  }
}
