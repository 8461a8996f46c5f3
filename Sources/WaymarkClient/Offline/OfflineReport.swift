/// A report that an ``OfflineQueue`` can store.
public protocol OfflineReport: Sendable {
  /// The report as an item of the queue.
  var offlineItem: OfflineItem { get }
  /// Creates the report from an item. Returns nil for an item of another kind.
  init?(_ item: OfflineItem)
}

extension SessionReport: OfflineReport {
  /// The report as an item of the queue.
  public var offlineItem: OfflineItem { .listening(self) }
  /// Creates the report from an item. Returns nil for an item of another kind.
  public init?(_ item: OfflineItem) {
    guard case .listening(let report) = item else { return nil }
    self = report
  }
}

extension ReadingReport: OfflineReport {
  /// The report as an item of the queue.
  public var offlineItem: OfflineItem { .reading(self) }
  /// Creates the report from an item. Returns nil for an item of another kind.
  public init?(_ item: OfflineItem) {
    guard case .reading(let report) = item else { return nil }
    self = report
  }
}

extension RuckReport: OfflineReport {
  /// The report as an item of the queue.
  public var offlineItem: OfflineItem { .ruck(self) }
  /// Creates the report from an item. Returns nil for an item of another kind.
  public init?(_ item: OfflineItem) {
    guard case .ruck(let report) = item else { return nil }
    self = report
  }
}

extension DiversityReport: OfflineReport {
  /// The report as an item of the queue.
  public var offlineItem: OfflineItem { .diversity(self) }
  /// Creates the report from an item. Returns nil for an item of another kind.
  public init?(_ item: OfflineItem) {
    guard case .diversity(let report) = item else { return nil }
    self = report
  }
}
