import API
import Chronology
import Crypto
import Domain
import Proto
import Storage

extension SessionHandlers {
  /// A verified proof of a browser's user.
  private enum Credential {
    case token(hash: [UInt8])
    case code(hash: [UInt8])
    case maker(SessionAPI.Maker)
  }

  /// Returns the same cookie for a repeated call with the same key and the same token or code.
  func signIn(_ call: SessionAPI.SignIn, _ caller: CallerContext) async throws(Fault) -> SessionAPI.BrowserCookie {
    guard (call.token == nil) != (call.code == nil), let proof = call.token ?? call.code else {
      throw Fault(Rejection("token", "is required, or code instead; send exactly one of them"))
    }
    var keyed = try caller.keyedCall(SessionAPI.SignIn.name)
    // The kept response can be read only with both the key and the proof, and neither is stored.
    let seal = "\(keyed?.key ?? "")\n\(proof)"
    keyed?.key = SealedSecret.name(of: seal)
    let credential: Credential
    var user = caller.user
    if let maker = call.maker {
      credential = .maker(maker)
    } else {
      (credential, user) = try await find(call, keyed, caller)
    }
    guard let user else { throw Fault.badToken }
    // The first sign-in of a token's user creates the user.
    return try await command(CallerContext(user: user, trace: caller.trace)) { [keyed] transaction in
      guard let keyed else { return try Self.createCookie(credential, transaction) }
      if let first = try IdempotencyStore.reply(to: keyed, of: transaction.user, transaction.rows) {
        return try Self.replayedCookie(try Self.stored(SealedSecret.self, first).opened(by: seal), transaction)
      }
      let cookie = try Self.createCookie(credential, transaction)
      let sealed = SealedSecret([UInt8]((cookie.secret ?? "").utf8), key: seal)
      try IdempotencyStore.keep(
        try CBOREncoder.encode(sealed), for: keyed, of: transaction.user, at: transaction.now, transaction.storage)
      return cookie
    }
  }

  /// Returns the cookie of the first call, if it is still valid.
  private static func replayedCookie(_ secret: [UInt8], _ transaction: UserTransaction) throws
    -> SessionAPI.BrowserCookie
  {
    let hash = SHA256.hash(secret)
    guard let token = try TokenStore.token(hash: hash, transaction.rows), token.isGood(at: transaction.now),
      let end = token.expiresAt
    else { throw Fault.badToken }
    return SessionAPI.BrowserCookie(
      secret: String(decoding: secret, as: UTF8.self), seconds: Int(end.seconds - transaction.now.seconds),
      replayed: true)
  }

  /// A wrong token or code costs only a read. A used code is accepted only with the key of its first use.
  private func find(
    _ call: SessionAPI.SignIn, _ keyed: KeyedCall?, _ caller: CallerContext
  ) async throws(Fault) -> (Credential, String?) {
    let now = now()
    do {
      return try await database.read(user: Self.unknownUserQueue) { rows in
        if let code = call.code {
          let hash = SHA256.hash(code)
          guard let found = try CodeStore.code(hash: hash, at: now, rows) else { return (.code(hash: hash), nil) }
          let mayBe = try !found.isUsed || keyed.map { try IdempotencyStore.has($0, of: found.user, rows) } ?? false
          return (.code(hash: hash), mayBe ? found.user : nil)
        }
        let hash = Secret.hash(of: call.token ?? "")
        let token = try TokenStore.token(hash: hash, rows)
        let isGood = token.map { $0.isGood(at: now) && $0.kind != .browser } ?? false
        return (.token(hash: hash), isGood ? token?.user : nil)
      }
    } catch {
      throw fault(error, caller)
    }
  }

  /// Checks everything again in the transaction, because a code is valid only once.
  private static func createCookie(_ credential: Credential, _ transaction: UserTransaction) throws
    -> SessionAPI.BrowserCookie
  {
    let now = transaction.now
    var maker = TokenRules.Maker(scopes: TokenRules.scopes, expiresAt: nil)
    var parent: String?
    switch credential {
    case .maker(let other): maker = try given(other, at: now)
    case .code(let hash):
      guard try CodeStore.redeem(hash: hash, at: now, transaction.storage) else { throw Fault.badToken }
    case .token(let hash):
      guard let token = try TokenStore.token(hash: hash, transaction.rows), token.isGood(at: now) else {
        throw Fault.badToken
      }
      maker = TokenRules.Maker(scopes: token.scopes, expiresAt: token.expiresAt)
      parent = token.id
    }
    try deleteEndedTokens(for: transaction.user, at: now, transaction.storage)
    let counts = try TokenStore.counts(of: transaction.user, at: now, transaction.rows)
    guard counts.all < SessionLimits.tokenRowsOfUser else {
      throw Fault(.overloaded, "too many recent sign-ins of this user; retry in a few minutes")
    }
    if counts.browsers >= SessionLimits.browsersOfUser {
      try TokenStore.revokeOldestBrowser(of: transaction.user, at: now, transaction.storage)
    }
    let end = TokenRules.browserEnd(of: maker, now: now)
    let secret = Secret.make(.browser)
    let token = StoredToken(
      id: secret.id, user: transaction.user, name: nil, kind: .browser, scopes: maker.scopes, createdAt: now,
      expiresAt: end, parent: parent)
    try TokenStore.insert(token, secret, transaction.storage)
    return SessionAPI.BrowserCookie(secret: secret.text, seconds: Int(end.seconds - now.seconds))
  }

  /// Signing out repeatedly succeeds.
  func signOut(_ call: SessionAPI.SignOut, _ caller: CallerContext) async throws(Fault) -> SessionAPI.BrowserCookie {
    guard let id = call.maker?.id else { return SessionAPI.BrowserCookie(secret: nil, seconds: 0) }
    return try await command(caller) { transaction in
      if try TokenStore.token(id, of: transaction.user, transaction.rows)?.kind == .browser {
        try TokenStore.revoke(id, of: transaction.user, at: transaction.now, transaction.storage)
      }
      return SessionAPI.BrowserCookie(secret: nil, seconds: 0)
    }
  }
}
