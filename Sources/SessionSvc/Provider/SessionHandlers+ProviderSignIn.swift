import API
import Chronology
import Crypto
import Domain
import OpenIDConnect
import Proto
import Service
import Storage

/// A verified account at the provider.
private struct ProviderAccount: Sendable {
  var issuer: String
  var claims: ProviderClaims
  var idToken: String
  /// The id of a new user.
  var userId: String?
  /// For people: the name of the account.
  var name: String?
}

extension SessionHandlers {
  func finishProvider(
    _ call: SessionAPI.FinishProvider, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.Redirection {
    guard let provider else { throw Fault.noProvider }
    let now = now()
    guard let attempt = call.attempt.flatMap({ try? CBORDecoder.decode(SignInAttempt.self, from: $0) }) else {
      return SessionAPI.Redirection(location: provider.address(of: .expired, nil))
    }
    do {
      let account = try await account(call, attempt, provider, now: now, caller)
      return try await admit(account, attempt, call.visitor, provider, caller)
    } catch let failure as SignInFailure {
      return SessionAPI.Redirection(location: provider.address(of: failure, attempt.purpose))
    } catch {
      throw fault(error, caller)
    }
  }

  /// Asks the provider who signs in, and checks the response.
  private func account(
    _ call: SessionAPI.FinishProvider, _ attempt: SignInAttempt, _ provider: ProviderGateway, now: Instant,
    _ caller: CallerContext
  ) async throws -> ProviderAccount {
    func failed(_ failure: SignInFailure, _ reason: String) -> SignInFailure {
      log.warning("a sign-in with the provider has failed", ["reason": reason], trace: caller.trace)
      return failure
    }
    do {
      let discovery = try await provider.discovery(now: now)
      guard call.iss.map({ $0 == discovery.issuer }) ?? !discovery.sendsIssuer else {
        throw failed(.provider, "the callback has another issuer")
      }
      if let error = call.error {
        throw failed(error == "access_denied" ? .denied : .provider, "the provider reports an error")
      }
      guard let code = call.code, !code.isEmpty else { throw failed(.provider, "the callback has no code") }
      let tokens = try await provider.tokens(code: code, verifier: attempt.verifier, discovery)
      let check = TokenCheck(issuer: discovery.issuer, clientID: provider.settings.clientID)
      var claims = try await provider.verified(discovery, now: now) { (keys) throws(TokenRejection) in
        try check.claims(
          ofIDToken: tokens.idToken, keys, nonce: attempt.nonce, accessToken: tokens.accessToken, now: now)
      }
      let settings = provider.settings
      let lacksClaims =
        claims.text(settings.userClaim) == nil || !settings.groups.isEmpty && claims.groups(settings.groupsClaim) == nil
      if lacksClaims, let endpoint = discovery.userInfoEndpoint, let accessToken = tokens.accessToken {
        guard claims.addUserInfo(try await provider.requestUserInfo(endpoint, accessToken: accessToken)) else {
          throw failed(.token, "the user info is about another person")
        }
      }
      if !settings.groups.isEmpty {
        let groups = claims.groups(settings.groupsClaim) ?? []
        guard settings.groups.contains(where: groups.contains) else { throw failed(.group, "no required group") }
      }
      let name = claims.text("name") ?? claims.text("preferred_username") ?? claims.text("email")
      return ProviderAccount(
        issuer: discovery.issuer, claims: claims, idToken: tokens.idToken, userId: claims.text(settings.userClaim),
        name: name.flatMap { PersonRules.violations(ofDisplayName: $0).isEmpty ? $0 : nil })
    } catch let error as ProviderError {
      throw failed(.provider, "\(error)")
    } catch let rejection as TokenRejection {
      throw failed(.token, "token: \(rejection.rawValue)")
    }
  }

  /// Finds or creates the user of an account, and signs in or links.
  private func admit(
    _ account: ProviderAccount, _ attempt: SignInAttempt, _ visitor: SessionAPI.Visitor?, _ provider: ProviderGateway,
    _ caller: CallerContext
  ) async throws -> SessionAPI.Redirection {
    var visitor = visitor
    if let cookie = attempt.cookie { visitor?.cookie = cookie }
    let outcome: Result<SessionAPI.Redirection, SignInFailure> = try await peopleCommand(caller) {
      [self, visitor] transaction, now in
      do {
        let redirection = try admit(account, attempt, visitor, provider, at: now, transaction)
        return .success(redirection)
      } catch let failure as SignInFailure {
        // Nothing has been written yet.
        return .failure(failure)
      }
    }
    return try outcome.get()
  }

  private func admit(
    _ account: ProviderAccount, _ attempt: SignInAttempt, _ visitor: SessionAPI.Visitor?, _ provider: ProviderGateway,
    at now: Instant, _ transaction: Transaction
  ) throws -> SessionAPI.Redirection {
    let rows = transaction.rows
    let known = try LinkStore.link(issuer: account.issuer, subject: account.claims.subject, rows)
    if case .link(let user, let session) = attempt.purpose {
      return try link(account, to: user, session, known, attempt, provider, at: now, transaction)
    }
    let user = try known?.user ?? newUser(account, provider.settings, rows)
    if try PersonStore.isDisabled(user, rows) {
      noteFailure(.oidc, visitor, of: user)
      throw SignInFailure.disabled
    }
    try erasures.check(user)
    let wasHere = try UserStore.head(user, rows).seq > 0
    let link =
      known
      ?? StoredLink(
        user: user, issuer: account.issuer, subject: account.claims.subject, name: account.name, linkedAt: now)
    if known == nil {
      guard try LinkStore.insert(link, transaction) else { throw SignInFailure.taken }
      if try !PersonStore.exists(user, rows) {
        try PersonStore.save(StoredPerson(user: user, state: .invited, createdAt: now), transaction)
      }
    }
    try LinkStore.setUsed(link, at: now, transaction)
    let own = try UserTransaction(user: user, now: now, storage: transaction)
    if !wasHere, let name = account.name {
      let edit = ProfileEdit(displayName: .set(name))
      let event = try edit.outcome(for: own.record.profile, own.record.settings, zones: zones, now: now)
      if let event { try own.change(event) }
    }
    let redirection = try finish(account, link, attempt, visitor, provider, own)
    try own.close(publishingTo: heads, hosts)
    return redirection
  }

  private func finish(
    _ account: ProviderAccount, _ link: StoredLink, _ attempt: SignInAttempt, _ visitor: SessionAPI.Visitor?,
    _ provider: ProviderGateway, _ own: UserTransaction
  ) throws -> SessionAPI.Redirection {
    if case .app(let app) = attempt.purpose {
      if let visitor {
        try SignInStore.append(SignInLog.record(.oidc, .ok, visitor, at: own.now), of: own.user, own.storage)
      }
      let end = own.now + provider.settings.sessionSeconds
      let code = try appCode(app, of: own.user, TokenRules.scopes, tokenEnd: end, parent: nil, at: own.now, own.storage)
      return SessionAPI.Redirection(location: app.address("code", code))
    }
    var session = ProviderSession(link: link.id)
    session.session = account.claims.sessionID.map { ProviderSession.hash(issuer: account.issuer, sessionID: $0) }
    let origin = SessionOrigin(
      method: .oidc, name: provider.settings.name, longestSeconds: provider.settings.sessionSeconds,
      provider: session, idToken: provider.settings.endsProviderSession ? account.idToken : nil)
    let cookie = try openSession(origin, visitor, own)
    return SessionAPI.Redirection(location: provider.address(ofPath: attempt.to), session: cookie)
  }

  /// The session in which the attempt began must still be active, so that no other person's account is linked.
  private func link(
    _ account: ProviderAccount, to user: String, _ session: String?, _ known: StoredLink?, _ attempt: SignInAttempt,
    _ provider: ProviderGateway, at now: Instant, _ transaction: Transaction
  ) throws -> SessionAPI.Redirection {
    let rows = transaction.rows
    if let session {
      guard try TokenStore.token(session, of: user, rows)?.isGood(at: now) == true else { throw SignInFailure.expired }
    }
    if try PersonStore.isDisabled(user, rows) { throw SignInFailure.disabled }
    try erasures.check(user)
    guard known == nil || known?.user == user else { throw SignInFailure.taken }
    if known == nil {
      guard try LinkStore.count(of: user, rows) < SessionLimits.linksOfUser else { throw SignInFailure.taken }
      let link = StoredLink(
        user: user, issuer: account.issuer, subject: account.claims.subject, name: account.name, linkedAt: now)
      guard try LinkStore.insert(link, transaction) else { throw SignInFailure.taken }
    }
    return SessionAPI.Redirection(location: provider.address(ofPath: attempt.to))
  }

  /// Returns the user of an account that is not linked.
  private func newUser(_ account: ProviderAccount, _ settings: ProviderSettings, _ rows: Rows) throws -> String {
    guard let user = account.userId, TextRules.isNewUserId(user) else { throw SignInFailure.badName }
    if try PersonStore.exists(user, rows) {
      guard settings.existing == .take, try !ErasureStore.isErasing(user, rows) else { throw SignInFailure.nameTaken }
      return user
    }
    guard settings.registers, try PersonStore.count(rows) < PersonRules.most else { throw SignInFailure.unknownUser }
    return user
  }
}

extension ProviderGateway {
  /// Checks a token with the kept keys. If its key is unknown, requests the keys again.
  func verified<Value>(
    _ discovery: Discovery, now: Instant, _ check: (ProviderKeys) throws(TokenRejection) -> Value
  ) async throws -> Value {
    let kept = try await keys(discovery, now: now)
    do throws(TokenRejection) {
      return try check(kept)
    } catch {
      guard error == .unknownKey, let newer = try await reloadedKeys(discovery, now: now) else { throw error }
      return try check(newer)
    }
  }
}
