import API
import Chronology
import Crypto
import Domain
import Proto
import Storage

extension SessionHandlers {
  /// No user's id: calls of which only a token is known wait in a queue of their own.
  static let strangers = " "

  /// An unknown token, an expired and a revoked one get the same answer.
  func verifyToken(_ call: SessionAPI.VerifyToken, _ caller: Caller) async throws(Fault) -> SessionAPI.VerifyToken.Reply
  {
    let found: (token: StoredToken, isNew: Bool)?
    do {
      found = try await database.read(user: Self.strangers) { rows in
        guard let token = try TokenStore.token(hash: call.hash, rows) else { return nil }
        return (token, try UserStore.head(token.user, rows).seq == 0)
      }
    } catch {
      throw fault(error, caller)
    }
    guard let (token, isNew) = found, token.isGood(at: now()) else {
      throw Fault.badToken
    }
    if isNew, erasures.isRefused(token.user) { throw Fault.accountWasDeleted }
    memory.note(hash: call.hash, usedAt: now())
    if isNew { try await open(Caller(user: token.user, trace: caller.trace)) }
    return SessionAPI.VerifyToken.Reply(
      user: token.user, scopes: token.scopes, expiresAt: token.expiresAt, id: token.id, kind: token.kind)
  }

  func checkTokens(_ call: SessionAPI.CheckTokens, _ caller: Caller) async throws(Fault) -> SessionAPI.CheckTokens.Reply
  {
    let size = SHA256.byteCount
    let count = call.hashes.count / size
    guard call.hashes.count % size == 0, count <= SessionLimits.tokensPerCheck else {
      throw Fault.invalid("hashes", "must be \(size) bytes each, of at most \(SessionLimits.tokensPerCheck) tokens")
    }
    do {
      return try await database.read(user: Self.strangers, cost: 1 + count / 8) { [now = now(), erasures] reading in
        try caller.checkTime()
        let ended = try (0..<count).filter { place in
          let hash = Array(call.hashes[place * size..<(place + 1) * size])
          guard let token = try TokenStore.token(hash: hash, reading), token.isGood(at: now) else { return true }
          return erasures.isRefused(token.user)
        }
        return SessionAPI.CheckTokens.Reply(ended: ended)
      }
    } catch {
      throw fault(error, caller)
    }
  }

  func openAccount(_ call: SessionAPI.OpenAccount, _ caller: Caller) async throws(Fault) -> Nothing {
    let user = try caller.validUser()
    if erasures.isRefused(user) { throw Fault.accountWasDeleted }
    // Another host may have deleted it.
    if hosts == nil, let head = heads.head(of: user), head.seq > 0 { return Nothing() }
    if try await read(caller, { try UserStore.head($0, $1).seq == 0 }) { try await open(caller) }
    return Nothing()
  }

  func fetchProfile(_ call: SessionAPI.FetchProfile, _ caller: Caller) async throws(Fault) -> SessionAPI.ProfileReply {
    let user = try caller.validUser()
    if let account = try await read(caller, { try UserStore.account($0, $1) }) {
      return SessionAPI.ProfileReply(userId: user, profile: account.profile)
    }
    return try await command(caller) { SessionAPI.ProfileReply(userId: $0.user, profile: $0.account.profile) }
  }

  func saveProfile(
    _ call: SessionAPI.SaveProfile, _ caller: Caller
  ) async throws(Fault) -> Written<SessionAPI.ProfileReply> {
    try await command(caller) { [zones] ledger in
      var profile = ledger.account.profile
      profile.timezone = call.timezone ?? profile.timezone
      profile.dayStart = call.dayStart ?? profile.dayStart
      profile.restDaysPerWeek = call.restDaysPerWeek ?? profile.restDaysPerWeek
      switch call.displayName {
      case .unchanged: break
      case .cleared: profile.displayName = nil
      case .set(let name): profile.displayName = name
      }
      // A zone or a name that was valid when it was chosen, and is not sent now, does not fail the call.
      let zoneIsKnown = call.timezone.map { zones.zone(named: $0) != nil } ?? true
      var judged = profile
      if call.displayName == .unchanged { judged.displayName = nil }
      try ProfileRules.check(judged, zoneIsKnown: zoneIsKnown)
      if profile != ledger.account.profile {
        try ledger.setProfile(profile)
        try ledger.append(.account(.profileChanged(ProfileChanged(profile: profile))))
      }
      return Written(created: false, value: SessionAPI.ProfileReply(userId: ledger.user, profile: profile))
    }
  }

  /// A ledger begins its user; there is nothing else to do.
  private func open(_ caller: Caller) async throws(Fault) {
    try await command(caller) { _ in }
  }
}
