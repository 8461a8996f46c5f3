import API
import Chronology
import Crypto
import Domain
import Proto
import Service
import Storage

/// Calls that let a person in for the first time, by an invitation or as the first admin.
extension SessionHandlers {
  func acceptInvitation(
    _ call: SessionAPI.AcceptInvitation, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.BrowserCookie {
    let hash = SHA256.hash(call.code)
    let found: StoredInvitation?
    do {
      found = try await database.read(user: Self.unknownUserQueue) { [now = now()] rows in
        let invitation = try InvitationStore.invitation(hash: hash, at: now, rows)
        // A disabled person's link works again when the person is enabled.
        if let user = invitation?.user, try PersonStore.isDisabled(user, rows) { return nil }
        return invitation
      }
    } catch {
      throw fault(error, caller)
    }
    guard let found else { throw Fault.badToken }
    let newcomer = Newcomer(
      userId: found.user ?? call.userId ?? "", displayName: call.displayName, password: call.password,
      timezone: call.timezone)
    var violations = violations(of: newcomer, isNew: found.user == nil)
    if let user = found.user, let given = call.userId, given != user {
      violations.append(.init("userId", "must be the user id of the invited person, or be left out"))
    }
    try reject(violations)
    let password = try await self.hash(of: newcomer)
    return try await peopleCommand(caller) { [self] transaction, now in
      guard let invitation = try InvitationStore.invitation(hash: hash, at: now, transaction.rows),
        try InvitationStore.redeem(hash: hash, transaction)
      else { throw Fault.badToken }
      if invitation.user == nil {
        try invite(
          StoredPerson(user: newcomer.userId, role: invitation.role, state: .invited, createdAt: now), transaction)
      }
      return try admit(newcomer, password, .invitation, call.visitor, at: now, transaction)
    }
  }

  func setUp(_ call: SessionAPI.SetUp, _ caller: CallerContext) async throws(Fault) -> SessionAPI.BrowserCookie {
    let hash = SHA256.hash(call.code)
    do {
      try await database.read(user: Self.unknownUserQueue) { [admins] rows in
        guard try !admins.exist(rows) else { throw Fault.alreadySetUp }
        guard try SetupStore.exists(hash: hash, rows) else { throw Fault.badToken }
      }
    } catch {
      throw fault(error, caller)
    }
    let newcomer = Newcomer(
      userId: call.userId, displayName: call.displayName, password: call.password, timezone: call.timezone)
    try reject(violations(of: newcomer, isNew: true))
    let password = try await self.hash(of: newcomer)
    let cookie = try await peopleCommand(caller) { [self] transaction, now in
      let rows = transaction.rows
      guard try !admins.exist(rows) else { throw Fault.alreadySetUp }
      guard try SetupStore.exists(hash: hash, rows) else { throw Fault.badToken }
      try makeFirstAdmin(newcomer.userId, at: now, transaction)
      return try admit(newcomer, password, .setup, call.visitor, at: now, transaction)
    }
    log.info("the first admin exists", ["admin": newcomer.userId], trace: caller.trace)
    return cookie
  }

  /// Replaces the code of a host that creates the first admin. Returns nil if an admin exists.
  func setUpCode(host: String) async throws -> String? {
    let code = Base64URL.encode(RandomBytes.make(32))
    return try await peopleCommand(CallerContext(user: nil)) { [admins] transaction, now in
      guard try !admins.exist(transaction.rows) else { return nil }
      try SetupStore.replace(hash: SHA256.hash(code), host: host, at: now, transaction)
      return code
    }
  }

  /// For an edge without access to the database.
  func makeSetUpCode(
    _ call: SessionAPI.MakeSetUpCode, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.MakeSetUpCode.Reply {
    do {
      return SessionAPI.MakeSetUpCode.Reply(code: try await setUpCode(host: call.host))
    } catch {
      throw fault(error, caller)
    }
  }

  /// Creates the admin that the settings name, or makes that user one, while there is no admin.
  func createFirstAdmin(_ settings: Settings) async throws {
    guard let user = settings.firstAdmin, let password = settings.firstAdminPassword else { return }
    guard try await database.read({ [admins] in try !admins.exist($0) }) else { return }
    let newcomer = Newcomer(userId: user, password: password)
    if let violation = violations(of: newcomer, isNew: true).first {
      let setting = violation.field == "userId" ? "WAYMARK_ADMIN_USER" : "WAYMARK_ADMIN_PASSWORD"
      throw SettingsError("\(setting): \(violation.message)")
    }
    let hash = try await self.hash(of: newcomer)
    try await peopleCommand(CallerContext(user: user)) { [self] transaction, now in
      guard try !admins.exist(transaction.rows) else { return }
      let known = try PersonStore.person(user, transaction.rows)
      var person = known ?? StoredPerson(user: user, createdAt: now)
      person.role = .admin
      person.state = .active
      person.password = hash
      try PersonStore.save(person, transaction)
      let own = try UserTransaction(user: user, now: now, storage: transaction)
      try own.close(publishingTo: heads, hosts)
    }
    log.info("the first admin exists", ["admin": user])
  }

  /// The user is new, or the only one with events.
  func makeFirstAdmin(_ user: String, at now: Instant, _ transaction: Transaction) throws {
    let rows = transaction.rows
    if try ErasureStore.isErasing(user, rows) { throw Fault.accountIsBeingDeleted }
    let withEvents = try PersonStore.usersWithEvents(first: user, rows)
    guard withEvents.first != user || withEvents.count == 1 else {
      throw Fault(.conflict, "several users exist; run 'waymark user admin \(user)' to make this one an admin")
    }
    var person = try PersonStore.person(user, rows) ?? StoredPerson(user: user, state: .invited, createdAt: now)
    if person.state == .disabled { throw Fault(.conflict, "this person is disabled") }
    person.role = .admin
    try PersonStore.save(person, transaction)
  }

  /// The input of a person whom an invitation or the set-up lets in.
  struct Newcomer: Sendable {
    var userId: String
    var displayName: String?
    var password: String?
    var timezone: String?
  }

  private func violations(of newcomer: Newcomer, isNew: Bool) -> [Rejection.Violation] {
    var violations = isNew ? PersonRules.violations(ofUserId: newcomer.userId, "userId") : []
    violations += PersonRules.violations(ofDisplayName: newcomer.displayName)
    if let password = newcomer.password {
      violations += PasswordRules.violations(of: password, userId: newcomer.userId)
    }
    if let zone = newcomer.timezone, zones.zone(named: zone) == nil {
      violations.append(.init("timezone", "is not a known time zone"))
    }
    return violations
  }

  private func reject(_ violations: [Rejection.Violation]) throws(Fault) {
    do {
      try violations.reject()
    } catch {
      throw Fault(error)
    }
  }

  private func hash(of newcomer: Newcomer) async throws(Fault) -> String? {
    guard let password = newcomer.password else { return nil }
    return try await passwords.hash(password)
  }

  /// Signs a person in whose row exists. The other browser sessions of a person who was here before end.
  private func admit(
    _ newcomer: Newcomer, _ password: String?, _ method: SignInMethod, _ visitor: SessionAPI.Visitor?, at now: Instant,
    _ transaction: Transaction
  ) throws -> SessionAPI.BrowserCookie {
    let user = newcomer.userId
    try erasures.check(user)
    let wasHere = try UserStore.head(user, transaction.rows).seq > 0
    // The first transaction of a user makes an invited person active.
    let own = try UserTransaction(user: user, now: now, storage: transaction)
    var person = try PersonStore.person(user, transaction.rows) ?? StoredPerson(user: user, createdAt: now)
    guard person.state != .disabled else { throw Fault.badToken }
    person.state = .active
    person.password = password ?? person.password
    try PersonStore.save(person, transaction)
    if wasHere {
      try TokenStore.revokeBrowsers(of: user, at: now, transaction)
    } else {
      let name = newcomer.displayName.map { Patch.set($0) } ?? .unchanged
      let edit = ProfileEdit(timezone: newcomer.timezone, displayName: name)
      let event = try edit.outcome(for: own.record.profile, own.record.settings, zones: zones, now: now)
      if let event { try own.change(event) }
    }
    let cookie = try openSession(SessionOrigin(method: method), visitor, own)
    try own.close(publishingTo: heads, hosts)
    return cookie
  }
}

extension Fault {
  fileprivate static let alreadySetUp = Fault(.notFound, "an admin exists already; ask them for an invitation")
}
