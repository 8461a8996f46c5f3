public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let reads: [Endpoint] = [
    SessionAPI.ListReads.endpoint,
    SessionAPI.AddRead.endpoint,
    SessionAPI.FetchRead.endpoint,
    SessionAPI.PatchRead.endpoint,
    SessionAPI.DeleteRead.endpoint,
    SessionAPI.ListFinishedReads.endpoint,
  ]
}

extension SessionAPI {
  /// The source of a read.
  public enum ReadSource: String, Codable, CaseIterable, Hashable, Sendable {
    case manual, listening
  }

  /// A read as its owner sees it, with the totals of its sessions.
  public struct ReadReply: Codable, Hashable, Sendable {
    public var id: String
    public var workId: String
    public var title: String
    public var authors: [String]
    public var status: ReadStatus
    public var startedAt: Instant?
    public var startedOn: PartialDate?
    public var finishedAt: Instant?
    public var finishedOn: PartialDate?
    public var rating: Double?
    public var format: ReadFormat?
    public var note: String?
    public var review: String?
    public var source: ReadSource
    public var sessionCount: Int
    public var pagesRead: Int
    public var totalReadingMinutes: Int
    public var averageReadingPace: Double?
    public var listenedSeconds: Double

    public init(
      _ read: Read, of work: Work, sessions: Int, pages: Int, minutes: Int, listenedSeconds: Double,
      in calendar: LocalCalendar
    ) {
      id = read.id
      workId = work.id
      title = work.title
      authors = work.authors
      status = read.status
      startedAt = read.startedAt
      startedOn = read.start?.date(in: calendar)
      finishedAt = read.finishedAt
      finishedOn = read.finish?.date(in: calendar)
      rating = read.rating
      format = read.format
      note = read.note
      review = read.review?.text
      source = read.isListened ? .listening : .manual
      sessionCount = sessions
      pagesRead = pages
      totalReadingMinutes = minutes
      averageReadingPace = ReadingSession.pace(pages: pages, minutes: minutes)
      self.listenedSeconds = listenedSeconds
    }
  }

  public struct ListReads: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<ReadReply>
    public static let name = "reads.list"
    static let endpoint = Endpoint.get(
      "/library/{workId}/reads", ListReads.self, parameters: [.workID] + Parameter.page,
      "List the reads of a work.",
      details: "Sorted by finish: reads with an unknown finish come first, and the open read comes last.")

    public var workId: String
    public var limit: Int?
    public var cursor: String?

    public init(workId: String, limit: Int? = nil, cursor: String? = nil) {
      self.workId = workId
      self.limit = limit
      self.cursor = cursor
    }
  }

  public struct FetchRead: Method {
    public typealias API = SessionAPI
    public typealias Reply = ReadReply
    public static let name = "reads.get"
    static let endpoint = Endpoint.get(
      "/library/{workId}/reads/{id}", FetchRead.self, parameters: [.workID, .readID], "Get one read.")

    public var workId: String
    public var id: String

    public init(workId: String, id: String) {
      self.workId = workId
      self.id = id
    }
  }

  public struct AddRead: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ReadReply>
    public static let name = "reads.add"
    static let endpoint = Endpoint.write(
      .post, "/library/{workId}/reads", AddRead.self, parameters: [.workID], "Add a read of a work.",
      details: """
        Adds the work to the library if necessary. A finished read without dates has an unknown finish. A date is \
        given as an instant (`…At`) or as a day, a month or a year (`…On`), not both. A work has at most one read \
        with the status `reading`.
        """, example: #"{"status": "finished", "finishedOn": "2019-05", "rating": 4.25, "format": "print"}"#
    ).returning(201).orConflict()

    public var workId: String
    public var status: ReadStatus
    public var startedAt: Instant?
    public var startedOn: PartialDate?
    public var finishedAt: Instant?
    public var finishedOn: PartialDate?
    public var rating: Double?
    public var format: ReadFormat?
    public var note: String?
    public var review: String?

    public init(
      workId: String, status: ReadStatus, startedAt: Instant? = nil, startedOn: PartialDate? = nil,
      finishedAt: Instant? = nil, finishedOn: PartialDate? = nil, rating: Double? = nil, format: ReadFormat? = nil,
      note: String? = nil, review: String? = nil
    ) {
      self.workId = workId
      self.status = status
      self.startedAt = startedAt
      self.startedOn = startedOn
      self.finishedAt = finishedAt
      self.finishedOn = finishedOn
      self.rating = rating
      self.format = format
      self.note = note
      self.review = review
    }
  }

  /// Members that are left out do not change. Null clears the members that are optional.
  public struct PatchRead: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ReadReply>
    public static let name = "reads.patch"
    static let endpoint = Endpoint.write(
      .patch, "/library/{workId}/reads/{id}", PatchRead.self, parameters: [.workID, .readID], "Change a read.",
      details: """
        A JSON merge patch. An open read that is finished or abandoned ends now unless a finish is given; null makes \
        the finish unknown. Of a read that follows from listening, only the rating, the note and the review can be \
        changed; anything else is a conflict.
        """, example: #"{"finishedOn": "2019-05-17", "rating": 4.5}"#
    ).orConflict()

    public var workId: String
    public var id: String
    public var status: Patch<ReadStatus>
    public var startedAt: Patch<Instant>
    public var startedOn: Patch<PartialDate>
    public var finishedAt: Patch<Instant>
    public var finishedOn: Patch<PartialDate>
    public var rating: Patch<Double>
    public var format: Patch<ReadFormat>
    public var note: Patch<String>
    public var review: Patch<String>

    public init(
      workId: String, id: String, status: Patch<ReadStatus> = .unchanged, startedAt: Patch<Instant> = .unchanged,
      startedOn: Patch<PartialDate> = .unchanged, finishedAt: Patch<Instant> = .unchanged,
      finishedOn: Patch<PartialDate> = .unchanged, rating: Patch<Double> = .unchanged,
      format: Patch<ReadFormat> = .unchanged, note: Patch<String> = .unchanged,
      review: Patch<String> = .unchanged
    ) {
      self.workId = workId
      self.id = id
      self.status = status
      self.startedAt = startedAt
      self.startedOn = startedOn
      self.finishedAt = finishedAt
      self.finishedOn = finishedOn
      self.rating = rating
      self.format = format
      self.note = note
      self.review = review
    }
  }

  public struct DeleteRead: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "reads.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/library/{workId}/reads/{id}", DeleteRead.self, parameters: [.workID, .readID], "Delete a read.",
      details: """
        Its sessions remain and belong to another read of the work, if there is one. A read that follows from \
        listening cannot be deleted: that is a conflict.
        """
    ).orConflict()

    public var workId: String
    public var id: String

    public init(workId: String, id: String) {
      self.workId = workId
      self.id = id
    }
  }

  public struct ListFinishedReads: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<ReadReply>
    public static let name = "reads.finished"
    static let endpoint = Endpoint.get(
      "/reads", ListFinishedReads.self,
      parameters: [
        .query("from", .day, "Only reads that were finished on this day or later."),
        .query("to", .day, "Only reads that were finished on this day or earlier."),
        .query("year", .integer(StatsView.reviewYears), "Only reads that were finished in this year."),
      ] + Parameter.page, "List the finished reads of all works, the latest finish first.",
      details: """
        Reads with an unknown finish come last. A finish that is known to the month or to the year is in a range if \
        all of its days are.
        """)

    public var from: Day?
    public var to: Day?
    public var year: Int?
    public var limit: Int?
    public var cursor: String?

    public init(
      from: Day? = nil, to: Day? = nil, year: Int? = nil, limit: Int? = nil, cursor: String? = nil
    ) {
      self.from = from
      self.to = to
      self.year = year
      self.limit = limit
      self.cursor = cursor
    }
  }
}

extension SessionAPI.ReadReply: Described {
  public static let members: [String: Note] = [
    "id": .id("The read's id.", like: "r-1"),
    "workId": .id("The work's id.", like: "things-fall-apart"),
    "title": .name("The work's title.", like: "Things Fall Apart"),
    "authors": Note("The work's authors.", .list(upTo: LibraryRules.mostInList, of: .name)),
    "status": Note("Whether the read is open, finished or abandoned.").lasting,
    "startedAt": "When the read started, or null if the instant is unknown.",
    "startedOn": .partialDate("When the read started: a day, a month or a year, or null if unknown."),
    "finishedAt": "When the read ended, or null if the instant is unknown or the read is open.",
    "finishedOn": .partialDate("When the read ended: a day, a month or a year, or null if unknown."),
    "rating": Note("0 to 5 in steps of 0.25, or null if there is no rating.", .quarters(0...5), like: 4.25),
    "format": "The form in which the work was read, or null if unknown.",
    "note": .name("A note, or null.", like: "With the reading group."),
    "review": Note(
      "A review of up to 10,000 characters, or null.",
      .text(1...LibraryRules.longestReview, form: "^[^\\u0000]*$"), like: "I could not put it down."),
    "source": "Whether a person or an import wrote the read, or whether it follows from listening.",
    "sessionCount": "The number of reading sessions of the read.",
    "pagesRead": "The pages of these sessions.",
    "totalReadingMinutes": "The minutes of these sessions.",
    "averageReadingPace": "Pages per hour of these sessions, or null for less than one minute.",
    "listenedSeconds": Note("The seconds of listening that belong to the read.", .from(0)),
  ]
}

extension SessionAPI.AddRead: Described {
  public static var title: String { "ReadInput" }
  public static var members: [String: Note] { SessionAPI.ReadReply.members + ["review": .review] }
}

extension SessionAPI.PatchRead: Described {
  public static var title: String { "ReadPatch" }
  public static var members: [String: Note] { SessionAPI.ReadReply.members + ["review": .review] }
}

extension Note {
  /// White space at the ends does not count for the length.
  fileprivate static let review = Note(
    "A review of up to 10,000 characters without the white space at its ends. Null or only white space means none.",
    .form("^[^\\u0000]*$"), like: "I could not put it down.")
}
