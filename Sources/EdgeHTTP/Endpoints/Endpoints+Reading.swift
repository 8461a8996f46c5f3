import API
import Domain

/// Works, the library, and reading.
extension Endpoints {
  private static let id = Parameter.path("id", .id, "Chosen by the client.")
  private static let workID = Parameter.path("workId", .id, "The id of a work.")
  private static let sessionID = Parameter.path("id", .id, "As an earlier answer named it.")

  static let library: [Endpoint] = [
    .get(
      "/works", SessionAPI.ListWorks.self, parameters: [.search("title or authors")] + Parameter.page,
      "The works, by id.", details: Parameter.searchDetails),
    .get("/works/{id}", SessionAPI.FetchWork.self, parameters: [id], "One work."),
    .write(
      .put, "/works/{id}", SessionAPI.SaveWork.self, parameters: [id], "Make or replace a work.",
      example: """
        {"title": "Things Fall Apart", "authors": ["Chinua Achebe"], "pageCount": 209, "language": "English", \
        "originalLanguage": "English", "genres": ["Fiction"], "publishedYear": 1958}
        """),
    .mark(
      .delete, "/works/{id}", SessionAPI.DeleteWork.self, parameters: [id], "Remove a work.",
      details: """
        Its entry, its diversity values, its prompts and a timer on it go along; its sessions and the points for it \
        stay.
        """),
    .get(
      "/library", SessionAPI.ListLibrary.self,
      parameters: [
        .query("status", .choice(ReadingStatus.allCases.map(\.rawValue)), "Only works of this status."),
        .search("the work's title or authors"),
      ] + Parameter.page, "The works of the library, by the work's id.", details: Parameter.searchDetails),
    .get("/library/{workId}", SessionAPI.FetchEntry.self, parameters: [workID], "One work of the library."),
    .write(
      .put, "/library/{workId}", SessionAPI.SaveEntry.self, parameters: [workID], "Put a work into the library.",
      details: """
        `currentPage` stays if left out; `rating` and `startedAt` are then none. `finishedAt` is kept while the work \
        stays `finished`, and is now where it becomes so.
        """, example: #"{"status": "reading", "currentPage": 12}"#),
    .write(
      .patch, "/library/{workId}", SessionAPI.PatchEntry.self, parameters: [workID], "Change a work of the library.",
      details: """
        A JSON merge patch of all that can be sent. `finishedAt` is now where the work becomes `finished` without it, \
        or stays so and it is cleared.
        """, example: #"{"status": "finished", "rating": 4.5}"#),
    .mark(
      .delete, "/library/{workId}", SessionAPI.DeleteEntry.self, parameters: [workID],
      "Take a work out of the library.",
      details: "A timer on it and its open prompts go along; its sessions stay."),
  ]

  static let reading: [Endpoint] = [
    .write(
      .post, "/reading/timer", SessionAPI.StartTimer.self, "Begin to read.",
      details: """
        One timer at a time: where one runs, the answer is 409 and names it as `active`. The work must have the status \
        `reading`; `startPage` is the entry's `currentPage` if left out.
        """, example: #"{"workId": "things-fall-apart"}"#
    ).answering(201).orConflict(),
    .get("/reading/timer", SessionAPI.FetchTimer.self, "The timer that runs, if any."),
    .write(
      .post, "/reading/timer/stop", SessionAPI.StopTimer.self, "Stop reading.",
      details: """
        The timer becomes a session, and one question about the work may come with it. After more than 24 hours \
        `endedAt` must be given.
        """, example: #"{"endPage": 40}"#
    ).answering(200).orConflict(),
    .mark(.delete, "/reading/timer", SessionAPI.DiscardTimer.self, "Throw the timer away, if one runs."),
    .write(
      .post, "/reading/sessions", SessionAPI.RecordReading.self, "Log a reading session by hand.",
      details: "The same work and `startedAt` is the same session: a later `endedAt` extends it.",
      example: """
        {"workId": "things-fall-apart", "startedAt": "2026-11-20T20:00:00Z", "endedAt": "2026-11-20T20:45:00Z", \
        "startPage": 12, "endPage": 40}
        """),
    .write(
      .post, "/reading/sessions/batch", SessionAPI.RecordReadings.self, "Log up to 500 reading sessions.",
      details: "Each is judged alone, and answered in its place.",
      example: """
        {"sessions": [{"workId": "things-fall-apart", "startedAt": "2026-11-19T20:00:00Z", \
        "endedAt": "2026-11-19T20:30:00Z", "startPage": 0, "endPage": 12}]}
        """
    ).answering(200).each(SessionAPI.RecordReading.self),
    .get(
      "/reading/sessions", SessionAPI.ListReadings.self,
      parameters: [.query("workId", .id, "Only sessions of this work.")] + Parameter.page,
      "The reading sessions, the newest start first."),
    .get("/reading/sessions/{id}", SessionAPI.FetchReading.self, parameters: [sessionID], "One reading session."),
    .write(
      .patch, "/reading/sessions/{id}", SessionAPI.PatchReading.self, parameters: [sessionID],
      "Correct a reading session.", details: "A JSON merge patch of `endedAt`, `startPage` and `endPage`.",
      example: #"{"endPage": 42}"#),
    .mark(
      .delete, "/reading/sessions/{id}", SessionAPI.DeleteReading.self, parameters: [sessionID],
      "Remove a reading session.", details: "Its prompt ends with it."),
  ]
}

/// Everything of a kind at once.
extension Endpoints {
  static let exports: [Endpoint] = [
    .download(
      "/export", SessionAPI.ReadExport.self,
      parameters: [
        .needed("kind", .choice(SessionAPI.ExportKind.allCases.map(\.rawValue)), "What to export."),
        .query("format", .choice(SessionAPI.ExportFormat.allCases.map(\.rawValue)), "`csv` if left out."),
      ], "Everything of one kind, as it is now.",
      details: """
        CSV as in RFC 4180, with a header line; a text that a spreadsheet would take for a formula begins with an \
        apostrophe. JSON is one array. Works come by their id, sessions by their start; `insights` are a line for each \
        month since the first.
        """)
  ]
}
