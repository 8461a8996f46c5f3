import API
public import Chronology
public import Domain

/// Holds a snapshot against a fresh fold of the journal it was made from: they must be equal byte for byte.
public struct SnapshotCheck<State: ViewState>: Sendable {
  private let snapshot: Snapshot
  private let zones: any ZoneSource
  private var fresh = State()

  public init(_ snapshot: Snapshot, zones: any ZoneSource) {
    self.snapshot = snapshot
    self.zones = zones
  }

  /// How many events, from the first on, belong to the snapshot.
  public var eventCount: Int64 { snapshot.position.seq }

  public mutating func add(_ event: Event) {
    fresh.apply(event, zones: zones)
  }

  /// What is wrong, when all its events were added. `checksum` is the journal's at the snapshot's position, nil where
  /// the journal does not reach so far.
  public mutating func findings(checksum: Int64?) -> [String] {
    // Another edition is not wrong: the view throws it away when it meets it.
    guard snapshot.edition == State.snapshotEdition else { return [] }
    guard checksum == snapshot.position.checksum else { return ["the snapshot is of another journal"] }
    let made = Dictionary(uniqueKeysWithValues: fresh.allParts().map { ($0.name, $0.bytes) })
    let kept = Dictionary(uniqueKeysWithValues: snapshot.parts.map { ($0.name, $0.bytes) })
    return Set(made.keys).union(kept.keys).sorted().compactMap { name in
      switch (made[name] ?? nil, kept[name] ?? nil) {
      case (let made?, let kept?): made == kept ? nil : "part \(name) differs from a fresh fold"
      case (_?, nil): "part \(name) is missing"
      case (nil, _?): "part \(name) is not in a fresh fold"
      case (nil, nil): nil
      }
    }
  }
}
