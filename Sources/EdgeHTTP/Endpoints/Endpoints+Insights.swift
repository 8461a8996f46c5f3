import API
import Domain

/// What reading adds up to.
extension Endpoints {
  static let insights: [Endpoint] = [
    .get(
      "/insights", StatsAPI.FetchReadingInsights.self,
      parameters: [
        .query(
          "timeframe", .choice(ReadingTimeframe.allCases.map(\.rawValue)),
          "`allTime` if left out; else the current calendar one."),
        .query("genre", .text, "Only books of this genre."),
        .query("culture", .choice(DiversityDimension.culturalOrigin.values), "Only books of this cultural origin."),
        .query("timePeriod", .choice(DiversityDimension.timePeriod.values), "Only books of this time period."),
      ],
      "What reading adds up to, beside the time before and the goals.",
      details: """
        Books are those finished in the timeframe, pages and minutes those of the sessions that began in it. Trends \
        are against as many days of the timeframe before, from its start: null for `allTime` and where there was \
        nothing, `flat` under 1 %. Progress, streak and completion are the same for every timeframe \
        and whichever books are chosen.
        """),
    .get(
      "/insights/timeline", StatsAPI.FetchReadingTimeline.self,
      parameters: [.query("months", .integer(ReadingTimeline.counts), "How many; 12 if left out.")],
      "The last months, also empty ones, oldest first.",
      details: "`diversityPercentage`: how evenly the cultural origins of the month's books are spread, null without."),
  ]
}
