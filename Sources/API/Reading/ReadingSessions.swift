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
    /// The day it started, in the user's time zone.
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

    public init(_ session: ReadingSession, date: Day, promptShown: Bool, enriched: Bool) {
      id = SessionIdentifier(workId: session.workId, startedAt: session.startedAt).text
      workId = session.workId
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

  /// A session logged by hand, or while there was no connection.
  public struct RecordReading: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ReadingSessionReply>
    public static let name = "reading.record"
    static let endpoint = Endpoint.write(
      .post, "/reading/sessions", RecordReading.self, "Log a reading session by hand.",
      details: "The same work and `startedAt` is the same session: a later `endedAt` extends it.",
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

  /// As `RecordListeningBatch`: each is judged alone, so that a wrong one does not take the others along.
  public struct RecordReadingBatch: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ReadingBatchReply>
    public static let name = "reading.recordBatch"
    static let endpoint = Endpoint.write(
      .post, "/reading/sessions/batch", RecordReadingBatch.self, "Log up to 500 reading sessions.",
      details: "Each is judged alone, and answered in its place.",
      example: """
        {"sessions": [{"workId": "things-fall-apart", "startedAt": "2026-11-19T20:00:00Z", \
        "endedAt": "2026-11-19T20:30:00Z", "startPage": 0, "endPage": 12}]}
        """
    ).answering(200).each(RecordReading.self)

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
      "The reading sessions, the newest start first.")

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
      "/reading/sessions/{id}", FetchReadingSession.self, parameters: [.givenID], "One reading session.")

    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct PatchReadingSession: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ReadingSessionReply>
    public static let name = "reading.patch"
    static let endpoint = Endpoint.write(
      .patch, "/reading/sessions/{id}", PatchReadingSession.self, parameters: [.givenID],
      "Correct a reading session.", details: "A JSON merge patch of `endedAt`, `startPage` and `endPage`.",
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
      "Remove a reading session.", details: "Its prompt ends with it.")

    public var id: String
    public init(id: String) { self.id = id }
  }
}

extension SessionAPI.ReadingSessionReply: Described {
  public static let members: [String: Note] = [
    "id": .id("Its id.", like: "sea-road"),
    "workId": .id("The work's id.", like: "things-fall-apart"),
    "date": "A day in the user's time zone.",
    "startedAt": "When it began.",
    "endedAt": Note("When it ended.").lasting,
    "durationMinutes": "Whole minutes read.",
    "startPage": Note("The page that the reader began on.", .range(0...LibraryRules.lastPage)).lasting,
    "endPage": Note("The page that the reader came to.", .range(0...LibraryRules.lastPage)).lasting,
    "pagesRead": "Pages read.",
    "readingPace": "Pages an hour; null under a minute.",
    "enrichmentPromptShown": "Whether a question came after the session.",
    "enrichmentCompleted": "Whether the question after the session was answered.",
  ]
}

extension SessionAPI.RecordReading: Described {
  public static var title: String { "ReadingReport" }
  public static var members: [String: Note] { SessionAPI.ReadingSessionReply.members }
}

extension SessionAPI.RecordReadingBatch: Described {
  public static var title: String { "ReadingReports" }
  public static let members: [String: Note] = [
    "sessions": Note("Sessions.", .list(upTo: SessionAPI.itemsPerBatch))
  ]
}

extension SessionAPI.ReadingBatchReply: Described {
  public static let members: [String: Note] = [
    "results": Note("One for each item, in the order of the items.", .list(upTo: SessionAPI.itemsPerBatch))
  ]
}

extension SessionAPI.ReadingBatchResult: Described {
  public static let members: [String: Note] = [
    "status": Note("201 made, 200 known or extended, 422 refused.", .range(200...599), like: 201),
    "session": "The session, null where it was refused.",
    "error": Note("Why the item was refused, null where it was not.", like: .nothing),
  ]
}

extension SessionAPI.PatchReadingSession: Described {
  public static var title: String { "ReadingSessionPatch" }
  public static var members: [String: Note] { SessionAPI.ReadingSessionReply.members }
}
