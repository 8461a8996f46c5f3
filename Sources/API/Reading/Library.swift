public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let library: [Endpoint] = [
    SessionAPI.ListLibrary.endpoint,
    SessionAPI.FetchEntry.endpoint,
    SessionAPI.SaveEntry.endpoint,
    SessionAPI.PatchEntry.endpoint,
    SessionAPI.DeleteEntry.endpoint,
  ]
}

extension SessionAPI {
  /// A work of the library as its reader sees it, with what its sessions add up to.
  public struct LibraryEntryReply: Codable, Hashable, Sendable {
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
    public typealias Reply = Page<LibraryEntryReply>
    public static let name = "library.list"
    static let endpoint = Endpoint.get(
      "/library", ListLibrary.self,
      parameters: [
        .query("status", .choice(of: ReadingStatus.self), "Only works of this status."),
        .search("the work's title or authors"),
      ] + Parameter.page, "The works of the library, by the work's id.", details: Parameter.searchDetails)

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
    public typealias Reply = LibraryEntryReply
    public static let name = "library.get"
    static let endpoint = Endpoint.get(
      "/library/{workId}", FetchEntry.self, parameters: [.workID], "One work of the library.")

    public var workId: String
    public init(workId: String) { self.workId = workId }
  }

  public struct SaveEntry: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<LibraryEntryReply>
    public static let name = "library.put"
    static let endpoint = Endpoint.write(
      .put, "/library/{workId}", SaveEntry.self, parameters: [.workID], "Put a work into the library.",
      details: """
        `currentPage` stays if left out; `rating` and `startedAt` are then none. `finishedAt` is kept while the work \
        stays `finished`, and is now where it becomes so.
        """, example: #"{"status": "reading", "currentPage": 12}"#)

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
    public typealias Reply = Written<LibraryEntryReply>
    public static let name = "library.patch"
    static let endpoint = Endpoint.write(
      .patch, "/library/{workId}", PatchEntry.self, parameters: [.workID], "Change a work of the library.",
      details: """
        A JSON merge patch of all that can be sent. `finishedAt` is now where the work becomes `finished` without it, \
        or stays so and it is cleared.
        """, example: #"{"status": "finished", "rating": 4.5}"#)

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
    static let endpoint = Endpoint.mark(
      .delete, "/library/{workId}", DeleteEntry.self, parameters: [.workID],
      "Take a work out of the library.",
      details: "A timer on it and its open prompts go along; its sessions stay.")

    public var workId: String
    public init(workId: String) { self.workId = workId }
  }
}

extension SessionAPI.LibraryEntryReply: Described {
  public static let members: [String: Note] = [
    "workId": .id("The work's id.", like: "things-fall-apart"),
    "status": Note("What the reader does with the work.").lasting,
    "currentPage": Note("The page that the reader is on.", .range(0...LibraryRules.lastPage)).lasting,
    "rating": Note("0 to 5 in halves, null without.", .halves(0...5), like: 4.5),
    "startedAt": "When the reader began the work, null where they did not say.",
    "finishedAt": "When the reader finished the work, null while they have not.",
    "totalReadingMinutes": "Minutes of all sessions of the work.",
    "averageReadingPace": "Pages an hour over all sessions; null under a minute.",
    "sessionCount": "Reading sessions of the work.",
  ]
}

extension SessionAPI.SaveEntry: Described {
  public static var title: String { "LibraryEntryInput" }
  public static var members: [String: Note] { SessionAPI.LibraryEntryReply.members }
}

extension SessionAPI.PatchEntry: Described {
  public static var title: String { "LibraryEntryPatch" }
  public static var members: [String: Note] { SessionAPI.LibraryEntryReply.members }
}
