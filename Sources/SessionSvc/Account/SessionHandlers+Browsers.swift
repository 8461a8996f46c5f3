import API
import Chronology
import Crypto
import Domain
import Proto
import Storage

extension SessionHandlers {
  /// What a browser signs in with, once it is known to be good.
  private enum Entry {
    case token(hash: [UInt8])
    case code(hash: [UInt8])
    case maker(SessionAPI.Maker)
  }

  /// With a key the same cookie is given again, to a caller with that key and the same token or code.
  func signIn(_ call: SessionAPI.SignIn, _ caller: Caller) async throws(Fault) -> SessionAPI.BrowserCookie {
    guard (call.token == nil) != (call.code == nil), let proof = call.token ?? call.code else {
      throw Fault(Rejection("token", "must be given, or else code, and not both"))
    }
    var keyed = try caller.keyedCall(SessionAPI.SignIn.name)
    // A key counts for one proof alone, and neither is written down.
    let seal = "\(keyed?.key ?? "")\n\(proof)"
    keyed?.key = SealedSecret.name(of: seal)
    let entry: Entry
    var user = caller.user
    if let maker = call.maker {
      entry = .maker(maker)
    } else {
      (entry, user) = try await find(call, keyed, caller)
    }
    guard let user else { throw Fault.badToken }
    // Where a token signs its user in for the first time, the ledger begins the user.
    return try await command(Caller(user: user, trace: caller.trace)) { [keyed] ledger in
      guard let keyed else { return try Self.open(entry, ledger) }
      if let first = try IdempotencyStore.reply(to: keyed, of: ledger.user, ledger.rows) {
        return try Self.opened(try Self.stored(SealedSecret.self, first).opened(by: seal), ledger)
      }
      let cookie = try Self.open(entry, ledger)
      let sealed = SealedSecret([UInt8]((cookie.secret ?? "").utf8), key: seal)
      try IdempotencyStore.keep(
        try CBOREncoder.encode(sealed), for: keyed, of: ledger.user, at: ledger.now, ledger.transaction)
      return cookie
    }
  }

  /// The cookie that was made before, as long as it is good.
  private static func opened(_ secret: [UInt8], _ ledger: Ledger) throws -> SessionAPI.BrowserCookie {
    let hash = SHA256.hash(secret)
    guard let token = try TokenStore.token(hash: hash, ledger.rows), token.isGood(at: ledger.now),
      let end = token.expiresAt
    else { throw Fault.badToken }
    return SessionAPI.BrowserCookie(
      secret: String(decoding: secret, as: UTF8.self), seconds: Int(end.seconds - ledger.now.seconds), replayed: true)
  }

  /// A wrong one costs a read and no command, whatever is wrong with it. A used code is wrong but for the key that it
  /// was used with.
  private func find(
    _ call: SessionAPI.SignIn, _ keyed: KeyedCall?, _ caller: Caller
  ) async throws(Fault) -> (Entry, String?) {
    let now = now()
    do {
      return try await database.read(user: Self.strangers) { rows in
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

  /// In the transaction everything is judged again: a code is good for the first one alone.
  private static func open(_ entry: Entry, _ ledger: Ledger) throws -> SessionAPI.BrowserCookie {
    let now = ledger.now
    var maker = TokenRules.Maker(scopes: TokenRules.scopes, expiresAt: nil)
    var parent: String?
    switch entry {
    case .maker(let other): maker = try given(other, at: now)
    case .code(let hash):
      guard try CodeStore.redeem(hash: hash, at: now, ledger.transaction) else { throw Fault.badToken }
    case .token(let hash):
      guard let token = try TokenStore.token(hash: hash, ledger.rows), token.isGood(at: now) else {
        throw Fault.badToken
      }
      maker = TokenRules.Maker(scopes: token.scopes, expiresAt: token.expiresAt)
      parent = token.id
    }
    try makeRoom(for: ledger.user, at: now, ledger.transaction)
    let counts = try TokenStore.counts(of: ledger.user, at: now, ledger.rows)
    guard counts.all < SessionLimits.tokenRowsOfUser else {
      throw Fault(.overloaded, "this user has signed in and out too often: try again in some minutes")
    }
    if counts.browsers >= SessionLimits.browsersOfUser {
      try TokenStore.revokeOldestBrowser(of: ledger.user, at: now, ledger.transaction)
    }
    let end = TokenRules.browserEnd(of: maker, now: now)
    let secret = Secret.make(.browser)
    let token = StoredToken(
      id: secret.id, user: ledger.user, name: nil, kind: .browser, scopes: maker.scopes, createdAt: now,
      expiresAt: end, parent: parent)
    try TokenStore.insert(token, secret, ledger.transaction)
    return SessionAPI.BrowserCookie(secret: secret.text, seconds: Int(end.seconds - now.seconds))
  }

  /// Signing out twice is signing out.
  func signOut(_ call: SessionAPI.SignOut, _ caller: Caller) async throws(Fault) -> SessionAPI.BrowserCookie {
    guard let id = call.maker?.id else { return SessionAPI.BrowserCookie(secret: nil, seconds: 0) }
    return try await command(caller) { ledger in
      if try TokenStore.token(id, of: ledger.user, ledger.rows)?.kind == .browser {
        try TokenStore.revoke(id, of: ledger.user, at: ledger.now, ledger.transaction)
      }
      return SessionAPI.BrowserCookie(secret: nil, seconds: 0)
    }
  }
}
