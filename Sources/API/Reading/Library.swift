public import Chronology
public import Domain
public import Proto

extension SessionAPI {
  /// A work of the library as its reader sees it, with what its sessions add up to.
  public struct EntryReply: Codable, Hashable, Sendable {
    public var workId: String
    public var status: ReadingStatus
    public var currentPage: Int
    public var rating: Double?
    public var startedAt: Instant?
    public var finishedAt: Instant?
    public var totalReadingMinutes: Int
    /// Pages an hour over all sessions.
    public var averageReadingPace: Double?
    public var sessionCount: Int

    public init(_ entry: LibraryEntry, minutes: Int, pages: Int, sessions: Int) {
      workId = entry.workId
      status = entry.status
      currentPage = entry.currentPage
      rating = entry.rating
      startedAt = entry.startedAt
      finishedAt = entry.finishedAt
      totalReadingMinutes = minutes
      averageReadingPace = ReadingSession.pace(pages: pages, minutes: minutes)
      sessionCount = sessions
    }
  }

  public struct ListLibrary: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<EntryReply>
    public static let name = "library.list"
    public var status: ReadingStatus?
    public var q: String?
    public var limit: Int?
    public var cursor: String?

    public init(status: ReadingStatus? = nil, q: String? = nil, limit: Int? = nil, cursor: String? = nil) {
      self.status = status
      self.q = q
      self.limit = limit
      self.cursor = cursor
    }
  }

  public struct FetchEntry: Method {
    public typealias API = SessionAPI
    public typealias Reply = EntryReply
    public static let name = "library.get"
    public var workId: String
    public init(workId: String) { self.workId = workId }
  }

  public struct SaveEntry: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<EntryReply>
    public static let name = "library.put"
    public var workId: String
    public var status: ReadingStatus
    public var currentPage: Int?
    public var rating: Double?
    public var startedAt: Instant?
    public var finishedAt: Instant?

    public init(
      workId: String, status: ReadingStatus, currentPage: Int? = nil, rating: Double? = nil,
      startedAt: Instant? = nil, finishedAt: Instant? = nil
    ) {
      self.workId = workId
      self.status = status
      self.currentPage = currentPage
      self.rating = rating
      self.startedAt = startedAt
      self.finishedAt = finishedAt
    }
  }

  /// Members left out stay as they are; null clears those that an entry can be without.
  public struct PatchEntry: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<EntryReply>
    public static let name = "library.patch"
    public var workId: String
    public var status: Patch<ReadingStatus>
    public var currentPage: Patch<Int>
    public var rating: Patch<Double>
    public var startedAt: Patch<Instant>
    public var finishedAt: Patch<Instant>

    public init(
      workId: String, status: Patch<ReadingStatus> = .unchanged, currentPage: Patch<Int> = .unchanged,
      rating: Patch<Double> = .unchanged, startedAt: Patch<Instant> = .unchanged,
      finishedAt: Patch<Instant> = .unchanged
    ) {
      self.workId = workId
      self.status = status
      self.currentPage = currentPage
      self.rating = rating
      self.startedAt = startedAt
      self.finishedAt = finishedAt
    }
  }

  public struct DeleteEntry: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "library.delete"
    public var workId: String
    public init(workId: String) { self.workId = workId }
  }
}
