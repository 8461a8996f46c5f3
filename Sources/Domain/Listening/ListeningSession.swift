public import Chronology

/// One stored listening session. The story and the start identify it; its public id is derived from them.
public struct ListeningSession: Codable, Hashable, Sendable {
  public var storyId: String
  public var startedAt: Instant
  public var endedAt: Instant
  public var completed: Bool
  /// Seconds of listening, after the cap.
  public var duration: Double
  /// The reported seconds, if the cap reduced them.
  public var given: Double?

  public init(
    storyId: String, startedAt: Instant, endedAt: Instant, completed: Bool, duration: Double, given: Double? = nil
  ) {
    self.storyId = storyId
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.completed = completed
    self.duration = duration
    self.given = given
  }

  public var isCapped: Bool { given != nil }
}
