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
  /// A work in the library as its owner sees it, with the totals of its sessions.
  public struct LibraryEntryReply: Codable, Hashable, Sendable {
    public var workId: String
    public var status: ReadingStatus
    public var currentPage: Int
    public var rating: Double?
    public var startedAt: Instant?
    public var finishedAt: Instant?
    public var totalReadingMinutes: Int
    /// Pages per hour over all sessions.
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
      ] + Parameter.page, "List the works in the library, sorted by work id.", details: Parameter.searchDetails)

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
      "/library/{workId}", FetchEntry.self, parameters: [.workID], "Get one work in the library.")

    public var workId: String
    public init(workId: String) { self.workId = workId }
  }

  public struct SaveEntry: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<LibraryEntryReply>
    public static let name = "library.put"
    static let endpoint = Endpoint.write(
      .put, "/library/{workId}", SaveEntry.self, parameters: [.workID],
      "Add a work to the library, or replace its entry.",
      details: """
        If they are left out, `currentPage` does not change, and `rating` and `startedAt` are cleared. `finishedAt` is \
        kept as long as the work remains `finished`, and is set to now when it becomes `finished`.
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

  /// Members that are left out do not change. Null clears the members that are optional.
  public struct PatchEntry: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<LibraryEntryReply>
    public static let name = "library.patch"
    static let endpoint = Endpoint.write(
      .patch, "/library/{workId}", PatchEntry.self, parameters: [.workID], "Change a work in the library.",
      details: """
        A JSON merge patch. `finishedAt` is set to now if the work becomes `finished` without it, or if it is cleared \
        while the work remains `finished`.
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
      "Remove a work from the library.",
      details: "Also deletes its timer and its open prompts. Its sessions remain.")

    public var workId: String
    public init(workId: String) { self.workId = workId }
  }
}

extension SessionAPI.LibraryEntryReply: Described {
  public static let members: [String: Note] = [
    "workId": .id("The work's id.", like: "things-fall-apart"),
    "status": Note("The reading status.").lasting,
    "currentPage": Note("The current page.", .range(0...LibraryRules.lastPage)).lasting,
    "rating": Note("0 to 5 in steps of 0.5, or null if there is no rating.", .halves(0...5), like: 4.5),
    "startedAt": "When the user started the work, or null if unknown.",
    "finishedAt": "When the user finished the work, or null if it is not finished.",
    "totalReadingMinutes": "The minutes of all sessions of the work.",
    "averageReadingPace": "Pages per hour over all sessions, or null for less than one minute.",
    "sessionCount": "The number of reading sessions of the work.",
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
