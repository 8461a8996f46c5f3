/// Events of public links.
public enum ShareEvent: Hashable, Sendable {
  case created(ShareCreated)
  case deleted(ShareDeleted)
}

/// A link was created. `hash` is the SHA-256 of its secret, which is not stored.
public struct ShareCreated: Codable, Hashable, Sendable {
  public var share: Share
  public var hash: [UInt8]

  public init(share: Share, hash: [UInt8]) {
    self.share = share
    self.hash = hash
  }
}

/// A link was deleted by its user, or removed after its expiry to make room for another.
public struct ShareDeleted: Codable, Hashable, Sendable {
  public var share: Share
  public init(share: Share) { self.share = share }
}
