public import API
public import Domain

/// A stored state: its parts, its position in the journal, and the versions it was built with.
public struct Snapshot: Sendable {
  public var position: SessionAPI.Head
  /// The version of the encoding. A snapshot with another version than the program's is discarded.
  public var edition: Int
  /// The tzdata version that the state was bucketed with.
  public var zones: String
  public var parts: [SnapshotPart]
  /// The digest of the snapshot that these parts change, or nil if they are complete.
  public var base: [UInt8]?

  public init(
    position: SessionAPI.Head, edition: Int, zones: String, parts: [SnapshotPart], base: [UInt8]? = nil
  ) {
    self.position = position
    self.edition = edition
    self.zones = zones
    self.parts = parts
    self.base = base
  }
}

/// The snapshot of a user on disk.
struct StoredSnapshot: Sendable {
  enum Contents: Sendable {
    /// A complete snapshot with its digest.
    case whole(Snapshot, digest: [UInt8])
    case damaged(SnapshotDamage)
  }

  /// The position stored in its row.
  var seq: Int64
  var contents: Contents
}

/// Why a snapshot was rejected although the file is usable. The next one must be complete.
enum SnapshotConflict: Error {
  /// The snapshot on disk is not the base of the parts.
  case otherBase
  /// All snapshots were discarded after this one was taken.
  case outdated
}
