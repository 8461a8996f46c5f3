public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let readingTimer: [Endpoint] = [
    SessionAPI.StartTimer.endpoint,
    SessionAPI.FetchTimer.endpoint,
    SessionAPI.StopTimer.endpoint,
    SessionAPI.DiscardTimer.endpoint,
  ]
}

extension SessionAPI {
  /// The timer that runs.
  public struct ReadingTimerReply: Codable, Hashable, Sendable {
    /// The id that the session will have.
    public var sessionId: String
    public var workId: String
    public var startedAt: Instant
    public var startPage: Int
    public var elapsedSeconds: Int

    public init(_ timer: ReadingTimer, now: Instant) {
      sessionId = SessionIdentifier(workId: timer.workId, startedAt: timer.startedAt).text
      workId = timer.workId
      startedAt = timer.startedAt
      startPage = timer.startPage
      elapsedSeconds = Int(max(0, now - timer.startedAt))
    }
  }

  public struct ActiveTimer: Codable, Hashable, Sendable {
    public var active: ReadingTimerReply?
    public init(active: ReadingTimerReply?) { self.active = active }
  }

  /// A `conflict` names the timer that runs already, as `active`.
  public struct StartTimer: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ReadingTimerReply>
    public static let name = "timer.start"
    static let endpoint = Endpoint.write(
      .post, "/reading/timer", StartTimer.self, "Begin to read.",
      details: """
        One timer at a time: where one runs, the answer is 409 and names it as `active`. The work must have the status \
        `reading`; `startPage` is the entry's `currentPage` if left out.
        """, example: #"{"workId": "things-fall-apart"}"#
    ).answering(201).orConflict()

    public var workId: String
    public var startPage: Int?

    public init(workId: String, startPage: Int? = nil) {
      self.workId = workId
      self.startPage = startPage
    }
  }

  public struct FetchTimer: Method {
    public typealias API = SessionAPI
    public typealias Reply = ActiveTimer
    public static let name = "timer.get"
    static let endpoint = Endpoint.get("/reading/timer", FetchTimer.self, "The timer that runs, if any.")

    public init() {}
  }

  /// The timer becomes a session, and a prompt may come with it.
  public struct StopTimer: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<StoppedTimer>
    public static let name = "timer.stop"
    static let endpoint = Endpoint.write(
      .post, "/reading/timer/stop", StopTimer.self, "Stop reading.",
      details: """
        The timer becomes a session, and one question about the work may come with it. After more than 24 hours \
        `endedAt` must be given.
        """, example: #"{"endPage": 40}"#
    ).answering(200).orConflict()

    public var endPage: Int
    public var endedAt: Instant?

    public init(endPage: Int, endedAt: Instant? = nil) {
      self.endPage = endPage
      self.endedAt = endedAt
    }
  }

  public struct StoppedTimer: Codable, Hashable, Sendable {
    public var session: ReadingSessionReply
    public var prompt: DiversityPrompt?
    public var updatedBooks: Int

    public init(session: ReadingSessionReply, prompt: DiversityPrompt?, updatedBooks: Int) {
      self.session = session
      self.prompt = prompt
      self.updatedBooks = updatedBooks
    }
  }

  /// Throws away what runs, if anything does.
  public struct DiscardTimer: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "timer.discard"
    static let endpoint = Endpoint.mark(
      .delete, "/reading/timer", DiscardTimer.self, "Throw the timer away, if one runs.")

    public init() {}
  }
}

extension SessionAPI.ReadingTimerReply: Described {
  public static let members: [String: Note] = [
    "sessionId": .id("The session's id.", like: "LG1LG14KP-EQVQ1ALF8FJR8"),
    "workId": .id("The work's id.", like: "things-fall-apart"),
    "startedAt": "When it began.",
    "startPage": Note("The page that the reader began on.", .range(0...LibraryRules.lastPage)),
    "elapsedSeconds": "Seconds since the start.",
  ]
}

extension SessionAPI.ActiveTimer: Described {
  public static let members: [String: Note] = [
    "active": "The timer that runs, null if none does."
  ]
}

extension SessionAPI.StartTimer: Described {
  public static var title: String { "TimerStart" }
  public static var members: [String: Note] { SessionAPI.ReadingTimerReply.members }
}

extension SessionAPI.StopTimer: Described {
  public static var title: String { "TimerStop" }
  public static var members: [String: Note] { SessionAPI.ReadingSessionReply.members }
}

extension SessionAPI.StoppedTimer: Described {
  public static let members: [String: Note] = [
    "session": "The session that the timer became.",
    "prompt": "One question about the work, null where none is open.",
    "updatedBooks": "Books whose entry has changed.",
  ]
}
