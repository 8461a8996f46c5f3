import API
import Domain

/// A year looked back on.
extension Endpoints {
  static let review: [Endpoint] = [
    .get(
      "/review/{year}", StatsAPI.FetchReview.self,
      parameters: [
        .path("year", .integer(StatsView.reviewYears), "A year of the user's own days; the current one so far.")
      ], "The year in review.",
      details: """
        A session over New Year gives each year its share of the seconds; else it belongs to the day it started. A \
        section in which nothing happened is null. `busiestDay` and `busiestHour` are over listening, reading and rucks.
        """)
  ]
}
