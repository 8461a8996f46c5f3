import API

/// Every call below `/api/v1`. A new endpoint is a row here.
enum Endpoints {
  static let base = "/api/v1"
  static let all =
    profile + catalogue + sessions + analytics + library + reading + diversity + rucks + insights + goals + review
    + exports

  private static let id = Parameter.path("id", .id, "Chosen by the client.")
  private static let sessionID = Parameter.path("id", .id, "As an earlier answer named it.")

  private static let profile: [Endpoint] = [
    .get("/profile", SessionAPI.FetchProfile.self, "Who the user is, and how their days are counted."),
    .write(
      .put, "/profile", SessionAPI.SaveProfile.self, "Change the profile.",
      details:
        "Members left out stay as they are. Another time zone or beginning of the day re-counts the whole history.",
      example: #"{"timezone": "Europe/Berlin", "dayStart": 4, "restDaysPerWeek": 1}"#
    ).answering(200),
  ]

  private static let catalogue: [Endpoint] = [
    .get("/heroes", SessionAPI.ListHeroes.self, parameters: Parameter.page, "The heroes, by id."),
    .get("/heroes/{id}", SessionAPI.FetchHero.self, parameters: [id], "One hero."),
    .write(
      .put, "/heroes/{id}", SessionAPI.SaveHero.self, parameters: [id], "Make or replace a hero.",
      example: #"{"name": "Ada"}"#),
    .mark(
      .delete, "/heroes/{id}", SessionAPI.DeleteHero.self, parameters: [id], "Remove a hero.",
      details: "Stories about it stay, without a hero."),
    .get(
      "/stories", SessionAPI.ListStories.self,
      parameters: [
        .search("title"), .query("heroId", .id, "Only stories of this hero."),
        .query("favorite", .flag, "Only favourites, or only the others."),
      ] + Parameter.page, "The stories, by id.", details: Parameter.searchDetails),
    .get("/stories/{id}", SessionAPI.FetchStory.self, parameters: [id], "One story."),
    .write(
      .put, "/stories/{id}", SessionAPI.SaveStory.self, parameters: [id], "Make or replace a story.",
      details: "`heroId` must exist; `createdAt` is now if left out, and then stays.",
      example: #"{"title": "The Sea Road", "heroId": "ada", "estimatedDuration": 1800}"#),
    .mark(
      .delete, "/stories/{id}", SessionAPI.DeleteStory.self, parameters: [id], "Remove a story.",
      details: "Its sessions stay, and join again if the same id is made again."),
    .mark(.put, "/stories/{id}/favorite", SessionAPI.FavoriteStory.self, parameters: [id], "Make a story a favourite."),
    .mark(.delete, "/stories/{id}/favorite", SessionAPI.UnfavoriteStory.self, parameters: [id], "Make it none."),
  ]

  private static let sessions: [Endpoint] = [
    .write(
      .post, "/analytics/sessions", SessionAPI.RecordSession.self, "Record a listening session.",
      details: """
        The same story and `startedAt` is the same session: a later `endedAt` extends it. A `duration` above 1.5 times \
        the story's is stored as that, and told as an anomaly.
        """,
      example: """
        {"storyId": "sea-road", "startedAt": "2026-11-20T10:00:00Z", "endedAt": "2026-11-20T10:30:00Z", \
        "completed": true}
        """),
    .write(
      .post, "/analytics/sessions/batch", SessionAPI.RecordSessions.self, "Record up to 500 sessions.",
      details: "Each is judged alone, and answered in its place.",
      example: """
        {"sessions": [{"storyId": "sea-road", "startedAt": "2026-11-19T20:00:00Z", \
        "endedAt": "2026-11-19T20:20:00Z", "completed": false}]}
        """
    ).answering(200).each(SessionAPI.RecordSession.self),
    .get(
      "/analytics/sessions", SessionAPI.ListSessions.self,
      parameters: [
        .query("storyId", .id, "Only sessions of this story."),
        .query("from", .day, "The first day, in the user's time zone."), .query("to", .day, "The last day."),
      ] + Parameter.page, "The listening sessions, the newest start first."),
    .get("/analytics/sessions/{id}", SessionAPI.FetchSession.self, parameters: [sessionID], "One listening session."),
    .write(
      .patch, "/analytics/sessions/{id}", SessionAPI.PatchSession.self, parameters: [sessionID], "Correct a session.",
      details: "A JSON merge patch of `endedAt`, `completed` and `duration`.", example: #"{"completed": true}"#),
    .mark(
      .delete, "/analytics/sessions/{id}", SessionAPI.DeleteSession.self, parameters: [sessionID], "Remove a session.",
      details: "The statistics are then as if it had never been; unlocked milestones stay."),
    .get(
      "/analytics/anomalies", SessionAPI.ListAnomalies.self, parameters: Parameter.page,
      "Reports that were not stored as they were given, newest first."),
  ]

  private static let analytics: [Endpoint] = [
    .get("/analytics/summary", StatsAPI.FetchSummary.self, "All listening in seven figures."),
    .get(
      "/analytics/activity", StatsAPI.FetchActivity.self,
      parameters: [
        .query("range", .choice(StatsAPI.ActivityRange.allCases.map(\.rawValue)), "Days that end today."),
        .query("from", .day, "The first day, instead of `range`."),
        .query("to", .day, "The last day, at most 3,660 days after the first."),
        .query("kind", .choice(StatsAPI.ActivityKind.allCases.map(\.rawValue)), "`listening` if left out."),
      ], "Minutes a day."),
    .gather(
      "/analytics/heroes", StatsAPI.FetchHeroes.self, list: "heroes",
      "The heroes by how much is heard of them."),
    .get("/analytics/insights", StatsAPI.FetchInsights.self, "Habits of listening."),
    .get("/analytics/milestones", MilestoneAPI.FetchMilestones.self, "The milestones, and which are reached."),
  ]
}
