import API
import Chronology
import Crypto
import Domain
import OpenIDConnect
import Proto
import Service
import Storage

/// Sign-ins of apps, which end in a token.
extension SessionHandlers {
  func makeAppCode(
    _ call: SessionAPI.MakeAppCode, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.NextAddress {
    let app = try appRequest(
      call.app, call.codeChallenge, state: call.state, names: (app: "app", challenge: "codeChallenge"))
    guard let maker = call.maker, maker.isBrowser else { throw Fault.needsBrowser }
    return try await command(caller) { [self] transaction in
      let (user, now) = (transaction.user, transaction.now)
      var (scopes, parent, end) = (TokenRules.scopes, String?.none, now + people.sessionLife.seconds)
      if maker.proof == .cookie {
        guard let session = try maker.id.flatMap({ try TokenStore.token($0, of: user, transaction.rows) }),
          session.isGood(at: now)
        else { throw Fault.badToken }
        scopes = session.scopes
        parent = session.parent
        if session.method == .oidc, let provider { end = now + provider.settings.sessionSeconds }
        if let makerEnd = session.method == nil ? session.expiresAt : session.makerEnd { end = min(end, makerEnd) }
      }
      let code = try appCode(app, of: user, scopes, tokenEnd: end, parent: parent, at: now, transaction.storage)
      return SessionAPI.NextAddress(url: app.address("code", code))
    }
  }

  /// Returns a code that works once, for a minute.
  func appCode(
    _ app: AppRequest, of user: String, _ scopes: [String], tokenEnd: Instant, parent: String?, at now: Instant,
    _ transaction: Transaction
  ) throws -> String {
    let code = Base64URL.encode(RandomBytes.make(32))
    let stored = StoredAppCode(
      hash: SHA256.hash(code), user: user, challenge: app.challenge, scopes: scopes, tokenEnd: tokenEnd,
      parent: parent, expiresAt: now + SessionLimits.appCodeSeconds)
    try AppCodeStore.insert(stored, now: now, transaction)
    return code
  }

  /// Exchanges a code for a token. A wrong verifier uses the code up.
  func redeemAppCode(
    _ call: SessionAPI.SignIn, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.BrowserCookie {
    guard let code = call.code, let verifier = call.codeVerifier, let name = call.name else {
      throw Fault(
        Rejection(call.codeVerifier == nil ? "codeVerifier" : "name", "is required with the code of an app"))
    }
    do {
      try TextRules.violations(ofText: name, "name").reject()
    } catch {
      throw Fault(error)
    }
    let hash = SHA256.hash(code)
    let now = now()
    let found: StoredAppCode?
    do {
      found = try await database.write(user: Self.unknownUserQueue) { transaction in
        let found = try AppCodeStore.code(hash: hash, at: now, transaction.rows)
        return try found != nil && AppCodeStore.redeem(hash: hash, transaction) ? found : nil
      }
    } catch {
      throw fault(error, caller)
    }
    guard let found, PKCE.matches(verifier, challenge: found.challenge), found.tokenEnd > now else {
      throw Fault.badToken
    }
    return try await command(CallerContext(user: found.user, trace: caller.trace)) { transaction in
      if try PersonStore.isDisabled(found.user, transaction.rows) { throw Fault.badToken }
      if let parent = found.parent {
        guard try TokenStore.token(parent, of: found.user, transaction.rows)?.isGood(at: transaction.now) == true else {
          throw Fault.badToken
        }
      }
      let (token, secret) = try Self.makeToken(
        named: name, .token, found.scopes, until: found.tokenEnd, parent: found.parent, transaction)
      var reply = SessionAPI.BrowserCookie(secret: nil, seconds: 0)
      reply.token = SessionAPI.MadeToken(token.shown(to: nil), text: secret.text)
      return reply
    }
  }
}
