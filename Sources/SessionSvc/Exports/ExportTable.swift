import API
import Chronology
import Domain
import Storage

/// The columns and rows of one kind of export. Rows are sorted oldest first, works by id.
struct ExportTable {
  struct Row {
    /// The position after this row.
    var place: String
    var cells: [ExportCell]
  }

  var columns: [ExportColumn]
  /// Passes rows after a position to the body until it returns false.
  var rows: (_ place: String?, _ body: (Row) throws -> Bool) throws -> Void
}

/// A column name and the formats that include it.
struct ExportColumn: ExpressibleByStringLiteral {
  var name: String
  var formats = SessionAPI.ExportFormat.allCases

  init(stringLiteral name: String) {
    self.name = name
  }

  init(_ name: String, in formats: SessionAPI.ExportFormat...) {
    self.name = name
    self.formats = formats
  }
}

extension ExportTable {
  static func works(of user: String, _ calendar: LocalCalendar, _ rows: Rows) -> ExportTable {
    let described = DiversityDimension.allCases.filter { !$0.isDerived }
    let columns: [ExportColumn] =
      [
        "id", "title", "authors", "pageCount", "language", "originalLanguage", "genres", "publishedYear", "status",
        "currentPage", "rating", "startedAt", "finishedAt", "totalReadingMinutes", "averageReadingPace", "sessionCount",
      ] + described.map { ExportColumn(stringLiteral: $0.rawValue) } + identifierColumns
      + ["series", "seriesPosition", "tags"]
    return ExportTable(columns: columns) { place, body in
      try WorkStore.each(user, after: place ?? "", rows) { work in
        let entry = try LibraryStore.record(user, work.id, rows).map { record in
          try Shelf(user, calendar, rows).reply(record, of: work)
        }
        let totals = try ReadingTotalsStore.totals(user, workId: work.id, rows)
        let values = try DiversityStore.values(user, workId: work.id, rows)
        let cells: [ExportCell] = [
          .text(work.id), .text(work.title), .list(work.authors), .optional(work.pageCount), .optional(work.language),
          .optional(work.originalLanguage), .list(work.genres), .optional(work.publishedYear),
          .optional(entry?.status.rawValue), .optional(entry?.currentPage), .optional(entry?.rating),
          .instant(entry?.startedAt), .instant(entry?.finishedAt), .integer(totals.minutes),
          .optional(
            entry?.averageReadingPace ?? ReadingSession.pace(pages: totals.pages, minutes: totals.minutes)),
          .integer(totals.sessions),
        ]
        let answers = described.map { ExportCell.optional(values[$0]) }
        let rest: [ExportCell] = [
          .optional(work.series?.name), .optional(work.series?.position), .list(work.tags.texts),
        ]
        return try body(Row(place: work.id, cells: cells + answers + Self.cells(of: work.identifiers) + rest))
      }
    }
  }

  static func reads(of user: String, _ calendar: LocalCalendar, _ rows: Rows) -> ExportTable {
    let columns: [ExportColumn] = [
      "id", "workId", "title", "authors", "status", "startedAt", "startedOn", "finishedAt", "finishedOn", "rating",
      "format", "note", "source", "sessionCount", "pagesRead", "totalReadingMinutes", "averageReadingPace",
      "listenedSeconds", "review",
    ]
    return ExportTable(columns: columns) { place, body in
      try Shelf(user, calendar, rows).eachRead(after: place) { place, read in
        let row = Row(
          place: place,
          cells: [
            .text(read.id), .text(read.workId), .text(read.title), .list(read.authors), .text(read.status.rawValue),
            .instant(read.startedAt), .optional(read.startedOn?.description), .instant(read.finishedAt),
            .optional(read.finishedOn?.description), .optional(read.rating), .optional(read.format?.rawValue),
            .optional(read.note), .text(read.source.rawValue), .integer(read.sessionCount), .integer(read.pagesRead),
            .integer(read.totalReadingMinutes), .optional(read.averageReadingPace), .number(read.listenedSeconds),
            .optional(read.review),
          ])
        return try body(row)
      }
    }
  }

  /// CSV has one column per kind of identifier.
  private static let identifierColumns =
    [ExportColumn("identifiers", in: .json), ExportColumn("isbn", in: .csv)]
    + WorkIdentifiers.Source.allCases.map { ExportColumn($0.rawValue, in: .csv) }

  private static func cells(of identifiers: WorkIdentifiers) -> [ExportCell] {
    let isbn = ExportCell.list(identifiers.isbn)
    let others = WorkIdentifiers.Source.allCases.map { ($0.rawValue, ExportCell.optional(identifiers[$0])) }
    return [.object(.init(members: [("isbn", isbn)] + others)), isbn] + others.map { $0.1 }
  }

  static func readings(of user: String, _ calendar: LocalCalendar, _ rows: Rows) -> ExportTable {
    let columns: [ExportColumn] = [
      "id", "workId", "title", "date", "startedAt", "endedAt", "durationMinutes", "startPage", "endPage", "pagesRead",
      "readingPace", "enrichmentPromptShown", "enrichmentCompleted",
    ]
    return ExportTable(columns: columns) { place, body in
      var titles = Titles.works(of: user, rows)
      try ReadingStore.each(user, from: try place.map(ReadingStore.Place.init(cursor:)), rows) { stored in
        let session = stored.session
        let row = Row(
          place: ReadingStore.Place(session).cursor,
          cells: [
            .text(SessionIdentifier(workId: session.workId, startedAt: session.startedAt).text),
            .text(session.workId), .optional(try titles[session.workId]),
            .text(calendar.day(of: session.startedAt).description), .instant(session.startedAt),
            .instant(session.endedAt), .integer(session.durationMinutes), .integer(session.startPage),
            .integer(session.endPage), .integer(session.pagesRead), .optional(session.readingPace),
            .flag(stored.promptShown), .flag(stored.enriched),
          ])
        return try body(row)
      }
    }
  }

  static func listening(of user: String, _ rows: Rows) -> ExportTable {
    let columns: [ExportColumn] = [
      "id", "storyId", "title", "startedAt", "endedAt", "completed", "duration", "capped", "anomalies",
    ]
    return ExportTable(columns: columns) { place, body in
      var titles = Titles.stories(of: user, rows)
      try ListeningStore.each(user, from: try place.map(ListeningStore.Place.init(cursor:)), rows) { session in
        let row = Row(
          place: ListeningStore.Place(session).cursor,
          cells: [
            .text(SessionIdentifier(storyId: session.storyId, startedAt: session.startedAt).text),
            .text(session.storyId), .optional(try titles[session.storyId]), .instant(session.startedAt),
            .instant(session.endedAt), .flag(session.completed), .number(session.duration), .flag(session.isCapped),
            .list(ListeningRules.anomalies(of: session).map(\.kind.rawValue)),
          ])
        return try body(row)
      }
    }
  }
}
