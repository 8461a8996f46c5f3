import API
import Domain
import Proto
import Service

extension StatsHandlers {
  func review(_ call: StatsAPI.FetchReview, _ context: CallContext) async throws -> YearReview {
    guard StatsView.reviewYears.contains(call.year) else {
      throw Fault(Rejection("year", "must be from 1 to 9999"))
    }
    return try await host.read(context) { view, now in view.review(of: call.year, now: now) }
  }
}
