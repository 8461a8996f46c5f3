public import Foundation

/// What an app has to say to the server, and keeps on disk until it was said.
public enum OfflineItem: Codable, Sendable, Hashable {
  case listening(SessionReport)
  case reading(ReadingReport)
  case ruck(RuckReport)
  case diversity(DiversityReport)
}

extension OfflineItem {
  /// Items of one kind go up together, in their order.
  public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    case listening, reading, ruck, diversity
  }

  /// What makes two items speak of one thing.
  public struct Key: Codable, Sendable, Hashable {
    public let kind: Kind
    /// The story or the work; empty for a ruck, which its start alone names.
    public let subject: String
    public let startedAt: Date?
    public let dimension: DiversityDimension?
  }

  public var kind: Kind { key.kind }

  public var key: Key {
    switch self {
    case .listening(let report):
      Key(kind: .listening, subject: report.storyId, startedAt: report.startedAt, dimension: nil)
    case .reading(let report):
      Key(kind: .reading, subject: report.workId, startedAt: report.startedAt.wholeSecond, dimension: nil)
    case .ruck(let report):
      Key(kind: .ruck, subject: "", startedAt: report.startedAt.wholeSecond, dimension: nil)
    case .diversity(let report):
      Key(kind: .diversity, subject: report.workId, startedAt: nil, dimension: report.dimension)
    }
  }

  /// When the app said it, on the device's clock.
  var saidAt: Date {
    switch self {
    case .listening(let report): report.endedAt
    case .reading(let report): report.endedAt
    case .ruck(let report): report.endedAt
    case .diversity(let report): report.saidAt
    }
  }

  /// The server's own rule for a second report of the same thing: the later end wins, the latest answer wins.
  public func extended(by later: OfflineItem) -> OfflineItem {
    switch (self, later) {
    case (.listening(let known), .listening(let report)): .listening(known.extended(by: report))
    case (.reading(let known), .reading(let report)): report.endedAt > known.endedAt ? later : self
    case (.ruck(let known), .ruck(let report)): report.endedAt > known.endedAt ? later : self
    case (.diversity(let known), .diversity(let report)): .diversity(known.replaced(by: report))
    default: self
    }
  }

  /// As the wire and the file have it: whole seconds, so that what is read back equals what was kept.
  var inWholeSeconds: OfflineItem {
    switch self {
    case .listening, .diversity: return self
    case .reading(var report):
      report.startedAt = report.startedAt.wholeSecond
      report.endedAt = report.endedAt.wholeSecond
      return .reading(report)
    case .ruck(var report):
      report.startedAt = report.startedAt.wholeSecond
      report.endedAt = report.endedAt.wholeSecond
      return .ruck(report)
    }
  }
}

/// What the server will not take as it is, with its reasons. It is not sent again unless the app says so.
public struct RejectedItem: Codable, Sendable, Hashable {
  public var item: OfflineItem
  public var errors: [FieldError]
  public var rejectedAt: Date

  public init(item: OfflineItem, errors: [FieldError], rejectedAt: Date) {
    self.item = item
    self.errors = errors
    self.rejectedAt = rejectedAt
  }
}
