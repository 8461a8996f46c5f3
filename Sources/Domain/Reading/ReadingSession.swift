public import Chronology

/// One stored reading session. The work and the start identify it; its public id is derived from them.
public struct ReadingSession: Codable, Hashable, Sendable {
  public var workId: String
  public var startedAt: Instant
  public var endedAt: Instant
  public var startPage: Int
  public var endPage: Int

  public init(workId: String, startedAt: Instant, endedAt: Instant, startPage: Int, endPage: Int) {
    self.workId = workId
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.startPage = startPage
    self.endPage = endPage
  }

  public var durationMinutes: Int { Int((endedAt - startedAt) / 60) }

  /// Going back is allowed and counts as no pages.
  public var pagesRead: Int { max(0, endPage - startPage) }

  /// Pages per hour.
  public var readingPace: Double? { Self.pace(pages: pagesRead, minutes: durationMinutes) }

  /// Returns nil for less than one minute.
  public static func pace(pages: Int, minutes: Int) -> Double? {
    minutes > 0 ? Double(pages) / Double(minutes) * 60 : nil
  }
}
