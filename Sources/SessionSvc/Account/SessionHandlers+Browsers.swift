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

  func signIn(_ call: SessionAPI.SignIn, _ caller: Caller) async throws(Fault) -> SessionAPI.BrowserCookie {
    guard (call.token == nil) != (call.code == nil) else {
      throw Fault(Rejection("token", "must be given, or else code, and not both"))
    }
    let entry: Entry
    var user = caller.user
    if let maker = call.maker {
      entry = .maker(maker)
    } else {
      (entry, user) = try await find(call, caller)
    }
    guard let user else { throw Fault.badToken }
    // Where a token signs its user in for the first time, the ledger begins the user.
    return try await command(Caller(user: user, trace: caller.trace)) { try Self.open(entry, $0) }
  }

  /// A wrong one costs a read and no command, whatever is wrong with it.
  private func find(
    _ call: SessionAPI.SignIn, _ caller: Caller
  ) async throws(Fault) -> (Entry, String?) {
    let now = now()
    do {
      return try await database.read(user: Self.strangers) { rows in
        if let code = call.code {
          let hash = SHA256.hash(code)
          return (.code(hash: hash), try CodeStore.user(hash: hash, at: now, rows))
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
    case .maker(let given): maker = TokenRules.Maker(scopes: given.scopes, expiresAt: given.expiresAt)
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
    try TokenStore.insert(token, hash: secret.hash, ledger.transaction)
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
