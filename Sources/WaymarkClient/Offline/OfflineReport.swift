/// A report that can wait on disk.
public protocol OfflineReport: Sendable {
  var offlineItem: OfflineItem { get }
  /// Nil for an item of another kind.
  init?(_ item: OfflineItem)
}

extension SessionReport: OfflineReport {
  public var offlineItem: OfflineItem { .listening(self) }
  public init?(_ item: OfflineItem) {
    guard case .listening(let report) = item else { return nil }
    self = report
  }
}

extension ReadingReport: OfflineReport {
  public var offlineItem: OfflineItem { .reading(self) }
  public init?(_ item: OfflineItem) {
    guard case .reading(let report) = item else { return nil }
    self = report
  }
}

extension RuckReport: OfflineReport {
  public var offlineItem: OfflineItem { .ruck(self) }
  public init?(_ item: OfflineItem) {
    guard case .ruck(let report) = item else { return nil }
    self = report
  }
}

extension DiversityReport: OfflineReport {
  public var offlineItem: OfflineItem { .diversity(self) }
  public init?(_ item: OfflineItem) {
    guard case .diversity(let report) = item else { return nil }
    self = report
  }
}
