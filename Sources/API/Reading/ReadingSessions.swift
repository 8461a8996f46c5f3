public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let readingSessions: [Endpoint] = [
    SessionAPI.RecordReading.endpoint,
    SessionAPI.RecordReadingBatch.endpoint,
    SessionAPI.ListReadingSessions.endpoint,
    SessionAPI.FetchReadingSession.endpoint,
    SessionAPI.PatchReadingSession.endpoint,
    SessionAPI.DeleteReadingSession.endpoint,
  ]
}

extension SessionAPI {
  /// A reading session as its owner sees it.
  public struct ReadingSessionReply: Codable, Hashable, Sendable {
    public var id: String
    public var workId: String
    /// Nil if the work does not exist.
    public var title: String?
    /// The day on which it started, in the user's time zone.
    public var date: Day
    public var startedAt: Instant
    public var endedAt: Instant
    public var durationMinutes: Int
    public var startPage: Int
    public var endPage: Int
    public var pagesRead: Int
    public var readingPace: Double?
    public var enrichmentPromptShown: Bool
    public var enrichmentCompleted: Bool

    public init(_ session: ReadingSession, title: String?, date: Day, promptShown: Bool, enriched: Bool) {
      id = SessionIdentifier(workId: session.workId, startedAt: session.startedAt).text
      workId = session.workId
      self.title = title
      self.date = date
      startedAt = session.startedAt
      endedAt = session.endedAt
      durationMinutes = session.durationMinutes
      startPage = session.startPage
      endPage = session.endPage
      pagesRead = session.pagesRead
      readingPace = session.readingPace
      enrichmentPromptShown = promptShown
      enrichmentCompleted = enriched
    }
  }

  /// Records a session that was entered by hand or while offline.
  public struct RecordReading: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ReadingSessionReply>
    public static let name = "reading.record"
    static let endpoint = Endpoint.write(
      .post, "/reading/sessions", RecordReading.self, "Record a reading session.",
      details: "A report with the work and `startedAt` of an existing session extends it if its `endedAt` is later.",
      example: """
        {"workId": "things-fall-apart", "startedAt": "2026-11-20T20:00:00Z", "endedAt": "2026-11-20T20:45:00Z", \
        "startPage": 12, "endPage": 40}
        """)

    public var workId: String
    public var startedAt: Instant
    public var endedAt: Instant
    public var startPage: Int
    public var endPage: Int

    public init(_ session: ReadingSession) {
      workId = session.workId
      startedAt = session.startedAt
      endedAt = session.endedAt
      startPage = session.startPage
      endPage = session.endPage
    }
  }

  /// Like `RecordListeningBatch`: the items stay encoded, because each is decoded and checked on its own.
  public struct RecordReadingBatch: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ReadingBatchReply>
    public static let name = "reading.recordBatch"
    static let endpoint = Endpoint.write(
      .post, "/reading/sessions/batch", RecordReadingBatch.self, "Record up to 500 reading sessions.",
      details: "Each item is checked on its own and has its own result.",
      example: """
        {"sessions": [{"workId": "things-fall-apart", "startedAt": "2026-11-19T20:00:00Z", \
        "endedAt": "2026-11-19T20:30:00Z", "startPage": 0, "endPage": 12}]}
        """
    ).returning(200).each(RecordReading.self)

    public var sessions: [RawCBOR]
    public init(sessions: [RawCBOR]) { self.sessions = sessions }
  }

  public struct ReadingBatchReply: Codable, Sendable {
    public var results: [ReadingBatchResult]
    public init(results: [ReadingBatchResult]) { self.results = results }
  }

  public struct ReadingBatchResult: Codable, Sendable {
    public var status: Int
    public var session: ReadingSessionReply?
    public var error: Problem?

    public init(status: Int, session: ReadingSessionReply? = nil, error: Problem? = nil) {
      self.status = status
      self.session = session
      self.error = error
    }
  }

  public struct ListReadingSessions: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<ReadingSessionReply>
    public static let name = "reading.list"
    static let endpoint = Endpoint.get(
      "/reading/sessions", ListReadingSessions.self,
      parameters: [.query("workId", .id, "Only sessions of this work.")] + Parameter.days + Parameter.page,
      "List the reading sessions, newest first.")

    public var workId: String?
    public var from: Day?
    public var to: Day?
    public var limit: Int?
    public var cursor: String?

    public init(
      workId: String? = nil, from: Day? = nil, to: Day? = nil, limit: Int? = nil, cursor: String? = nil
    ) {
      self.workId = workId
      self.from = from
      self.to = to
      self.limit = limit
      self.cursor = cursor
    }
  }

  public struct FetchReadingSession: Method {
    public typealias API = SessionAPI
    public typealias Reply = ReadingSessionReply
    public static let name = "reading.get"
    static let endpoint = Endpoint.get(
      "/reading/sessions/{id}", FetchReadingSession.self, parameters: [.givenID], "Get one reading session.")

    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct PatchReadingSession: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ReadingSessionReply>
    public static let name = "reading.patch"
    static let endpoint = Endpoint.write(
      .patch, "/reading/sessions/{id}", PatchReadingSession.self, parameters: [.givenID],
      "Change a reading session.", details: "A JSON merge patch of `endedAt`, `startPage` and `endPage`.",
      example: #"{"endPage": 42}"#)

    public var id: String
    public var endedAt: Patch<Instant>
    public var startPage: Patch<Int>
    public var endPage: Patch<Int>

    public init(
      id: String, endedAt: Patch<Instant> = .unchanged, startPage: Patch<Int> = .unchanged,
      endPage: Patch<Int> = .unchanged
    ) {
      self.id = id
      self.endedAt = endedAt
      self.startPage = startPage
      self.endPage = endPage
    }
  }

  public struct DeleteReadingSession: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "reading.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/reading/sessions/{id}", DeleteReadingSession.self, parameters: [.givenID],
      "Delete a reading session.", details: "Also deletes its prompt.")

    public var id: String
    public init(id: String) { self.id = id }
  }
}

extension SessionAPI.ReadingSessionReply: Described {
  public static let members: [String: Note] = [
    "id": .id("The id.", like: "sea-road"),
    "workId": .id("The work's id.", like: "things-fall-apart"),
    "title": .name("The work's title, or null if the work was deleted.", like: "Things Fall Apart"),
    "date": "The day on which it started, in the user's time zone.",
    "startedAt": "The start.",
    "endedAt": Note("The end.").lasting,
    "durationMinutes": "The duration in whole minutes.",
    "startPage": Note("The first page.", .range(0...LibraryRules.lastPage)).lasting,
    "endPage": Note("The last page.", .range(0...LibraryRules.lastPage)).lasting,
    "pagesRead": "Pages read.",
    "readingPace": "Pages per hour, or null for less than one minute.",
    "enrichmentPromptShown": "Whether the session led to a question.",
    "enrichmentCompleted": "Whether that question was answered.",
  ]
}

extension SessionAPI.RecordReading: Described {
  public static var title: String { "ReadingReport" }
  public static var members: [String: Note] { SessionAPI.ReadingSessionReply.members }
}

extension SessionAPI.RecordReadingBatch: Described {
  public static var title: String { "ReadingReports" }
  public static let members: [String: Note] = [
    "sessions": Note("The sessions.", .list(upTo: SessionAPI.itemsPerBatch))
  ]
}

extension SessionAPI.ReadingBatchReply: Described {
  public static let members: [String: Note] = [
    "results": Note("One result per item, in the order of the items.", .list(upTo: SessionAPI.itemsPerBatch))
  ]
}

extension SessionAPI.ReadingBatchResult: Described {
  public static let members: [String: Note] = [
    "status": Note("201 if created, 200 if it existed or was extended, 422 if rejected.", .range(200...599), like: 201),
    "session": "The session, or null if the item was rejected.",
    "error": Note("Why the item was rejected, or null if it was accepted.", like: .nothing),
  ]
}

extension SessionAPI.PatchReadingSession: Described {
  public static var title: String { "ReadingSessionPatch" }
  public static var members: [String: Note] { SessionAPI.ReadingSessionReply.members }
}
