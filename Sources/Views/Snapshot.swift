public import API
public import Domain

/// A state as it was written: how far it had come in which journal, under which rules, and its parts.
public struct Snapshot: Sendable {
  public var position: SessionAPI.Head
  /// The edition of the bytes; another edition than the program's is thrown away.
  public var edition: Int
  /// The edition of the time zones that the state was bucketed under.
  public var zones: String
  public var parts: [SnapshotPart]
  /// Of the whole that these parts go over, which they are a change of; nil where they are all there is.
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

/// What is on disk of a user.
struct StoredSnapshot: Sendable {
  enum Contents: Sendable {
    /// All of it, and the digest over all of it.
    case whole(Snapshot, digest: [UInt8])
    case damaged(SnapshotDamage)
  }

  /// How far its row says that it has come.
  var seq: Int64
  var contents: Contents
}

/// Why a snapshot was not written although the file is well: the next one is of everything.
enum SnapshotConflict: Error {
  /// What is on disk is not what the parts go over.
  case otherBase
  /// Everything was thrown away since the snapshot was made.
  case outdated
}
