import API
import Chronology
import Domain
import Proto
import Storage

extension SessionHandlers {
  func listTokens(
    _ call: SessionAPI.ListTokens, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.AccessToken>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let after = try paging.cursor.map(Self.place) ?? (Int64.min, "")
    let now = now()
    return try await read(caller, cost: paging.cost) { [memory] user, rows in
      let tokens = try TokenStore.good(of: user, at: now, after: after, limit: paging.limit + 1, rows)
      let uses = memory.uses(of: tokens.map(\.id))
      return try paging.page(tokens, key: { "\($0.createdAt.seconds) \($0.id)" }) { row in
        var row = row
        row.lastUsedAt = uses[row.id] ?? row.lastUsedAt
        return row.shown(to: call.maker)
      }
    }
  }

  /// Parses a cursor: the time and id of the last token.
  static func place(_ cursor: String) throws(Fault) -> (Int64, String) {
    let parts = cursor.split(separator: " ")
    guard parts.count == 2, let seconds = Int64(parts[0]) else { throw Paging.badCursor }
    return (seconds, String(parts[1]))
  }

  /// The kept response. If the key cannot be guessed, it also contains the encrypted token.
  private struct Kept: Codable {
    var written: Written<SessionAPI.MadeToken>
    var secret: SealedSecret?
  }

  /// A repeated call with the same key returns the token again: for as long as the response is kept if the key is long
  /// enough to encrypt the token, otherwise while the token is in memory.
  func createToken(
    _ call: SessionAPI.CreateToken, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.MadeToken> {
    guard var keyed = try caller.keyedCall(SessionAPI.CreateToken.name) else {
      return try await command(caller) { try Self.make(call, $0) }
    }
    let key = keyed.key
    let seals = caller.keyLength >= SessionLimits.sealingKeyLength
    keyed.key = SealedSecret.name(of: key)
    return try await self.keyed(caller, keyed, cost: 1) { [memory] transaction in
      let written = try Self.make(call, transaction)
      if !seals {
        let made = written.value
        transaction.storage.afterCommit { memory.keep(made.token, id: made.id) }
      }
      return written
    } kept: { written in
      var kept = Kept(written: written)
      kept.written.value.token = ""
      if seals { kept.secret = SealedSecret([UInt8](written.value.token.utf8), key: key) }
      return try CBOREncoder.encode(kept)
    } repeated: { [memory] reply in
      let kept = try Self.stored(Kept.self, reply)
      var written = kept.written
      let sealed = try kept.secret.map { String(decoding: try $0.opened(by: key), as: UTF8.self) }
      guard let token = sealed ?? memory.token(id: written.value.id) else { throw Fault.shownOnce }
      written.value.token = token
      written.replayed = true
      return written
    }
  }

  private static func make(
    _ call: SessionAPI.CreateToken, _ transaction: UserTransaction
  ) throws -> Written<SessionAPI.MadeToken> {
    let now = transaction.now
    let (maker, parent) = try maker(call.maker, transaction)
    let violations = TextRules.violations(ofText: call.name, "name")
    let granted: TokenRules.Maker
    do {
      granted = try TokenRules.grant(
        scopes: call.scopes?.map(\.rawValue), expiresAt: call.expiresAt, by: maker, now: now)
    } catch {
      throw Rejection(violations + error.violations)
    }
    try violations.reject()
    let (token, secret) = try makeToken(
      named: call.name, call.kind == .device ? .device : .token, granted.scopes, until: granted.expiresAt,
      parent: parent, transaction)
    return Written(created: true, value: SessionAPI.MadeToken(token.shown(to: nil), text: secret.text))
  }

  /// Inserts a token, unless the user has too many.
  static func makeToken(
    named name: String, _ kind: TokenKind, _ scopes: [String], until end: Instant?, parent: String?,
    _ transaction: UserTransaction
  ) throws -> (StoredToken, Secret) {
    let now = transaction.now
    try deleteEndedTokens(for: transaction.user, at: now, transaction.storage)
    let counts = try TokenStore.counts(of: transaction.user, at: now, transaction.rows)
    guard counts.tokens < SessionLimits.tokensOfUser, counts.rows < SessionLimits.tokenRowsOfUser else {
      throw Fault(.conflict, "the user has the maximum number of tokens; revoke one first")
    }
    let secret = Secret.make(kind)
    let token = StoredToken(
      id: secret.id, user: transaction.user, name: name, kind: kind, scopes: scopes, createdAt: now, expiresAt: end,
      parent: parent)
    try TokenStore.insert(token, secret, transaction.storage)
    return (token, secret)
  }

  /// Returns the maker's current rights, and the token on which the new one depends. A token that was just revoked
  /// cannot create others. A browser session that a person has signed in sets no end.
  private static func maker(
    _ maker: SessionAPI.Maker?, _ transaction: UserTransaction
  ) throws -> (TokenRules.Maker, parent: String?) {
    guard let maker else { return (TokenRules.Maker(scopes: TokenRules.scopes, expiresAt: nil), nil) }
    guard let id = maker.id else { return (try given(maker, at: transaction.now), nil) }
    guard let token = try TokenStore.token(id, of: transaction.user, transaction.rows),
      token.isGood(at: transaction.now)
    else {
      throw Fault.badToken
    }
    guard token.kind == .browser else {
      return (TokenRules.Maker(scopes: token.scopes, expiresAt: token.expiresAt), id)
    }
    // The method of a session of an earlier version is unknown.
    let end = token.method == nil ? token.expiresAt : token.makerEnd
    return (TokenRules.Maker(scopes: token.scopes, expiresAt: end), token.parent)
  }

  /// Checks credentials other than this server's tokens. Clocks differ, so they may be accepted shortly after their
  /// end, but they cannot create tokens then.
  static func given(_ maker: SessionAPI.Maker, at now: Instant) throws(Fault) -> TokenRules.Maker {
    if let end = maker.expiresAt, end <= now { throw Fault.badToken }
    return TokenRules.Maker(scopes: maker.scopes, expiresAt: maker.expiresAt)
  }

  /// Deletes tokens that ended a while ago, except the most recent ones.
  static func deleteEndedTokens(for user: String, at now: Instant, _ transaction: Transaction) throws {
    try TokenStore.purgeSessionsOfTokens(of: user, at: now, transaction)
    try TokenStore.purge(
      of: user, endedBefore: now + -SessionLimits.endedTokenSeconds, keeping: SessionLimits.endedTokens, transaction)
  }

  func revokeToken(_ call: SessionAPI.RevokeToken, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try check(id: call.id)
    return try await command(caller) { transaction in
      guard let token = try TokenStore.token(call.id, of: transaction.user, transaction.rows),
        token.isGood(at: transaction.now)
      else { throw Fault(.notFound, "no token has this id") }
      try TokenStore.revoke(token.id, of: transaction.user, at: transaction.now, transaction.storage)
      return Nothing()
    }
  }

  /// Stores the uses in memory, in small batches.
  func writeTokenUses() async throws {
    var uses = memory.removeUses()[...]
    while !uses.isEmpty {
      let batch = uses.prefix(SessionLimits.tokenUsesPerWrite)
      uses = uses.dropFirst(batch.count)
      try await database.write(cost: batch.count) { transaction in
        for use in batch { try TokenStore.setLastUse(hash: use.hash, use.minute, transaction) }
      }
    }
  }
}

extension StoredToken {
  func shown(to maker: SessionAPI.Maker?) -> SessionAPI.AccessToken {
    SessionAPI.AccessToken(
      id: id, name: name, kind: kind, scopes: scopes.compactMap(SessionAPI.TokenScope.init), createdAt: createdAt,
      expiresAt: expiresAt, lastUsedAt: lastUsedAt, isCurrent: maker?.id == id)
  }
}

extension Fault {
  static let shownOnce = Fault(
    .conflict, "the first call with this key created the token, which is shown only once; revoke it and create another")
}
