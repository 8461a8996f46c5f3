import API
import Chronology
import Domain
import Proto
import Storage

extension SessionHandlers {
  /// Signs in with a password. A person who does not exist, is disabled or has no password costs the same time.
  func signIn(
    _ userId: String, _ password: String, _ visitor: SessionAPI.Visitor?, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.BrowserCookie {
    let found: (exists: Bool, person: StoredPerson?)
    do {
      found = try await database.read(user: Self.unknownUserQueue) { rows in
        (try PersonStore.exists(userId, rows), try PersonStore.person(userId, rows))
      }
    } catch {
      throw fault(error, caller)
    }
    let stored = found.person.flatMap { $0.state == .disabled ? nil : $0.password }
    guard try await passwords.isRight(password, stored), let stored else {
      if found.exists { noteFailure(.password, visitor, of: userId) }
      throw Fault.badToken
    }
    let newHash = passwords.isOutdated(stored) ? try await passwords.hash(password) : nil
    return try await command(CallerContext(user: userId, trace: caller.trace)) { [self] transaction in
      // The password may have been changed while its hash was computed.
      guard var person = try PersonStore.person(userId, transaction.rows), person.password == stored,
        person.state != .disabled
      else { throw Fault.badToken }
      if let newHash {
        person.password = newHash
        try PersonStore.save(person, transaction.storage)
      }
      return try openSession(SessionOrigin(method: .password), visitor, transaction)
    }
  }

  func savePassword(_ call: SessionAPI.SavePassword, _ caller: CallerContext) async throws(Fault) -> Nothing {
    let user = try caller.validUser()
    guard let maker = call.maker, maker.isBrowser else { throw Fault.needsBrowser }
    let violations = PasswordRules.violations(of: call.password, userId: user)
    let stored = try await read(caller) { try PersonStore.person($0, $1)?.password }
    if stored != nil, let current = call.currentPassword {
      guard try await passwords.isRight(current, stored) else {
        noteFailure(.password, call.visitor, of: user)
        throw Fault.badToken
      }
    } else {
      _ = try await read(caller) { [self] user, rows in try checkFresh(maker, of: user, rows) }
    }
    do {
      try violations.reject()
    } catch {
      throw Fault(error)
    }
    let hash = try await passwords.hash(call.password)
    return try await command(caller) { transaction in
      let now = transaction.now
      var person =
        try PersonStore.person(user, transaction.rows)
        ?? StoredPerson(user: user, createdAt: transaction.record.profile.createdAt)
      guard person.password == stored else { throw Fault.badToken }
      person.password = hash
      try PersonStore.save(person, transaction.storage)
      try TokenStore.revokeBrowsers(of: user, except: maker.id, at: now, transaction.storage)
      return Nothing()
    }
  }

  func deletePassword(_ call: SessionAPI.DeletePassword, _ caller: CallerContext) async throws(Fault) -> Nothing {
    guard let maker = call.maker, maker.isBrowser else { throw Fault.needsBrowser }
    return try await command(caller) { [self] transaction in
      try checkFresh(maker, of: transaction.user, transaction.rows)
      guard var person = try PersonStore.person(transaction.user, transaction.rows), person.password != nil else {
        throw Fault(.notFound, "there is no password")
      }
      person.password = nil
      try PersonStore.save(person, transaction.storage)
      // A rejection undoes the change.
      guard try hasProof(transaction.user, transaction.rows) else {
        throw Fault(.conflict, "without the password you could not sign in; add a passkey or link a provider first")
      }
      return Nothing()
    }
  }

  /// Throws unless the sign-in is recent. A proxy decides itself when to ask again.
  func checkFresh(_ maker: SessionAPI.Maker, of user: String, _ rows: Rows) throws {
    if maker.proof == .proxy { return }
    guard let id = maker.id, let session = try TokenStore.token(id, of: user, rows), session.isGood(at: now()) else {
      throw Fault.badToken
    }
    guard session.isFresh(at: now(), hasBetterProof: try hasProof(user, rows)) else {
      throw Fault.needsFreshSignIn
    }
  }

  func confirmSession(_ call: SessionAPI.ConfirmSession, _ caller: CallerContext) async throws(Fault) -> Nothing {
    let user = try caller.validUser()
    guard let maker = call.maker, maker.isBrowser else { throw Fault.needsBrowser }
    if call.password == nil, let id = call.id, let response = call.response {
      return try await confirm(id, call, response, caller)
    }
    guard let password = call.password, call.id == nil, call.response == nil else {
      throw Fault(Rejection("password", "is required, or the members of a passkey; send one of them"))
    }
    let stored = try await read(caller) { try PersonStore.person($0, $1)?.password }
    guard try await passwords.isRight(password, stored) else {
      noteFailure(.password, call.visitor, of: user)
      throw Fault.badToken
    }
    guard let id = maker.id else { return Nothing() }
    return try await command(caller) { transaction in
      guard try PersonStore.person(user, transaction.rows)?.password == stored else { throw Fault.badToken }
      try TokenStore.setConfirmed(id, of: user, at: transaction.now, transaction.storage)
      return Nothing()
    }
  }

  /// The first call repeats what a second one would do.
  func endOtherSessions(_ call: SessionAPI.EndOtherSessions, _ caller: CallerContext) async throws(Fault) -> Nothing {
    guard let maker = call.maker, maker.isBrowser else { throw Fault.needsBrowser }
    return try await command(caller) { transaction in
      let (user, now) = (transaction.user, transaction.now)
      try TokenStore.revokeBrowsers(of: user, except: maker.id, at: now, transaction.storage)
      guard call.tokens == true else { return Nothing() }
      let own = try maker.id.flatMap { try TokenStore.token($0, of: user, transaction.rows)?.parent }
      try TokenStore.revokeTokens(of: user, except: own, at: now, transaction.storage)
      return Nothing()
    }
  }
}
