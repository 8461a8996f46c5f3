import API
import Chronology
import Domain
import Proto
import Storage

extension SessionHandlers {
  func listTokens(
    _ call: SessionAPI.ListTokens, _ caller: Caller
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

  /// A cursor of the list: the last token's time and id.
  private static func place(_ cursor: String) throws(Fault) -> (Int64, String) {
    let parts = cursor.split(separator: " ")
    guard parts.count == 2, let seconds = Int64(parts[0]) else { throw Paging.badCursor }
    return (seconds, String(parts[1]))
  }

  /// What is kept of an answer under a key: the token is sealed by it, where it is one that cannot be guessed.
  private struct Kept: Codable {
    var written: Written<SessionAPI.MadeToken>
    var secret: SealedSecret?
  }

  /// The token is shown once, and again to the same key: as long as it is in memory, or for as long as the answer is
  /// kept where the key is long enough to seal it.
  func createToken(
    _ call: SessionAPI.CreateToken, _ caller: Caller
  ) async throws(Fault) -> Written<SessionAPI.MadeToken> {
    guard var keyed = try caller.keyedCall(SessionAPI.CreateToken.name) else {
      return try await command(caller) { try Self.make(call, $0) }
    }
    let key = keyed.key
    let seals = caller.keyLength >= SessionLimits.sealingKeyLength
    keyed.key = SealedSecret.name(of: key)
    return try await self.keyed(caller, keyed, cost: 1) { [memory] ledger in
      let written = try Self.make(call, ledger)
      if !seals { memory.keep(written.value.token, id: written.value.id) }
      return written
    } kept: { written in
      var kept = Kept(written: written)
      kept.written.value.token = ""
      if seals { kept.secret = SealedSecret([UInt8](written.value.token.utf8), key: key) }
      return try CBOREncoder.encode(kept)
    } repeated: { [memory] reply in
      let kept = try Self.stored(Kept.self, reply)
      var written = kept.written
      let sealed = kept.secret.map { String(decoding: $0.opened(by: key), as: UTF8.self) }
      guard let token = sealed ?? memory.token(id: written.value.id) else { throw Fault.shownOnce }
      written.value.token = token
      written.replayed = true
      return written
    }
  }

  private static func make(
    _ call: SessionAPI.CreateToken, _ ledger: Ledger
  ) throws -> Written<SessionAPI.MadeToken> {
    let now = ledger.now
    let maker = try maker(call.maker, ledger)
    let violations = TextRules.violations(ofText: call.name, "name")
    let granted: TokenRules.Maker
    do {
      granted = try TokenRules.grant(
        scopes: call.scopes?.map(\.rawValue), expiresAt: call.expiresAt, by: maker, now: now)
    } catch {
      throw Rejection(violations + error.violations)
    }
    try violations.reject()
    try makeRoom(for: ledger.user, at: now, ledger.transaction)
    let counts = try TokenStore.counts(of: ledger.user, at: now, ledger.rows)
    guard counts.others < SessionLimits.tokensOfUser, counts.all < SessionLimits.tokenRowsOfUser else {
      throw Fault(.conflict, "there are as many tokens as a user may have: revoke one first")
    }
    let kind: TokenKind = call.kind == .device ? .device : .token
    let secret = Secret.make(kind)
    let token = StoredToken(
      id: secret.id, user: ledger.user, name: call.name, kind: kind, scopes: granted.scopes, createdAt: now,
      expiresAt: granted.expiresAt)
    try TokenStore.insert(token, secret, ledger.transaction)
    return Written(created: true, value: SessionAPI.MadeToken(token.shown(to: nil), text: secret.text))
  }

  /// What a maker has now: a token that was revoked a moment ago makes nothing.
  private static func maker(_ maker: SessionAPI.Maker?, _ ledger: Ledger) throws -> TokenRules.Maker {
    guard let maker else { return TokenRules.Maker(scopes: TokenRules.scopes, expiresAt: nil) }
    guard let id = maker.id else { return try given(maker, at: ledger.now) }
    guard let token = try TokenStore.token(id, of: ledger.user, ledger.rows), token.isGood(at: ledger.now) else {
      throw Fault.badToken
    }
    return TokenRules.Maker(scopes: token.scopes, expiresAt: token.expiresAt)
  }

  /// Credentials that are not a token of ours. Clocks differ, so that one may still be accepted a little after its end;
  /// it makes nothing then.
  static func given(_ maker: SessionAPI.Maker, at now: Instant) throws(Fault) -> TokenRules.Maker {
    if let end = maker.expiresAt, end <= now { throw Fault.badToken }
    return TokenRules.Maker(scopes: maker.scopes, expiresAt: maker.expiresAt)
  }

  /// What ended a while ago goes, but for the last ones.
  static func makeRoom(for user: String, at now: Instant, _ transaction: Transaction) throws {
    try TokenStore.purge(
      of: user, endedBefore: now + -SessionLimits.endedTokenSeconds, keeping: SessionLimits.endedTokens, transaction)
  }

  func revokeToken(_ call: SessionAPI.RevokeToken, _ caller: Caller) async throws(Fault) -> Nothing {
    try check(id: call.id)
    return try await command(caller) { ledger in
      guard let token = try TokenStore.token(call.id, of: ledger.user, ledger.rows), token.isGood(at: ledger.now)
      else { throw Fault(.notFound, "there is no such token") }
      try TokenStore.revoke(token.id, of: ledger.user, at: ledger.now, ledger.transaction)
      return Nothing()
    }
  }

  /// Writes the uses that are in memory, a few at a time.
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
  /// The same for an unknown token or code, an expired and a revoked one.
  static let badToken = Fault(.unauthenticated, "the token is unknown, expired or revoked")
  static let shownOnce = Fault(
    .conflict, "the token was made by the first such call, and is shown once: revoke it and make another")
}
