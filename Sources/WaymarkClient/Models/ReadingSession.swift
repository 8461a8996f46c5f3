public import Foundation

/// A reading session as the server keeps it.
public struct ReadingSession: Codable, Sendable, Hashable, Identifiable {
  public var id: String
  public var workId: String
  /// The day it started, in the user's time zone.
  public var date: CalendarDay
  public var startedAt: Date
  public var endedAt: Date
  public var durationMinutes: Int
  public var startPage: Int
  public var endPage: Int
  public var pagesRead: Int
  /// Pages an hour; nil below a whole minute.
  public var readingPace: Double?
  public var enrichmentPromptShown: Bool
  public var enrichmentCompleted: Bool
}

/// A session under way.
public struct SessionInfo: Codable, Sendable, Hashable, Identifiable {
  public var sessionId: String
  public var workId: String
  public var startedAt: Date
  public var startPage: Int
  /// As of the answer; a view counts on from `startedAt`.
  public var elapsedSeconds: Int

  public var id: String { sessionId }
}

/// What the end of a session brought: the session, and perhaps one question about its work.
public struct EndedSession: Codable, Sendable, Hashable {
  public var session: ReadingSession
  public var prompt: DiversityPrompt?
  public var updatedBooks: Int
}

/// A session logged by hand.
public struct ReadingReport: Codable, Sendable, Hashable {
  public var workId: String
  public var startedAt: Date
  public var endedAt: Date
  public var startPage: Int
  public var endPage: Int

  public init(workId: String, startedAt: Date, endedAt: Date, startPage: Int, endPage: Int) {
    self.workId = workId
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.startPage = startPage
    self.endPage = endPage
  }
}

/// An edit of a session: what is nil stays as it is.
public struct ReadingSessionChanges: Codable, Sendable, Hashable {
  public var endedAt: Date?
  public var startPage: Int?
  public var endPage: Int?

  public init(endedAt: Date? = nil, startPage: Int? = nil, endPage: Int? = nil) {
    self.endedAt = endedAt
    self.startPage = startPage
    self.endPage = endPage
  }
}

struct ActiveSession: Codable, Sendable {
  var active: SessionInfo?
}
