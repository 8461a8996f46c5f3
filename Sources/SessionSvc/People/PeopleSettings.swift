public import Domain
import Service

/// The operator's settings about people.
public struct PeopleSettings: Sendable {
  /// The ids that are admins as soon as they exist.
  public var admins: Set<String>
  public var sessionLife: SessionLife
  /// The file with the setup link, which is deleted with the first admin.
  public var setupLink: String?
  /// The key that seals challenges.
  public var sealing: SealingKeys
  /// The addresses to which a sign-in of an app may lead.
  public var appRedirects: Set<String>

  public init(
    admins: Set<String> = [], sessionLife: SessionLife = SessionLife(), setupLink: String? = nil,
    sealing: SealingKeys = SealingKeys(), appRedirects: Set<String> = ["waymark://signed-in"]
  ) {
    self.admins = admins
    self.sessionLife = sessionLife
    self.setupLink = setupLink
    self.sealing = sealing
    self.appRedirects = appRedirects
  }
}

extension PeopleSettings {
  /// Throws for an id that no user can have.
  init(_ settings: Settings) throws(SettingsError) {
    for id in settings.admins where !PersonRules.violations(ofUserId: id, "").isEmpty {
      throw SettingsError("WAYMARK_ADMINS: '\(id)' is not a valid user id")
    }
    self.init(
      admins: Set(settings.admins), sessionLife: SessionLife(seconds: settings.sessionSeconds),
      setupLink: settings.setupLinkPath, sealing: SealingKeys(settings), appRedirects: Set(settings.appRedirects))
  }
}
