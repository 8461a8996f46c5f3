import API
public import Chronology
public import Domain

/// Compares a snapshot with a fresh fold of its journal. They must be equal byte for byte.
public struct SnapshotCheck<State: ViewState>: Sendable {
  private let snapshot: Snapshot
  private let zones: any ZoneSource
  private var fresh = State()

  public init(_ snapshot: Snapshot, zones: any ZoneSource) {
    self.snapshot = snapshot
    self.zones = zones
  }

  /// The number of events that the snapshot covers.
  public var eventCount: Int64 { snapshot.position.seq }

  public mutating func add(_ event: Event) {
    fresh.apply(event, zones: zones)
  }

  /// Returns the differences after all events were added. `checksum` is the journal's at the snapshot's position, or
  /// nil if the journal is shorter.
  public mutating func findings(checksum: Int64?) -> [String] {
    // Another version is not an error: the view discards the snapshot when it loads it.
    guard snapshot.edition == State.snapshotEdition else { return [] }
    guard checksum == snapshot.position.checksum else { return ["the snapshot belongs to another journal"] }
    let expected = Dictionary(uniqueKeysWithValues: fresh.allParts().map { ($0.name, $0.bytes) })
    let stored = Dictionary(uniqueKeysWithValues: snapshot.parts.map { ($0.name, $0.bytes) })
    return Set(expected.keys).union(stored.keys).sorted().compactMap { name in
      switch (expected[name] ?? nil, stored[name] ?? nil) {
      case (let expected?, let stored?): expected == stored ? nil : "part \(name) differs from a fresh fold"
      case (_?, nil): "part \(name) is missing"
      case (nil, _?): "part \(name) is not in a fresh fold"
      case (nil, nil): nil
      }
    }
  }
}
