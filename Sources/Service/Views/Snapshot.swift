public import API
public import Domain

/// A state as it was written: how far it had come in which journal, under which rules, and its parts.
public struct Snapshot: Sendable {
  public var position: SessionAPI.Head
  /// The edition of the bytes; another edition than the program's is thrown away.
  public var edition: Int
  /// The edition of the time zones that the state was bucketed under.
  public var zones: String
  /// Whether parts on disk that are not named here belong to something else, and have to go.
  public var replacesAll: Bool
  public var parts: [SnapshotPart]

  public init(
    position: SessionAPI.Head, edition: Int, zones: String, replacesAll: Bool = false, parts: [SnapshotPart]
  ) {
    self.position = position
    self.edition = edition
    self.zones = zones
    self.replacesAll = replacesAll
    self.parts = parts
  }
}
