public import Foundation

/// A reading session that the server has stored.
public struct ReadingSession: Codable, Sendable, Hashable, Identifiable {
  /// The id of the session, which follows from the work and the start.
  public var id: String
  /// The id of the work.
  public var workId: String
  /// The title of the work, or nil if the work was deleted or the server did not send it.
  public var title: String?
  /// The day of the start, in the user's calendar.
  public var date: CalendarDay
  /// The start.
  public var startedAt: Date
  /// The end.
  public var endedAt: Date
  /// The length in whole minutes.
  public var durationMinutes: Int
  /// The page at the start.
  public var startPage: Int
  /// The page at the end.
  public var endPage: Int
  /// The number of pages read.
  public var pagesRead: Int
  /// Pages per hour, or nil if the session was shorter than a minute.
  public var readingPace: Double?
  /// Whether the session was followed by a prompt.
  public var enrichmentPromptShown: Bool
  /// Whether that prompt was answered.
  public var enrichmentCompleted: Bool
}

/// A running reading timer.
public struct SessionInfo: Codable, Sendable, Hashable, Identifiable {
  /// The id that the session will have.
  public var sessionId: String
  /// The id of the work.
  public var workId: String
  /// The start.
  public var startedAt: Date
  /// The page at the start.
  public var startPage: Int
  /// The seconds since the start when the server sent this value. A view continues from here or from ``startedAt``.
  public var elapsedSeconds: Int

  /// The id that the session will have.
  public var id: String { sessionId }
}

/// The result of stopping a reading timer.
public struct EndedSession: Codable, Sendable, Hashable {
  /// The stored session.
  public var session: ReadingSession
  /// A question about the work, or nil if there is none to ask.
  public var prompt: DiversityPrompt?
  /// The number of library entries that changed.
  public var updatedBooks: Int
}

/// A reading session to report without a timer. Reports with the same work and start describe the same session; a later
/// end extends it.
public struct ReadingReport: Codable, Sendable, Hashable {
  /// The id of the work.
  public var workId: String
  /// The start. Only whole seconds are sent.
  public var startedAt: Date
  /// The end. Only whole seconds are sent.
  public var endedAt: Date
  /// The page at the start.
  public var startPage: Int
  /// The page at the end.
  public var endPage: Int

  /// Creates a report.
  public init(workId: String, startedAt: Date, endedAt: Date, startPage: Int, endPage: Int) {
    self.workId = workId
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.startPage = startPage
    self.endPage = endPage
  }
}

/// An edit of a reading session. Members that are nil stay as they are.
public struct ReadingSessionChanges: Codable, Sendable, Hashable {
  /// The new end.
  public var endedAt: Date?
  /// The new page at the start.
  public var startPage: Int?
  /// The new page at the end.
  public var endPage: Int?

  /// Creates an edit.
  public init(endedAt: Date? = nil, startPage: Int? = nil, endPage: Int? = nil) {
    self.endedAt = endedAt
    self.startPage = startPage
    self.endPage = endPage
  }
}

struct ActiveSession: Codable, Sendable {
  var active: SessionInfo?
}
