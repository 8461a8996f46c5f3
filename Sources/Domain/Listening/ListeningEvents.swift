/// Events of listening sessions.
public enum ListeningEvent: Hashable, Sendable {
  case recorded(ListeningRecorded)
  case changed(ListeningChanged)
  case removed(ListeningRemoved)
}

public struct ListeningRecorded: Codable, Hashable, Sendable {
  public var session: ListeningSession
  public init(session: ListeningSession) { self.session = session }
}

/// A later report extended the session, or the user edited it. `old` and `new` have the same story and start.
public struct ListeningChanged: Codable, Hashable, Sendable {
  public var old: ListeningSession
  public var new: ListeningSession
  public init(old: ListeningSession, new: ListeningSession) {
    self.old = old
    self.new = new
  }
}

public struct ListeningRemoved: Codable, Hashable, Sendable {
  public var session: ListeningSession
  public init(session: ListeningSession) { self.session = session }
}
