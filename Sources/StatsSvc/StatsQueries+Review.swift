import API
import Chronology
import Domain
import Proto
import Service

extension StatsQueries {
  static func review(_ call: StatsAPI.FetchReview, _ view: inout StatsView, _ now: Instant) throws -> YearReview {
    guard StatsView.reviewYears.contains(call.year) else {
      throw Fault(Rejection("year", "must be from 1 to 9999"))
    }
    return view.review(of: call.year, now: now)
  }
}
