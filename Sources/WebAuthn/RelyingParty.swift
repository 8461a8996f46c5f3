/// The site that passkeys are for.
public struct RelyingParty: Codable, Hashable, Sendable {
  /// The host. A passkey of another host cannot be used.
  public var id: String
  /// The origin of the site's pages, such as `https://waymark.example.org`.
  public var origin: String

  public init(id: String, origin: String) {
    self.id = id
    self.origin = origin
  }
}

/// The reason for which a credential is not accepted.
public struct CredentialError: Error, Hashable, Sendable {
  public var reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
