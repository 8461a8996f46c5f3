public import Chronology

/// A view's state for one user: a pure fold over the journal, without a clock and without I/O.
///
/// The same events result in the same state, byte for byte, with or without snapshots in between. Queries are
/// `mutating` only because they cache sums.
public protocol ViewState: Sendable {
  /// The version of the parts' format. Parts of another version are discarded, and the journal is folded again.
  static var snapshotEdition: Int { get }

  init()

  mutating func apply(_ event: Event, zones: any ZoneSource)

  /// Counts days again after the time zone rules have changed. Unlocked items remain.
  mutating func rezone(zones: any ZoneSource)

  /// An estimate of the memory in use.
  var approximateBytes: Int { get }

  /// Returns the parts that changed since the last call. Together with unchanged older parts they are the whole state.
  /// After `init()` these are all parts, after a restoration none.
  mutating func takeChangedParts() -> [SnapshotPart]

  /// Returns the whole state, for comparison with a rebuilt one.
  mutating func allParts() -> [SnapshotPart]

  /// Throws if parts are damaged or inconsistent. The state is then folded again.
  init(parts: [SnapshotPart], zones: any ZoneSource) throws(SnapshotDamage)
}

/// A named piece of a snapshot, which is written and replaced independently.
public struct SnapshotPart: Hashable, Sendable {
  public var name: String
  /// Nil if the part was removed.
  public var bytes: [UInt8]?

  public init(name: String, bytes: [UInt8]?) {
    self.name = name
    self.bytes = bytes
  }
}

public struct SnapshotDamage: Error, Hashable, Sendable {
  public var message: String
  public init(_ message: String) { self.message = message }
}
