import API
import Domain

/// The diversity of what one reads.
extension Endpoints {
  private static let period = Parameter.query(
    "period", .choice(StatsPeriod.allCases.map(\.rawValue)), "`allTime` if left out; else the current year or month.")
  private static let workID = Parameter.path("workId", .id, "The id of a work.")
  private static let dimension = Parameter.path(
    "dimension", .name(DiversityDimension.allCases.filter { !$0.isDerived }.map(\.rawValue)), "One that can be set.")
  private static let promptID = Parameter.path("id", .id, "The id of the session that it came with.")

  static let diversity: [Endpoint] = [
    .get(
      "/diversity/stats", DiversityAPI.FetchStatistics.self, parameters: [period],
      "How many works of the library have which value."),
    .get("/diversity/completion", DiversityAPI.FetchCompletion.self, "How much is known of the works."),
    .get(
      "/diversity/radar", DiversityAPI.FetchRadar.self,
      parameters: [
        period,
        .query(
          "axes", .list(DiversityDimension.allCases.map(\.rawValue), 5...7),
          "Five to seven dimensions with commas between them."),
      ],
      "How evenly the works are spread, axis by axis.",
      details: "Without `axes`: the core five, the time period and the geography."),
    .get("/diversity/dimensions", DiversityAPI.ListDimensions.self, "All that can be asked about a work."),
    .get(
      "/diversity/missing", DiversityAPI.ListMissing.self,
      parameters: [
        .query("dimension", .choice(DiversityDimension.core.map(\.rawValue)), "Only works without this one.")
      ] + Parameter.page,
      "The works of the library that lack core values, the one read last first."),
    .get(
      "/diversity/points", DiversityAPI.FetchPoints.self, parameters: Parameter.page,
      "The curator points and what they were given for, newest first."),
    .get("/diversity/works/{workId}", DiversityAPI.FetchWork.self, parameters: [workID], "What was said about a work."),
    .write(
      .put, "/diversity/works/{workId}/{dimension}", DiversityAPI.SetValue.self, parameters: [workID, dimension],
      "Describe a work in one dimension.",
      details: "Five points the first time that a core field of a work is filled, ever.",
      example: #"{"value": "African"}"#
    ).answering(200),
    .mark(
      .delete, "/diversity/works/{workId}/{dimension}", DiversityAPI.ClearValue.self, parameters: [workID, dimension],
      "Take the description back.", details: "The points stay."),
    .get(
      "/diversity/prompts", DiversityAPI.ListPrompts.self, parameters: Parameter.page,
      "The questions that wait for an answer, those of the newest sessions first."),
    .write(
      .post, "/diversity/prompts/{id}/answer", DiversityAPI.AnswerPrompt.self, parameters: [promptID],
      "Answer the question after a session.", details: "409 where it is answered or skipped already.",
      example: #"{"value": "African"}"#
    ).answering(200).orConflict(),
    .act(
      .post, "/diversity/prompts/{id}/skip", DiversityAPI.SkipPrompt.self, parameters: [promptID],
      "Leave the question unanswered.", details: "Nothing is saved."
    ).orConflict(),
  ]
}
