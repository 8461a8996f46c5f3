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
    public var title: String
    public var authors: [String]
    public var pageCount: Int?
    /// Those of the work.
    public var tags: [String]
    public var status: ReadingStatus
    public var currentPage: Int
    public var rating: Double?
    public var startedAt: Instant?
    public var startedOn: PartialDate?
    public var finishedAt: Instant?
    public var finishedOn: PartialDate?
    /// Finished reads.
    public var readCount: Int
    public var totalReadingMinutes: Int
    /// Pages per hour of the latest read.
    public var averageReadingPace: Double?
    public var sessionCount: Int
    /// Nil if the work has no unfinished listen-through.
    public var listening: UnfinishedListening?

    /// `entry` describes the latest read.
    public init(
      _ entry: LibraryEntry, of work: Work?, readCount: Int, minutes: Int, sessions: Int, pace: Double?,
      listening: UnfinishedListening?, in calendar: LocalCalendar
    ) {
      workId = entry.workId
      title = work?.title ?? ""
      authors = work?.authors ?? []
      pageCount = work?.pageCount
      tags = work?.tags.texts ?? []
      status = entry.status
      currentPage = entry.currentPage
      rating = entry.rating
      startedAt = entry.startedAt
      startedOn = entry.start?.date(in: calendar)
      finishedAt = entry.finishedAt
      finishedOn = entry.finish?.date(in: calendar)
      self.readCount = readCount
      totalReadingMinutes = minutes
      averageReadingPace = pace
      sessionCount = sessions
      self.listening = listening
    }
  }

  /// Listening to the stories of a work that no session has completed yet.
  public struct UnfinishedListening: Codable, Hashable, Sendable {
    public var startedAt: Instant
    public var listenedSeconds: Double
    /// 0 to 1.
    public var progress: Double

    public init(startedAt: Instant, listenedSeconds: Double, estimatedDuration: Double) {
      self.startedAt = startedAt
      self.listenedSeconds = listenedSeconds
      progress = min(1, listenedSeconds / estimatedDuration)
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
        .query("tag", .text, "Only works with this tag. Case is ignored."),
        .query("series", .text, "Only works of the series with this name. Case is ignored."),
        .query("year", .integer(StatsView.reviewYears), "Only works with a read that was finished in this year."),
        .query(
          "format", .choice(of: ReadFormat.self),
          "Only works with a read in this format; with `year`, with one that was finished in that year."),
        .query("rating", .number(0...5), "Only works whose latest read has this rating."),
        .query("genre", .text, "Only works of this genre. Case is ignored."),
        .query(
          "sort", .choice(of: LibrarySort.self),
          """
          The order; a hyphen before the name reverses it, as in `-title`. Works without the value come last. `title` \
          and `author` (the first one) ignore case, accents and punctuation. `started` and `finished` are those of the \
          latest read, by the end of a date that is partly unknown. `added` is when the entry was created. Default: \
          the work id.
          """),
      ] + Parameter.page, "List the works in the library, sorted by work id or as requested.",
      details: Parameter.searchDetails + " A cursor is valid only with the parameters of the request that returned it.")

    public var status: ReadingStatus?
    public var q: String?
    public var tag: String?
    public var series: String?
    public var year: Int?
    public var format: ReadFormat?
    public var rating: Double?
    public var genre: String?
    public var sort: LibrarySort?
    public var limit: Int?
    public var cursor: String?

    public init(
      status: ReadingStatus? = nil, q: String? = nil, tag: String? = nil, series: String? = nil, year: Int? = nil,
      format: ReadFormat? = nil, rating: Double? = nil, genre: String? = nil, sort: LibrarySort? = nil,
      limit: Int? = nil, cursor: String? = nil
    ) {
      self.status = status
      self.q = q
      self.tag = tag
      self.series = series
      self.year = year
      self.format = format
      self.rating = rating
      self.genre = genre
      self.sort = sort
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
        The entry describes the latest read of the work. `reading` continues the open read or begins one, `finished` \
        and `abandoned` end it now unless a finish is given, and `wantToRead` keeps earlier reads as they are. If \
        `currentPage` is left out, it does not change, or becomes 0 if a further read begins. If `rating` or the start \
        is left out, it is cleared. If the finish of a finished or abandoned work is left out, it is kept.
        """, example: #"{"status": "reading", "currentPage": 12}"#)

    public var workId: String
    public var status: ReadingStatus
    public var currentPage: Int?
    public var rating: Double?
    public var startedAt: Instant?
    public var startedOn: PartialDate?
    public var finishedAt: Instant?
    public var finishedOn: PartialDate?

    public init(
      workId: String, status: ReadingStatus, currentPage: Int? = nil, rating: Double? = nil,
      startedAt: Instant? = nil, startedOn: PartialDate? = nil, finishedAt: Instant? = nil,
      finishedOn: PartialDate? = nil
    ) {
      self.workId = workId
      self.status = status
      self.currentPage = currentPage
      self.rating = rating
      self.startedAt = startedAt
      self.startedOn = startedOn
      self.finishedAt = finishedAt
      self.finishedOn = finishedOn
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
        A JSON merge patch. The finish is set to now if the work becomes `finished` or `abandoned` without one, or if \
        it is cleared while the work remains `finished`.
        """, example: #"{"status": "finished", "rating": 4.5}"#)

    public var workId: String
    public var status: Patch<ReadingStatus>
    public var currentPage: Patch<Int>
    public var rating: Patch<Double>
    public var startedAt: Patch<Instant>
    public var startedOn: Patch<PartialDate>
    public var finishedAt: Patch<Instant>
    public var finishedOn: Patch<PartialDate>

    public init(
      workId: String, status: Patch<ReadingStatus> = .unchanged, currentPage: Patch<Int> = .unchanged,
      rating: Patch<Double> = .unchanged, startedAt: Patch<Instant> = .unchanged,
      startedOn: Patch<PartialDate> = .unchanged, finishedAt: Patch<Instant> = .unchanged,
      finishedOn: Patch<PartialDate> = .unchanged
    ) {
      self.workId = workId
      self.status = status
      self.currentPage = currentPage
      self.rating = rating
      self.startedAt = startedAt
      self.startedOn = startedOn
      self.finishedAt = finishedAt
      self.finishedOn = finishedOn
    }
  }

  /// Repeats a change of another account's entry and of the reads of its work.
  public struct RestoreEntry: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "library.restore"

    public var event: EntrySaved
    public init(event: EntrySaved) { self.event = event }
  }

  /// Adds an entry of a list from another service, or its reads that are missing.
  public struct ImportEntry: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<Nothing>
    public static let name = "library.import"

    public var entry: ImportedEntry
    public init(entry: ImportedEntry) { self.entry = entry }
  }

  /// Lets the reads of a work follow the pages of its sessions, unless a person has changed its entry.
  public struct FollowPages: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "library.followPages"

    public var workId: String
    public init(workId: String) { self.workId = workId }
  }

  public struct DeleteEntry: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "library.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/library/{workId}", DeleteEntry.self, parameters: [.workID],
      "Remove a work from the library.",
      details: """
        Also deletes its reads, its timer and its open prompts, and removes the links of its stories. Its sessions \
        remain.
        """)

    public var workId: String
    public init(workId: String) { self.workId = workId }
  }
}

extension SessionAPI.LibraryEntryReply: Described {
  public static let members: [String: Note] = [
    "workId": .id("The work's id.", like: "things-fall-apart"),
    "title": .name("The work's title.", like: "Things Fall Apart"),
    "authors": Note("The work's authors.", .list(upTo: LibraryRules.mostInList, of: .name)),
    "pageCount": Note("The work's pages, or null if unknown.", .range(LibraryRules.pageCounts), like: 209),
    "tags": Note("The work's tags.", .tags),
    "status": Note("The status of the latest read, or `wantToRead`.").lasting,
    "currentPage": Note("The current page.", .range(0...LibraryRules.lastPage)).lasting,
    "rating": Note("The latest read's rating, 0 to 5 in steps of 0.25, or null.", .quarters(0...5), like: 4.5),
    "startedAt": "When the latest read started, or null if the instant is unknown.",
    "startedOn": .partialDate("When the latest read started: a day, a month or a year, or null if unknown."),
    "finishedAt": "When the latest read ended, or null if the instant is unknown or the read is open.",
    "finishedOn": .partialDate("When the latest read ended: a day, a month or a year, or null if unknown."),
    "readCount": "The number of finished reads.",
    "totalReadingMinutes": "The minutes of all sessions of the work.",
    "averageReadingPace": "Pages per hour of the latest read, or null for less than one minute.",
    "sessionCount": "The number of reading sessions of the work.",
    "listening": "The unfinished listening to the work's stories, or null if there is none.",
  ]
}

extension SessionAPI.UnfinishedListening: Described {
  public static let members: [String: Note] = [
    "startedAt": "When its first session started.",
    "listenedSeconds": Note("The seconds of its sessions.", .from(0)),
    "progress": Note(
      "`listenedSeconds` divided by the length of the story heard last, at most 1.", .from(0), like: 0.4),
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
