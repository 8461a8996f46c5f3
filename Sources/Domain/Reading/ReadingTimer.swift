public import Chronology

/// A reading session under way. A user has one at most.
public struct ReadingTimer: Codable, Hashable, Sendable {
  public var workId: String
  public var startedAt: Instant
  public var startPage: Int

  public init(workId: String, startedAt: Instant, startPage: Int) {
    self.workId = workId
    self.startedAt = startedAt
    self.startPage = startPage
  }
}
