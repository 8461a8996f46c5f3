import API
import Chronology
import Domain
import Proto
import Views

extension StatsQueries {
  static func review(_ call: StatsAPI.FetchReview) throws -> ViewQuery<StatsView, YearReview> {
    guard StatsView.reviewYears.contains(call.year) else {
      throw Fault.invalid("year", "must be from 1 to 9999")
    }
    return { view, now in view.review(of: call.year, now: now) }
  }
}
