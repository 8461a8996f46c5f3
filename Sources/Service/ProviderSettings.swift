/// The settings of the OpenID Connect provider.
public struct ProviderSettings: Sendable, Equatable {
  /// The treatment of a new sign-in whose user id belongs to a user.
  public enum Existing: String, Sendable {
    case refuse, take
  }

  public var issuer: String
  public var clientID: String
  /// Nil for a public client.
  public var clientSecret: String?
  public var name = "single sign-on"
  public var scopes = "openid profile email"
  public var userClaim = "preferred_username"
  public var registers = true
  public var existing = Existing.refuse
  /// One of them is required; none if empty.
  public var groups: [String] = []
  public var groupsClaim = "groups"
  public var sessionSeconds: Int64 = 30 * 86_400
  /// Whether the page goes to the provider at once.
  public var isAutomatic = false
  /// Whether signing out also ends the provider's session.
  public var endsProviderSession = false

  public static let sessionTimes: ClosedRange<Int64> = 3_600...90 * 86_400

  public init(issuer: String, clientID: String) {
    self.issuer = issuer
    self.clientID = clientID
  }
}

extension ProviderSettings {
  static let variables: [(variable: String, help: String)] = [
    ("WAYMARK_OIDC_ISSUER", "the URL of the OpenID Connect provider with which people sign in"),
    ("WAYMARK_OIDC_CLIENT_ID", "the name of this server at the provider"),
    ("WAYMARK_OIDC_CLIENT_SECRET", "its secret (default none: a public client)"),
    ("WAYMARK_OIDC_NAME", "the text of the button (default single sign-on)"),
    ("WAYMARK_OIDC_SCOPES", "the requested scopes (default openid profile email)"),
    ("WAYMARK_OIDC_USER_CLAIM", "the claim that becomes a new user's id (default preferred_username)"),
    ("WAYMARK_OIDC_REGISTER", "yes (default): unknown people become users; no: only linked people sign in"),
    ("WAYMARK_OIDC_EXISTING", "refuse (default) or take: whether a new sign-in may take over a user of the same id"),
    ("WAYMARK_OIDC_GROUPS", "groups of which one is required, separated by commas"),
    ("WAYMARK_OIDC_GROUPS_CLAIM", "the claim with the groups (default groups)"),
    ("WAYMARK_OIDC_SESSION", "how long such a browser session lasts (default 30d, at most 90d)"),
    ("WAYMARK_OIDC_AUTO", "yes: the page goes to the provider at once"),
    ("WAYMARK_OIDC_LOGOUT", "provider: signing out also ends the provider's session"),
  ]

  /// Returns nil if there is no provider.
  static func read(
    _ variable: (String) throws(SettingsError) -> String?, publicURL: PublicURL?
  ) throws(SettingsError) -> ProviderSettings? {
    guard let issuer = try variable("WAYMARK_OIDC_ISSUER") else {
      for (name, _) in variables {
        if try variable(name) != nil {
          throw SettingsError("\(name) is set without WAYMARK_OIDC_ISSUER; set both or none")
        }
      }
      return nil
    }
    guard isIssuer(issuer) else {
      throw SettingsError(
        "WAYMARK_OIDC_ISSUER: '\(issuer)' is not an https address (http is allowed only for this machine)")
    }
    guard let clientID = try variable("WAYMARK_OIDC_CLIENT_ID") else {
      throw SettingsError("WAYMARK_OIDC_ISSUER is set without WAYMARK_OIDC_CLIENT_ID; set both or none")
    }
    guard publicURL != nil else {
      throw SettingsError("WAYMARK_OIDC_ISSUER is set without WAYMARK_PUBLIC_URL, which the provider redirects to")
    }
    var settings = ProviderSettings(issuer: issuer, clientID: clientID)
    try settings.readOptional(variable)
    return settings
  }

  private mutating func readOptional(
    _ variable: (String) throws(SettingsError) -> String?
  ) throws(SettingsError) {
    clientSecret = try variable("WAYMARK_OIDC_CLIENT_SECRET")
    name = try variable("WAYMARK_OIDC_NAME") ?? name
    if let text = try variable("WAYMARK_OIDC_SCOPES") {
      let names = text.split(separator: " ").map(String.init)
      scopes = (names.contains("openid") ? names : ["openid"] + names).joined(separator: " ")
    }
    userClaim = try variable("WAYMARK_OIDC_USER_CLAIM") ?? userClaim
    registers = try Self.choice("WAYMARK_OIDC_REGISTER", ["yes", "no"], variable) != "no"
    existing =
      try Self.choice("WAYMARK_OIDC_EXISTING", ["refuse", "take"], variable).flatMap(Existing.init) ?? existing
    groups = (try variable("WAYMARK_OIDC_GROUPS") ?? "").split(separator: ",").map { text in
      let start = text.drop { $0 == " " }
      return String(start.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
    groupsClaim = try variable("WAYMARK_OIDC_GROUPS_CLAIM") ?? groupsClaim
    if let text = try variable("WAYMARK_OIDC_SESSION") {
      guard let seconds = TimeSpan.seconds(text), Self.sessionTimes.contains(seconds) else {
        throw SettingsError("WAYMARK_OIDC_SESSION: '\(text)' is not a time of 1h to 90d")
      }
      sessionSeconds = seconds
    }
    isAutomatic = try Self.choice("WAYMARK_OIDC_AUTO", ["yes", "no"], variable) == "yes"
    endsProviderSession = try Self.choice("WAYMARK_OIDC_LOGOUT", ["provider"], variable) != nil
  }

  private static func choice(
    _ name: String, _ choices: [String], _ variable: (String) throws(SettingsError) -> String?
  ) throws(SettingsError) -> String? {
    guard let text = try variable(name) else { return nil }
    guard choices.contains(text) else {
      throw SettingsError("\(name): '\(text)' is not \(choices.joined(separator: " or "))")
    }
    return text
  }

  /// Whether the text is an https address without query and fragment, or an http address of this machine.
  public static func isIssuer(_ text: String) -> Bool {
    guard text.utf8.count <= 500, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let scheme = ["https://", "http://"].first(where: text.hasPrefix), !text.contains(where: { "?#@\\".contains($0) })
    else { return false }
    let authority = text.dropFirst(scheme.count).prefix { $0 != "/" }
    guard !authority.isEmpty else { return false }
    if scheme == "https://" { return true }
    if authority.hasPrefix("[::1]") { return true }
    let host = authority.prefix { $0 != ":" }
    if host == "localhost" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

extension Settings {
  /// Whether apps may be redirected to this address after a sign-in.
  static func isAppRedirect(_ text: String) -> Bool {
    guard (1...500).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      !text.contains("#"), let mark = text.firstRange(of: ":")
    else { return false }
    let scheme = text[..<mark.lowerBound].lowercased()
    return !scheme.isEmpty && !["javascript", "data", "file", "blob"].contains(scheme)
      && scheme.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
      }
  }
}
