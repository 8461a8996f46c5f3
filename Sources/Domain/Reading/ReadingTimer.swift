public import Chronology

/// A running reading session. A user has at most one.
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
