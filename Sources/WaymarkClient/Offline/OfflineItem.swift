public import Foundation

/// A report that is stored on disk until the server has it.
public enum OfflineItem: Codable, Sendable, Hashable {
  /// A listening session.
  case listening(SessionReport)
  /// A reading session.
  case reading(ReadingReport)
  /// A ruck.
  case ruck(RuckReport)
  /// A value for a dimension of a work.
  case diversity(DiversityReport)
}

extension OfflineItem {
  /// The kinds of items. Items of one kind are sent in their order.
  public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    /// Listening sessions.
    case listening
    /// Reading sessions.
    case reading
    /// Rucks.
    case ruck
    /// Values for dimensions of works.
    case diversity
  }

  /// The identity of an item: a second item with the same key extends or replaces the first.
  public struct Key: Codable, Sendable, Hashable {
    /// The kind of the item.
    public let kind: Kind
    /// The id of the story or work; empty for a ruck, whose start is enough.
    public let subject: String
    /// The start, or nil for a value of a dimension.
    public let startedAt: Date?
    /// The dimension, or nil for sessions and rucks.
    public let dimension: DiversityDimension?
  }

  /// The kind of the item.
  public var kind: Kind { key.kind }

  /// The identity of the item.
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

  /// When the reported activity ended, or when the answer was given, on the device's clock.
  var saidAt: Date {
    switch self {
    case .listening(let report): report.endedAt
    case .reading(let report): report.endedAt
    case .ruck(let report): report.endedAt
    case .diversity(let report): report.saidAt
    }
  }

  /// Returns this item merged with a later one of the same kind, by the server's rule: the later end wins, and the
  /// latest answer wins.
  public func extended(by later: OfflineItem) -> OfflineItem {
    switch (self, later) {
    case (.listening(let known), .listening(let report)): .listening(known.extended(by: report))
    case (.reading(let known), .reading(let report)): report.endedAt > known.endedAt ? later : self
    case (.ruck(let known), .ruck(let report)): report.endedAt > known.endedAt ? later : self
    case (.diversity(let known), .diversity(let report)): .diversity(known.replaced(by: report))
    default: self
    }
  }

  /// The item with whole seconds, as on the wire and on disk, so that an item that is read back equals the one that was
  /// stored.
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

/// An item that the server has rejected permanently. It is sent again only if the app retries or corrects it.
public struct RejectedItem: Codable, Sendable, Hashable {
  /// The rejected item.
  public var item: OfflineItem
  /// Why it was rejected.
  public var errors: [FieldError]
  /// When it was rejected.
  public var rejectedAt: Date

  /// Creates a rejected item, for tests.
  public init(item: OfflineItem, errors: [FieldError], rejectedAt: Date) {
    self.item = item
    self.errors = errors
    self.rejectedAt = rejectedAt
  }
}
