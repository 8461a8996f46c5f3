import API
import Charts
import Chronology
import Domain
import Languages
import Pictures
import Proto
import Views

/// Reviews of years and months: their figures, pictures and printed pages.
extension StatsQueries {
  static func review(_ call: StatsAPI.FetchReview) throws -> ViewQuery<StatsView, YearReview> {
    try review(of: call.year, in: call.lang)
  }

  static func monthReview(_ call: StatsAPI.FetchMonthReview) throws -> ViewQuery<StatsView, YearReview> {
    try review(of: call.year, month: call.month, in: call.lang)
  }

  static func drawReview(_ call: StatsAPI.DrawReview) throws -> ViewQuery<StatsView, MediaReply> {
    try drawing(review(of: call.year, in: call.lang), in: call.unit, call.theme, call.lang, width: call.width)
  }

  static func drawMonthReview(_ call: StatsAPI.DrawMonthReview) throws -> ViewQuery<StatsView, MediaReply> {
    try drawing(
      review(of: call.year, month: call.month, in: call.lang), in: call.unit, call.theme, call.lang, width: call.width)
  }

  static func printReview(_ call: StatsAPI.PrintReview) throws -> ViewQuery<StatsView, LateReply> {
    try printed(review(of: call.year, in: call.lang), call.lang)
  }

  static func printMonthReview(_ call: StatsAPI.PrintMonthReview) throws -> ViewQuery<StatsView, LateReply> {
    try printed(review(of: call.year, month: call.month, in: call.lang), call.lang)
  }

  private static func review(
    of year: Int, month: Int? = nil, in language: Language?
  ) throws(Fault) -> ViewQuery<StatsView, YearReview> {
    guard StatsView.reviewYears.contains(year) else { throw Fault.invalid("year", "must be from 1 to 9999") }
    if let month, !StatsView.reviewMonths.contains(month) { throw Fault.invalid("month", "must be from 1 to 12") }
    return { view, now in view.review(of: year, month: month, now: now).translated(to: language) }
  }

  private static func drawing(
    _ query: @escaping ViewQuery<StatsView, YearReview>, in unit: DistanceUnit?, _ theme: PictureTheme?,
    _ language: Language?, width: Int?
  ) throws(Fault) -> ViewQuery<StatsView, MediaReply> {
    let width = try PictureWidth.checked(width, else: PictureWidth.standardCard)
    return { view, now in
      MediaReply(
        ReviewPicture.drawing(
          try query(&view, now), in: unit ?? .kilometres, width: width, language: language), theme: theme)
    }
  }

  private static func printed(
    _ query: @escaping ViewQuery<StatsView, YearReview>, _ language: Language?
  ) -> ViewQuery<StatsView, LateReply> {
    { view, now in
      let review = try query(&view, now)
      let report = StatsReports.report(of: review, &view, now: now, in: language)
      return { MediaReply(report()) }
    }
  }
}
