public import Chronology
public import Domain
public import Proto

extension SessionAPI {
  /// The timer that runs.
  public struct TimerReply: Codable, Hashable, Sendable {
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
    public var active: TimerReply?
    public init(active: TimerReply?) { self.active = active }
  }

  /// A `conflict` names the timer that runs already, as `active`.
  public struct StartTimer: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<TimerReply>
    public static let name = "timer.start"
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
    public init() {}
  }

  /// The timer becomes a session, and a prompt may come with it.
  public struct StopTimer: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<StoppedTimer>
    public static let name = "timer.stop"
    public var endPage: Int
    public var endedAt: Instant?

    public init(endPage: Int, endedAt: Instant? = nil) {
      self.endPage = endPage
      self.endedAt = endedAt
    }
  }

  public struct StoppedTimer: Codable, Hashable, Sendable {
    public var session: ReadingReply
    public var prompt: DiversityPrompt?
    public var updatedBooks: Int

    public init(session: ReadingReply, prompt: DiversityPrompt?, updatedBooks: Int) {
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
    public init() {}
  }
}
