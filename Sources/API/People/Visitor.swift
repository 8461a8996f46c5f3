extension SessionAPI {
  /// The sender of a request that proves who a user is. The edge writes it; clients cannot set it.
  public struct Visitor: Codable, Hashable, Sendable {
    /// The address whose attempts count together.
    public var address: String
    public var userAgent: String?
    /// The SHA-256 of the browser's cookie, whose session the new one replaces.
    public var cookie: [UInt8]?
    /// The site of passkeys; nil if they are off at this address.
    public var site: PasskeySite?
    /// The sealed challenge in the browser's cookie.
    public var challenge: String?
    /// The cookie of the sign-ins that the browser has begun with the provider.
    public var attempts: String?

    public init(
      address: String, userAgent: String? = nil, cookie: [UInt8]? = nil, site: PasskeySite? = nil,
      challenge: String? = nil
    ) {
      self.address = address
      self.userAgent = userAgent
      self.cookie = cookie
      self.site = site
      self.challenge = challenge
    }
  }

  /// The kind of credential of a request.
  public enum Proof: String, Codable, Hashable, Sendable {
    case bearer, cookie, proxy
  }
}

extension SessionAPI.Maker {
  /// Whether the request comes from a signed-in browser.
  public var isBrowser: Bool { proof == .cookie || proof == .proxy }
}
