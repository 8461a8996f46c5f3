/// Events of works, the library, reading sessions and the reading timer.
public enum ReadingEvent: Hashable, Sendable {
  indirect case workSaved(WorkSaved)
  indirect case workRemoved(WorkRemoved)
  indirect case entrySaved(EntrySaved)
  case entryRemoved(EntryRemoved)
  case timerStarted(ReadingTimerStarted)
  case timerStopped(ReadingTimerStopped)
  case timerDiscarded(ReadingTimerDiscarded)
  case recorded(ReadingRecorded)
  case changed(ReadingChanged)
  case removed(ReadingRemoved)
}

public struct ReadingTimerStarted: Codable, Hashable, Sendable {
  public var timer: ReadingTimer
  public init(timer: ReadingTimer) { self.timer = timer }
}

/// The resulting session is a separate event.
public struct ReadingTimerStopped: Codable, Hashable, Sendable {
  public var timer: ReadingTimer
  public init(timer: ReadingTimer) { self.timer = timer }
}

public struct ReadingTimerDiscarded: Codable, Hashable, Sendable {
  public var timer: ReadingTimer
  public init(timer: ReadingTimer) { self.timer = timer }
}

public struct ReadingRecorded: Codable, Hashable, Sendable {
  public var session: ReadingSession
  public init(session: ReadingSession) { self.session = session }
}

/// A later report extended the session, or the user edited it. `old` and `new` have the same work and start.
public struct ReadingChanged: Codable, Hashable, Sendable {
  public var old: ReadingSession
  public var new: ReadingSession
  public init(old: ReadingSession, new: ReadingSession) {
    self.old = old
    self.new = new
  }
}

/// Also removes the session's prompt.
public struct ReadingRemoved: Codable, Hashable, Sendable {
  public var session: ReadingSession
  public init(session: ReadingSession) { self.session = session }
}
