public import Chronology

/// The diversity of what a user reads. No fact of today's journal bears on it.
public struct DiversityView: ViewState {
  public static let snapshotEdition = 1

  public init() {}

  public mutating func apply(_ event: Event, zones: any ZoneSource) {}

  public mutating func rezone(zones: any ZoneSource) {}

  public var approximateBytes: Int { 0 }

  public mutating func takeChangedParts() -> [SnapshotPart] { [] }

  public mutating func allParts() -> [SnapshotPart] { [] }

  public init(parts: [SnapshotPart], zones: any ZoneSource) throws(SnapshotDamage) {}
}
