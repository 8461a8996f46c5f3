public import Foundation

/// A listening session that the server has stored.
public struct ListeningSession: Codable, Sendable, Hashable, Identifiable {
  /// The id of the session, which follows from the story and the start.
  public var id: String
  /// The id of the story.
  public var storyId: String
  /// The title of the story, or nil if the story was deleted or the server did not send it.
  public var title: String?
  /// The start.
  public var startedAt: Date
  /// The end.
  public var endedAt: Date
  /// Whether the person listened to the end of the story.
  public var completed: Bool
  /// The seconds listened.
  public var duration: Double
  /// Whether the reported duration exceeded 1.5 times the length of the story and was reduced to it.
  public var capped: Bool
  /// The implausible parts of the report, or empty.
  public var anomalies: [AnomalyKind]

  /// Creates a session, for previews and tests.
  public init(
    id: String, storyId: String, title: String? = nil, startedAt: Date, endedAt: Date, completed: Bool,
    duration: Double, capped: Bool, anomalies: [AnomalyKind]
  ) {
    self.id = id
    self.storyId = storyId
    self.title = title
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.completed = completed
    self.duration = duration
    self.capped = capped
    self.anomalies = anomalies
  }
}

/// An edit of a listening session. Members that are nil stay as they are.
public struct ListeningSessionChanges: Codable, Sendable, Hashable {
  /// The new end.
  public var endedAt: Date?
  /// Whether the person listened to the end of the story.
  public var completed: Bool?
  /// The new number of seconds listened.
  public var duration: Double?

  /// Creates an edit.
  public init(endedAt: Date? = nil, completed: Bool? = nil, duration: Double? = nil) {
    self.endedAt = endedAt
    self.completed = completed
    self.duration = duration
  }
}
