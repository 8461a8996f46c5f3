public import Chronology
public import Domain
public import Proto

extension SessionAPI {
  /// A reading session as its owner sees it.
  public struct ReadingReply: Codable, Hashable, Sendable {
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
    public typealias Reply = Written<ReadingReply>
    public static let name = "reading.record"
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

  public struct ListReadings: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<ReadingReply>
    public static let name = "reading.list"
    public var workId: String?
    public var limit: Int?
    public var cursor: String?

    public init(workId: String? = nil, limit: Int? = nil, cursor: String? = nil) {
      self.workId = workId
      self.limit = limit
      self.cursor = cursor
    }
  }

  public struct FetchReading: Method {
    public typealias API = SessionAPI
    public typealias Reply = ReadingReply
    public static let name = "reading.get"
    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct PatchReading: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ReadingReply>
    public static let name = "reading.patch"
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

  public struct DeleteReading: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "reading.delete"
    public var id: String
    public init(id: String) { self.id = id }
  }
}
