public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let listeningSessions: [Endpoint] = [
    SessionAPI.RecordListening.endpoint,
    SessionAPI.RecordListeningBatch.endpoint,
    SessionAPI.ListListeningSessions.endpoint,
    SessionAPI.FetchListeningSession.endpoint,
    SessionAPI.PatchListeningSession.endpoint,
    SessionAPI.DeleteListeningSession.endpoint,
  ]
}

extension SessionAPI {
  /// A listening session as its owner sees it.
  public struct ListeningSessionReply: Codable, Hashable, Sendable {
    public var id: String
    public var storyId: String
    /// Nil if the story does not exist.
    public var title: String?
    public var startedAt: Instant
    public var endedAt: Instant
    public var completed: Bool
    public var duration: Double
    public var capped: Bool
    public var anomalies: [String]

    public init(
      id: String, storyId: String, title: String?, startedAt: Instant, endedAt: Instant, completed: Bool,
      duration: Double, capped: Bool, anomalies: [String]
    ) {
      self.id = id
      self.storyId = storyId
      self.title = title
      self.startedAt = startedAt
      self.endedAt = endedAt
      self.completed = completed
      self.duration = duration
      self.capped = capped
      self.anomalies = anomalies
    }
  }

  /// Reports a listening session. `startTime` and `endTime` are accepted for `startedAt` and `endedAt`.
  public struct RecordListening: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ListeningSessionReply>
    public static let name = "session.record"
    static let endpoint = Endpoint.write(
      .post, "/analytics/sessions", RecordListening.self, "Record a listening session.",
      details: """
        A report with the story and `startedAt` of an existing session extends it if its `endedAt` is later. A \
        `duration` above 1.5 times the story's is capped at that and reported as an anomaly. `startTime` and `endTime` \
        are accepted for `startedAt` and `endedAt`.
        """,
      example: """
        {"storyId": "sea-road", "startedAt": "2026-11-20T10:00:00Z", "endedAt": "2026-11-20T10:30:00Z", \
        "completed": true}
        """)

    public var storyId: String
    public var startedAt: Instant?
    public var endedAt: Instant?
    public var startTime: Instant?
    public var endTime: Instant?
    public var completed: Bool
    public var duration: Double?

    public init(
      storyId: String, startedAt: Instant?, endedAt: Instant?, completed: Bool, duration: Double? = nil
    ) {
      self.storyId = storyId
      self.startedAt = startedAt
      self.endedAt = endedAt
      self.completed = completed
      self.duration = duration
    }
  }

  /// The items stay encoded here, because each is decoded and checked on its own.
  public struct RecordListeningBatch: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ListeningBatchReply>
    public static let name = "session.recordBatch"
    static let endpoint = Endpoint.write(
      .post, "/analytics/sessions/batch", RecordListeningBatch.self, "Record up to 500 listening sessions.",
      details: "Each item is checked on its own and has its own result.",
      example: """
        {"sessions": [{"storyId": "sea-road", "startedAt": "2026-11-19T20:00:00Z", \
        "endedAt": "2026-11-19T20:20:00Z", "completed": false}]}
        """
    ).returning(200).each(RecordListening.self)

    public var sessions: [RawCBOR]
    public init(sessions: [RawCBOR]) { self.sessions = sessions }
  }

  public struct ListeningBatchReply: Codable, Sendable {
    public var results: [ListeningBatchResult]
    public init(results: [ListeningBatchResult]) { self.results = results }
  }

  public struct ListeningBatchResult: Codable, Sendable {
    public var status: Int
    public var session: ListeningSessionReply?
    public var error: Problem?

    public init(status: Int, session: ListeningSessionReply? = nil, error: Problem? = nil) {
      self.status = status
      self.session = session
      self.error = error
    }
  }

  public struct ListListeningSessions: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<ListeningSessionReply>
    public static let name = "session.list"
    static let endpoint = Endpoint.get(
      "/analytics/sessions", ListListeningSessions.self,
      parameters: [.query("storyId", .id, "Only sessions of this story.")] + Parameter.days + Parameter.page,
      "List the listening sessions, newest first."
    ).tagged()

    public var storyId: String?
    public var from: Day?
    public var to: Day?
    public var limit: Int?
    public var cursor: String?

    public init(
      storyId: String? = nil, from: Day? = nil, to: Day? = nil, limit: Int? = nil, cursor: String? = nil
    ) {
      self.storyId = storyId
      self.from = from
      self.to = to
      self.limit = limit
      self.cursor = cursor
    }
  }

  public struct FetchListeningSession: Method {
    public typealias API = SessionAPI
    public typealias Reply = ListeningSessionReply
    public static let name = "session.get"
    static let endpoint = Endpoint.get(
      "/analytics/sessions/{id}", FetchListeningSession.self, parameters: [.givenID], "Get one listening session."
    ).tagged()

    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct PatchListeningSession: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ListeningSessionReply>
    public static let name = "session.patch"
    static let endpoint = Endpoint.write(
      .patch, "/analytics/sessions/{id}", PatchListeningSession.self, parameters: [.givenID],
      "Change a listening session.",
      details: "A JSON merge patch of `endedAt`, `completed` and `duration`.", example: #"{"completed": true}"#)

    public var id: String
    public var endedAt: Patch<Instant>
    public var completed: Patch<Bool>
    public var duration: Patch<Double>

    public init(
      id: String, endedAt: Patch<Instant> = .unchanged, completed: Patch<Bool> = .unchanged,
      duration: Patch<Double> = .unchanged
    ) {
      self.id = id
      self.endedAt = endedAt
      self.completed = completed
      self.duration = duration
    }
  }

  public struct DeleteListeningSession: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "session.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/analytics/sessions/{id}", DeleteListeningSession.self, parameters: [.givenID],
      "Delete a listening session.",
      details: "All figures are computed without it. Unlocked milestones remain.")

    public var id: String
    public init(id: String) { self.id = id }
  }
}

extension SessionAPI.ListeningSessionReply: Described {
  public static let members: [String: Note] = [
    "id": .id("The id.", like: "sea-road"),
    "storyId": .id("The story's id.", like: "sea-road"),
    "title": .name("The story's title, or null if the story was deleted.", like: "The Sea Road"),
    "startedAt": "The start.",
    "endedAt": Note("The end.").lasting,
    "completed": Note("Whether the user listened to the end of the story.").lasting,
    "duration": Note("Seconds of listening.", .from(0), like: 1_800),
    "capped": "Whether the duration was capped at 1.5 times the story's.",
    "anomalies": Note(
      "The anomalies of the report.", .list(of: .values(ListeningAnomaly.Kind.allCases.map(\.rawValue)))),
  ]
}

extension SessionAPI.RecordListening: Described {
  public static var title: String { "ListeningReport" }
  public static let members =
    SessionAPI.ListeningSessionReply.members + [
      "startTime": .other(nameOf: "startedAt"),
      "endTime": .other(nameOf: "endedAt"),
    ]
}

extension SessionAPI.RecordListeningBatch: Described {
  public static var title: String { "ListeningReports" }
  public static let members: [String: Note] = [
    "sessions": Note("The sessions.", .list(upTo: SessionAPI.itemsPerBatch))
  ]
}

extension SessionAPI.ListeningBatchReply: Described {
  public static let members: [String: Note] = [
    "results": Note("One result per item, in the order of the items.", .list(upTo: SessionAPI.itemsPerBatch))
  ]
}

extension SessionAPI.ListeningBatchResult: Described {
  public static let members: [String: Note] = [
    "status": Note("201 if created, 200 if it existed or was extended, 422 if rejected.", .range(200...599), like: 201),
    "session": "The session, or null if the item was rejected.",
    "error": Note("Why the item was rejected, or null if it was accepted.", like: .nothing),
  ]
}

extension SessionAPI.PatchListeningSession: Described {
  public static var title: String { "ListeningSessionPatch" }
  public static var members: [String: Note] { SessionAPI.ListeningSessionReply.members }
}
