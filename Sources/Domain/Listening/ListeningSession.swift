public import Chronology

/// One listening session as it is stored. The story and the start identify it; its public id is derived from them.
public struct ListeningSession: Codable, Hashable, Sendable {
  public var storyId: String
  public var startedAt: Instant
  public var endedAt: Instant
  public var completed: Bool
  /// Seconds listened, after the cap.
  public var duration: Double
  /// What was reported, where the cap cut it.
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
