public import Foundation

/// A listening session as the server keeps it.
public struct ListeningSession: Codable, Sendable, Hashable, Identifiable {
  public var id: String
  public var storyId: String
  public var startedAt: Date
  public var endedAt: Date
  public var completed: Bool
  /// Seconds listened.
  public var duration: Double
  /// The duration was above one and a half times the story's length and was cut to it.
  public var capped: Bool
  public var anomalies: [AnomalyKind]

  public init(
    id: String, storyId: String, startedAt: Date, endedAt: Date, completed: Bool, duration: Double, capped: Bool,
    anomalies: [AnomalyKind]
  ) {
    self.id = id
    self.storyId = storyId
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.completed = completed
    self.duration = duration
    self.capped = capped
    self.anomalies = anomalies
  }
}

/// An edit of a session: what is nil stays as it is.
public struct ListeningSessionChanges: Codable, Sendable, Hashable {
  public var endedAt: Date?
  public var completed: Bool?
  public var duration: Double?

  public init(endedAt: Date? = nil, completed: Bool? = nil, duration: Double? = nil) {
    self.endedAt = endedAt
    self.completed = completed
    self.duration = duration
  }
}
