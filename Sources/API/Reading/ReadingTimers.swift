public import Chronology
public import Domain
public import Languages
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
  /// The running timer.
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

  /// Throws `conflict` if a timer is running; the fault names that timer as `active`.
  public struct StartTimer: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ReadingTimerReply>
    public static let name = "timer.start"
    static let endpoint = Endpoint.write(
      .post, "/reading/timer", StartTimer.self, "Start the reading timer.",
      details: """
        Only one timer can run. If one is running, the response is 409 and contains it as `active`. The work must have \
        the status `reading`. `startPage` defaults to the entry's `currentPage`.
        """, example: #"{"workId": "things-fall-apart"}"#
    ).returning(201).orConflict()

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
    static let endpoint = Endpoint.get("/reading/timer", FetchTimer.self, "Get the running timer, if any.")

    public init() {}
  }

  /// Turns the timer into a session. The reply may contain a prompt.
  public struct StopTimer: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<StoppedTimer>
    public static let name = "timer.stop"
    static let endpoint = Endpoint.write(
      .post, "/reading/timer/stop", StopTimer.self, "Stop the reading timer.",
      details: """
        The timer becomes a session, and the response may contain one question about the work. `endedAt` is required \
        after more than 24 hours. With `sessionId`, only the timer of this session is stopped; if it is not running, \
        the response is 409.
        """, example: #"{"endPage": 40}"#
    ).returning(200).orConflict().inLanguages()

    public var endPage: Int
    public var endedAt: Instant?
    /// The timer that is meant. A stop that was delayed must not stop another one.
    public var sessionId: String?
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(endPage: Int, endedAt: Instant? = nil, sessionId: String? = nil, lang: Language? = nil) {
      self.endPage = endPage
      self.endedAt = endedAt
      self.sessionId = sessionId
      self.lang = lang
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

  /// Discards the running timer, if any.
  public struct DiscardTimer: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "timer.discard"
    static let endpoint = Endpoint.mark(
      .delete, "/reading/timer", DiscardTimer.self, "Discard the running timer, if any.")

    public init() {}
  }
}

extension SessionAPI.ReadingTimerReply: Described {
  public static let members: [String: Note] = [
    "sessionId": .id("The session's id.", like: "LG1LG14KP-EQVQ1ALF8FJR8"),
    "workId": .id("The work's id.", like: "things-fall-apart"),
    "startedAt": "The start.",
    "startPage": Note("The first page.", .range(0...LibraryRules.lastPage)),
    "elapsedSeconds": "Seconds since the start.",
  ]
}

extension SessionAPI.ActiveTimer: Described {
  public static let members: [String: Note] = [
    "active": "The running timer, or null if there is none."
  ]
}

extension SessionAPI.StartTimer: Described {
  public static var title: String { "TimerStart" }
  public static var members: [String: Note] { SessionAPI.ReadingTimerReply.members }
}

extension SessionAPI.StopTimer: Described {
  public static var title: String { "TimerStop" }
  public static var members: [String: Note] {
    SessionAPI.ReadingSessionReply.members.merging(SessionAPI.ReadingTimerReply.members) { one, _ in one }
  }
}

extension SessionAPI.StoppedTimer: Described {
  public static let members: [String: Note] = [
    "session": "The session that the timer became.",
    "prompt": "One question about the work, or null if there is none.",
    "updatedBooks": "The number of changed library entries.",
  ]
}
