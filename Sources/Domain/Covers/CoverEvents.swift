/// Events of covers. The images are stored outside of the journal.
public enum CoverEvent: Hashable, Sendable {
  case saved(CoverSaved)
  case removed(CoverRemoved)
}

/// The kinds of objects that have covers.
public enum CoverKind: String, Codable, CaseIterable, Hashable, Sendable {
  case work, story
}

/// A work or story got a cover, or another one. The removal of the work or story also removes its cover, without a
/// further event.
public struct CoverSaved: Codable, Hashable, Sendable {
  public var kind: CoverKind
  public var id: String
  /// The media type.
  public var type: String
  public var size: Int
  /// The SHA-256 of the image in base64.
  public var digest: String

  public init(kind: CoverKind, id: String, type: String, size: Int, digest: String) {
    self.kind = kind
    self.id = id
    self.type = type
    self.size = size
    self.digest = digest
  }
}

public struct CoverRemoved: Codable, Hashable, Sendable {
  public var kind: CoverKind
  public var id: String

  public init(kind: CoverKind, id: String) {
    self.kind = kind
    self.id = id
  }
}
