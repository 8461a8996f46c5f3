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
    if call.codeVerifier != nil || call.name != nil {
      guard call.token == nil, call.userId == nil, call.password == nil else {
        throw Fault(Rejection("codeVerifier", "is for the code of an app; send only code, codeVerifier and name"))
      }
      return try await redeemAppCode(call, caller)
    }
    if let userId = call.userId, let password = call.password, call.token == nil, call.code == nil {
      return try await signIn(userId, password, call.visitor, caller)
    }
    guard call.userId == nil, call.password == nil, (call.token == nil) != (call.code == nil),
      let proof = call.token ?? call.code
    else {
      throw Fault(Rejection("token", "is required, or code, or userId and password; send exactly one of them"))
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
    return try await command(CallerContext(user: user, trace: caller.trace)) { [self, keyed] transaction in
      guard let keyed else { return try openSession(credential, call.visitor, transaction) }
      if let first = try IdempotencyStore.reply(to: keyed, of: transaction.user, transaction.rows) {
        return try Self.replayedCookie(try Self.stored(SealedSecret.self, first).opened(by: seal), transaction)
      }
      let cookie = try openSession(credential, call.visitor, transaction)
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
          if try AppCodeStore.code(hash: hash, at: now, rows) != nil {
            throw Rejection("codeVerifier", "is required with the code of an app")
          }
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
  private func openSession(
    _ credential: Credential, _ visitor: SessionAPI.Visitor?, _ transaction: UserTransaction
  ) throws -> SessionAPI.BrowserCookie {
    let now = transaction.now
    switch credential {
    case .maker(let other):
      let maker = try Self.given(other, at: now)
      return try openSession(
        SessionOrigin(method: .token, scopes: maker.scopes, makerEnd: maker.expiresAt), visitor, transaction)
    case .code(let hash):
      guard try CodeStore.redeem(hash: hash, at: now, transaction.storage) else { throw Fault.badToken }
      return try openSession(SessionOrigin(method: .code), visitor, transaction)
    case .token(let hash):
      guard let token = try TokenStore.token(hash: hash, transaction.rows), token.isGood(at: now) else {
        throw Fault.badToken
      }
      let origin = SessionOrigin(
        method: .token, scopes: token.scopes, makerEnd: token.expiresAt, parent: token.id)
      return try openSession(origin, visitor, transaction)
    }
  }

  /// The reason for a browser session.
  struct SessionOrigin: Sendable {
    var method: SignInMethod
    /// The name of the session.
    var name: String?
    var scopes = TokenRules.scopes
    /// The end of the token or JWT that signs in.
    var makerEnd: Instant?
    /// The token that signs in.
    var parent: String?
    /// The time after which the session ends, however it is used.
    var longestSeconds: Int64?
    var provider: ProviderSession?
    /// The provider's token, if signing out ends the provider's session too.
    var idToken: String?
  }

  /// Signs a browser in. Its previous session ends, also if it is another user's.
  func openSession(
    _ origin: SessionOrigin, _ visitor: SessionAPI.Visitor?, _ transaction: UserTransaction
  ) throws -> SessionAPI.BrowserCookie {
    let (user, now, storage) = (transaction.user, transaction.now, transaction.storage)
    if try PersonStore.isDisabled(user, transaction.rows) { throw Fault.badToken }
    if let hash = visitor?.cookie, let old = try TokenStore.token(hash: hash, transaction.rows), old.kind == .browser {
      try TokenStore.revoke(old.id, of: old.user, at: now, storage)
    }
    try makeRoom(for: origin, transaction)
    let ends = [origin.makerEnd, origin.longestSeconds.map { now + $0 }].compactMap(\.self)
    let lastEnd = SessionLife.lastEnd(signedInAt: now, makerEnd: ends.min())
    let end = origin.longestSeconds == nil ? people.sessionLife.end(usedAt: now, lastEnd: lastEnd) : lastEnd
    let secret = Secret.make(.browser)
    let token = StoredToken(
      id: secret.id, user: user, name: origin.name, kind: .browser, scopes: origin.scopes, createdAt: now,
      expiresAt: end, parent: origin.parent, method: origin.method, signedInAt: now, lastEnd: lastEnd,
      makerEnd: origin.makerEnd)
    try TokenStore.insert(token, secret, storage)
    if let session = origin.provider {
      try keep(session, idToken: origin.idToken, of: token.id, user, storage)
    }
    if let visitor {
      try SignInStore.append(
        SignInLog.record(origin.method, .ok, visitor, session: token.id, at: now), of: user, storage)
    }
    return SessionAPI.BrowserCookie(secret: secret.text, seconds: Int(end.seconds - now.seconds))
  }

  /// The sessions of a token or of JWTs do not displace those that the person has signed in.
  private func makeRoom(for origin: SessionOrigin, _ transaction: UserTransaction) throws {
    let (user, now, storage) = (transaction.user, transaction.now, transaction.storage)
    try Self.deleteEndedTokens(for: user, at: now, storage)
    let counts = try TokenStore.counts(of: user, parent: origin.parent, at: now, transaction.rows)
    guard origin.method != .token else {
      if counts.ofToken >= SessionLimits.browsersOfUser {
        try TokenStore.deleteOldestSession(of: user, signedInWith: origin.parent ?? "", at: now, storage)
      }
      return
    }
    guard counts.sessionRows < SessionLimits.tokenRowsOfUser else {
      throw Fault(.overloaded, "too many recent sign-ins of this user; retry in a few minutes")
    }
    if counts.sessions >= SessionLimits.browsersOfUser {
      try TokenStore.revokeOldestSession(of: user, at: now, storage)
    }
  }

  /// Signing out repeatedly succeeds. Behind a proxy that signs people in, it ends the session of a cookie that the
  /// browser sends too.
  func signOut(_ call: SessionAPI.SignOut, _ caller: CallerContext) async throws(Fault) -> SessionAPI.BrowserCookie {
    let cookie = call.visitor?.cookie
    guard call.maker?.id != nil || cookie != nil else { return SessionAPI.BrowserCookie(secret: nil, seconds: 0) }
    let (cleared, idToken): (SessionAPI.BrowserCookie, String?) = try await command(caller) { [self] transaction in
      let own = try call.maker?.id.flatMap { try TokenStore.token($0, of: transaction.user, transaction.rows) }
      let sent = try cookie.flatMap { try TokenStore.token(hash: $0, transaction.rows) }
      var idToken: String?
      for session in [own, sent].compactMap(\.self) where session.kind == .browser && session.user == transaction.user {
        idToken = try idToken ?? self.idToken(of: session.id, transaction.user, transaction.rows)
        try TokenStore.revoke(session.id, of: transaction.user, at: transaction.now, transaction.storage)
      }
      return (SessionAPI.BrowserCookie(secret: nil, seconds: 0), idToken)
    }
    var reply = cleared
    if let idToken { reply.url = await logoutAddress(idToken: idToken) }
    return reply
  }
}
