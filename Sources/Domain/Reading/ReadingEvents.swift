/// Events of works, of the library, of reading sessions and the reading timer.
public enum ReadingEvent: Hashable, Sendable {
  case workSaved(WorkSaved)
  case workRemoved(WorkRemoved)
  case entrySaved(EntrySaved)
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

/// The session that it became is an event of its own.
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

/// An extension by a later report, or an edit. `old` and `new` have the same work and start.
public struct ReadingChanged: Codable, Hashable, Sendable {
  public var old: ReadingSession
  public var new: ReadingSession
  public init(old: ReadingSession, new: ReadingSession) {
    self.old = old
    self.new = new
  }
}

/// The prompt that came with the session ends with it.
public struct ReadingRemoved: Codable, Hashable, Sendable {
  public var session: ReadingSession
  public init(session: ReadingSession) { self.session = session }
}
