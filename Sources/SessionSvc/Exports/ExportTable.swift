import API
import Chronology
import Domain
import Storage

/// What the rows of one kind look like, and where they come from. Rows come oldest first, works by their id.
struct ExportTable {
  struct Row {
    /// The place behind this row.
    var place: String
    var cells: [ExportCell]
  }

  var columns: [String]
  /// At most so many rows behind a place.
  var rows: (_ place: String?, _ limit: Int) throws -> [Row]
}

extension ExportTable {
  static func works(of user: String, _ reading: Reading) -> ExportTable {
    let described = DiversityDimension.allCases.filter { !$0.isDerived }
    let columns =
      [
        "id", "title", "authors", "pageCount", "language", "originalLanguage", "genres", "publishedYear", "status",
        "currentPage", "rating", "startedAt", "finishedAt", "totalReadingMinutes", "averageReadingPace", "sessionCount",
      ] + described.map(\.rawValue)
    return ExportTable(columns: columns) { place, limit in
      try WorkStore.works(user, after: place ?? "", limit: limit, reading).map { work in
        let entry = try LibraryStore.entry(user, work.id, reading)
        let totals = try ReadingTotals.totals(user, workId: work.id, reading)
        let values = try DiversityStore.values(user, workId: work.id, reading)
        let cells: [ExportCell] = [
          .text(work.id), .text(work.title), .list(work.authors), .optional(work.pageCount), .optional(work.language),
          .optional(work.originalLanguage), .list(work.genres), .optional(work.publishedYear),
          .optional(entry?.status.rawValue), .optional(entry?.currentPage), .optional(entry?.rating),
          .instant(entry?.startedAt), .instant(entry?.finishedAt), .integer(totals.minutes),
          .optional(ReadingSession.pace(pages: totals.pages, minutes: totals.minutes)), .integer(totals.sessions),
        ]
        return Row(place: work.id, cells: cells + described.map { .optional(values[$0]) })
      }
    }
  }

  static func readings(of user: String, _ calendar: LocalCalendar, _ reading: Reading) -> ExportTable {
    let columns = [
      "id", "workId", "title", "date", "startedAt", "endedAt", "durationMinutes", "startPage", "endPage", "pagesRead",
      "readingPace", "enrichmentPromptShown", "enrichmentCompleted",
    ]
    return ExportTable(columns: columns) { place, limit in
      var titles: [String: String] = [:]
      return try ReadingStore.readings(
        user, from: try place.map(ReadingStore.Place.init(cursor:)), limit: limit, reading
      )
      .map { stored in
        let session = stored.session
        if titles[session.workId] == nil {
          titles[session.workId] = try WorkStore.work(user, session.workId, reading)?.title
        }
        return Row(
          place: ReadingStore.Place(session).cursor,
          cells: [
            .text(SessionIdentifier(workId: session.workId, startedAt: session.startedAt).text),
            .text(session.workId), .optional(titles[session.workId]),
            .text(calendar.day(of: session.startedAt).description), .instant(session.startedAt),
            .instant(session.endedAt), .integer(session.durationMinutes), .integer(session.startPage),
            .integer(session.endPage), .integer(session.pagesRead), .optional(session.readingPace),
            .flag(stored.promptShown), .flag(stored.enriched),
          ])
      }
    }
  }

  static func listening(of user: String, _ reading: Reading) -> ExportTable {
    let columns = [
      "id", "storyId", "title", "startedAt", "endedAt", "completed", "duration", "capped", "anomalies",
    ]
    return ExportTable(columns: columns) { place, limit in
      var titles: [String: String] = [:]
      return try ListeningStore.sessions(
        user, from: try place.map(ListeningStore.Place.init(cursor:)), limit: limit, reading
      ).map { session in
        if titles[session.storyId] == nil {
          titles[session.storyId] = try CatalogueStore.story(user, session.storyId, reading)?.title
        }
        return Row(
          place: ListeningStore.Place(session).cursor,
          cells: [
            .text(SessionIdentifier(storyId: session.storyId, startedAt: session.startedAt).text),
            .text(session.storyId), .optional(titles[session.storyId]), .instant(session.startedAt),
            .instant(session.endedAt), .flag(session.completed), .number(session.duration), .flag(session.isCapped),
            .list(ListeningRules.anomalies(of: session).map(\.kind.rawValue)),
          ])
      }
    }
  }
}
