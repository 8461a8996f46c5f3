import API
import Domain

/// Walks with a load.
extension Endpoints {
  private static let id = Parameter.path("id", .id, "The client's, or as an earlier answer named it.")
  private static let period: [Parameter] = [
    .query("period", .choice(RuckPeriod.allCases.map(\.rawValue)), "`monthly` if left out: the current one so far."),
    .query("from", .day, "The first day, instead of `period`."),
    .query("to", .day, "The last day, at most 3,660 days after the first."),
  ]

  static let rucks: [Endpoint] = [
    .write(
      .post, "/rucks", SessionAPI.RecordRuck.self, "Record a ruck.",
      details: """
        Metres, kilograms, seconds and degrees Celsius. The same `startedAt` is the same ruck: a later `endedAt` \
        replaces all members but the id. The same `id` with another `startedAt` is 409; without one it is made of the \
        start.
        """,
      example: """
        {"startedAt": "2026-11-20T06:00:00Z", "endedAt": "2026-11-20T07:30:00Z", "distance": 8000, "loadWeight": 20, \
        "calories": 900, "elevationGain": 120, "movingTime": 5100, "terrain": [{"type": "trail", "distance": 5000}, \
        {"type": "road", "distance": 3000}], "weather": {"temperature": 6.5, "condition": "rain"}}
        """
    ).orConflict(),
    .write(
      .post, "/rucks/batch", SessionAPI.RecordRucks.self, "Record up to 500 rucks.",
      details: "Each is judged alone, and answered in its place: 409 where another ruck has its id.",
      example: """
        {"rucks": [{"startedAt": "2026-11-19T06:00:00Z", "endedAt": "2026-11-19T07:00:00Z", "distance": 5500, \
        "loadWeight": 15}]}
        """
    ).answering(200).each(SessionAPI.RecordRuck.self),
    .get("/rucks", SessionAPI.ListRucks.self, parameters: Parameter.page, "The rucks, the newest start first."),
    .get(
      "/rucks/analytics", StatsAPI.FetchRuckAnalytics.self, parameters: period, "What a period adds up to.",
      details: """
        Trends are against as many days of the period before, from its start, or just before days that were chosen: \
        null for `allTime` and where there was nothing, `flat` under 1 %.
        """),
    .get(
      "/rucks/records", StatsAPI.FetchRuckRecords.self, "The personal records.",
      details: "`fastestPace` is over rucks of 1 km and more; of equal ones the earlier counts."),
    .get(
      "/rucks/weekly", StatsAPI.FetchRuckWeeks.self,
      parameters: [.query("weeks", .integer(RuckWeekly.counts), "How many; 12 if left out.")],
      "The last weeks, also empty ones, oldest first."),
    .get(
      "/rucks/streak", StatsAPI.FetchTrainingStreak.self, "Weeks in a row that met the goal.",
      details: """
        The goal is `weeklyRucks` of the goals; another one counts all weeks anew. The running week adds when it meets \
        it, and breaks nothing while it does not.
        """),
    .get(
      "/rucks/breakdown", StatsAPI.FetchRuckBreakdown.self, parameters: period,
      "Paces, grounds, weather, loads and calories of a period."),
    .get("/rucks/{id}", SessionAPI.FetchRuck.self, parameters: [id], "One ruck."),
    .write(
      .patch, "/rucks/{id}", SessionAPI.PatchRuck.self, parameters: [id], "Correct a ruck.",
      details: "A JSON merge patch of all but `id` and `startedAt`; null clears what a ruck can be without.",
      example: #"{"distance": 8200, "calories": null}"#),
    .mark(
      .delete, "/rucks/{id}", SessionAPI.DeleteRuck.self, parameters: [id], "Remove a ruck.",
      details: "Records and streaks are then as if it had never been."),
  ]
}
