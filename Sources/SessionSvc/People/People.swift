import API
public import Chronology
import Glibc
public import Domain
import OpenIDConnect
import Proto
public import Service
public import Storage

/// People as the command line manages them, directly in the database. A running stack follows within a second.
public struct People: Sendable {
  private let handlers: SessionHandlers
  private var caller: CallerContext { CallerContext(user: nil) }

  /// Throws for an invalid setting.
  public init(database: Database, settings: Settings, zones: any ZoneSource) throws(SettingsError) {
    let people = try PeopleSettings(settings)
    handlers = SessionHandlers(
      database: database, zones: zones, log: settings.makeLog("user"), people: people,
      now: { Instant(seconds: Int64(time(nil))) })
  }

  /// Replaces the code that creates the first admin. Returns nil if an admin exists. Each host has its own code.
  public func setUpCode(host: String) async throws -> String? {
    try await handlers.setUpCode(host: host)
  }

  /// Adds an invited person. Returns the code of the invitation.
  public func add(_ user: String, displayName: String?, role: PersonRole) async throws -> (code: String, end: Instant) {
    try (PersonRules.violations(ofUserId: user, "user") + PersonRules.violations(ofDisplayName: displayName)).reject()
    return try await handlers.peopleCommand(caller) { [handlers] transaction, now in
      let person = StoredPerson(
        user: user, role: role, state: .invited, displayName: displayName, createdAt: now)
      try handlers.invite(person, transaction)
      let end = now + PersonRules.invitationSeconds
      return (try handlers.invitationCode(to: user, by: nil, until: end, at: now, transaction), end)
    }
  }

  /// Creates a new invitation for a person, or an open one if `user` is nil.
  public func invite(
    _ user: String?, role: PersonRole, seconds: Int64
  ) async throws -> (code: String, end: Instant) {
    try await handlers.peopleCommand(caller) { [handlers] transaction, now in
      let end = now + seconds
      let code =
        if let user {
          try handlers.invitationCode(to: user, by: nil, until: end, at: now, transaction)
        } else {
          try handlers.openInvitation(role, by: nil, until: end, at: now, transaction).code
        }
      return (code, end)
    }
  }

  /// Sets a password and ends all browser sessions of the person.
  public func setPassword(_ password: String, of user: String) async throws {
    try PasswordRules.violations(of: password, userId: user).reject()
    let hash = try await handlers.passwords.hash(password)
    try await handlers.peopleCommand(caller) { [handlers] transaction, now in
      var person = try handlers.existing(user, at: now, transaction)
      person.password = hash
      try PersonStore.save(person, transaction)
      try TokenStore.revokeBrowsers(of: user, at: now, transaction)
    }
  }

  public func set(_ role: PersonRole, of user: String) async throws { try await apply(PersonChange(role: role), user) }

  public func set(_ state: PersonState, of user: String) async throws {
    try await apply(PersonChange(state: state), user)
  }

  /// Links a person to an account at the provider. Throws if the account is linked to another person.
  public func link(_ user: String, issuer: String, subject: String) async throws {
    guard ProviderClaims.isSubject(subject) else { throw Rejection("subject", "must be 1 to 255 characters") }
    try await handlers.peopleCommand(caller) { [handlers] transaction, now in
      let rows = transaction.rows
      _ = try handlers.existing(user, at: now, transaction)
      if let known = try LinkStore.link(issuer: issuer, subject: subject, rows) {
        guard known.user == user else { throw Fault(.conflict, "the account is linked to '\(known.user)'") }
        return
      }
      guard try LinkStore.count(of: user, rows) < SessionLimits.linksOfUser else {
        throw Fault(.conflict, "the person has \(SessionLimits.linksOfUser) links; remove one first")
      }
      let link = StoredLink(user: user, issuer: issuer, subject: subject, name: nil, linkedAt: now)
      _ = try LinkStore.insert(link, transaction)
    }
  }

  /// Removes the links of a person, or the one with this subject. The sessions that signed in with them end.
  public func unlink(_ user: String, subject: String?) async throws {
    try await handlers.peopleCommand(caller) { [handlers] transaction, now in
      _ = try handlers.existing(user, at: now, transaction)
      let links = try LinkStore.links(of: user, transaction.rows).filter { subject == nil || $0.subject == subject }
      guard !links.isEmpty else { throw Fault(.notFound, "the person has no such link") }
      for link in links { try LinkStore.delete(link, at: now, transaction) }
    }
  }

  private func apply(_ change: PersonChange, _ user: String) async throws {
    try await handlers.peopleCommand(caller) { [handlers] transaction, now in
      try handlers.apply(change, to: user, at: now, transaction)
    }
  }
}
