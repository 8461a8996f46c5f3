/// Events of public links.
public enum ShareEvent: Hashable, Sendable {
  case created(ShareCreated)
  case deleted(ShareDeleted)
}

/// A link was made. `hash` is the SHA-256 of its secret, by which it is found; the secret is written nowhere.
public struct ShareCreated: Codable, Hashable, Sendable {
  public var share: Share
  public var hash: [UInt8]

  public init(share: Share, hash: [UInt8]) {
    self.share = share
    self.hash = hash
  }
}

/// The link is gone: its user has deleted it, or it had expired and made room for another.
public struct ShareDeleted: Codable, Hashable, Sendable {
  public var share: Share
  public init(share: Share) { self.share = share }
}
