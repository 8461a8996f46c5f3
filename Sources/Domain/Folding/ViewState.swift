public import Chronology

/// What a view knows about one user: a pure fold over the journal, without a clock, without input or output.
///
/// The same events give the same state, byte for byte, whether they were folded at once or with snapshots in between.
/// Queries are `mutating`, because sums are computed when they are first asked for; nothing else changes.
public protocol ViewState: Sendable {
  /// The edition of the parts' bytes. Parts of another edition are discarded, and the journal is folded again.
  static var snapshotEdition: Int { get }

  init()

  mutating func apply(_ event: Event, zones: any ZoneSource)

  /// The rules of time zones have changed: days are counted again, and what is unlocked stays.
  mutating func rezone(zones: any ZoneSource)

  /// Roughly the bytes of memory in use.
  var approximateBytes: Int { get }

  /// The parts that differ from those of the last time, which together with the unchanged older ones are the whole
  /// state. After `init()` that is all of them, after a restoration none.
  mutating func takeChangedParts() -> [SnapshotPart]

  /// The whole state, changed or not, as a comparison with a fresh fold wants it.
  mutating func allParts() -> [SnapshotPart]

  /// Parts that are damaged or do not belong together are an error: the state is then folded again.
  init(parts: [SnapshotPart], zones: any ZoneSource) throws(SnapshotDamage)
}

/// A named piece of a snapshot, written and replaced alone.
public struct SnapshotPart: Hashable, Sendable {
  public var name: String
  /// Nil where the part was removed.
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
