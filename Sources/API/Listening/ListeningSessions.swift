public import Chronology
public import Proto

extension SessionAPI {
  /// A listening session as its owner sees it.
  public struct SessionReply: Codable, Hashable, Sendable {
    public var id: String
    public var storyId: String
    public var startedAt: Instant
    public var endedAt: Instant
    public var completed: Bool
    public var duration: Double
    public var capped: Bool
    public var anomalies: [String]

    public init(
      id: String, storyId: String, startedAt: Instant, endedAt: Instant, completed: Bool, duration: Double,
      capped: Bool, anomalies: [String]
    ) {
      self.id = id
      self.storyId = storyId
      self.startedAt = startedAt
      self.endedAt = endedAt
      self.completed = completed
      self.duration = duration
      self.capped = capped
      self.anomalies = anomalies
    }
  }

  /// A report of listening; `startTime` and `endTime` are accepted for `startedAt` and `endedAt`.
  public struct RecordSession: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<SessionReply>
    public static let name = "session.record"
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

  /// Each session is judged alone, so that a wrong one does not take the others along: they stay raw here.
  public struct RecordSessions: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<BatchReply>
    public static let name = "session.recordBatch"
    public var sessions: [RawCBOR]
    public init(sessions: [RawCBOR]) { self.sessions = sessions }
  }

  public struct BatchReply: Codable, Sendable {
    public var results: [BatchResult]
    public init(results: [BatchResult]) { self.results = results }
  }

  public struct BatchResult: Codable, Sendable {
    public var status: Int
    public var session: SessionReply?
    public var error: Problem?

    public init(status: Int, session: SessionReply? = nil, error: Problem? = nil) {
      self.status = status
      self.session = session
      self.error = error
    }
  }

  public struct ListSessions: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<SessionReply>
    public static let name = "session.list"
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

  public struct FetchSession: Method {
    public typealias API = SessionAPI
    public typealias Reply = SessionReply
    public static let name = "session.get"
    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct PatchSession: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<SessionReply>
    public static let name = "session.patch"
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

  public struct DeleteSession: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "session.delete"
    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct Anomaly: Codable, Hashable, Sendable {
    public var id: String
    public var sessionId: String
    public var storyId: String
    public var kind: String
    public var given: Double
    public var stored: Double
    public var recordedAt: Instant

    public init(
      id: String, sessionId: String, storyId: String, kind: String, given: Double, stored: Double,
      recordedAt: Instant
    ) {
      self.id = id
      self.sessionId = sessionId
      self.storyId = storyId
      self.kind = kind
      self.given = given
      self.stored = stored
      self.recordedAt = recordedAt
    }
  }

  /// Newest first.
  public struct ListAnomalies: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<Anomaly>
    public static let name = "anomaly.list"
    public var limit: Int?
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
      self.limit = limit
      self.cursor = cursor
    }
  }
}
