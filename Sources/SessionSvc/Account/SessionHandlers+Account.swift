import API
import Chronology
import Crypto
import Domain
import Proto
import Storage

extension SessionHandlers {
  /// Not a valid user id: calls with only a token share this queue.
  static let unknownUserQueue = " "

  /// Unknown, expired and revoked tokens get the same response.
  func verifyToken(_ call: SessionAPI.VerifyToken, _ caller: CallerContext) async throws(Fault)
    -> SessionAPI.VerifyToken.Reply
  {
    let found: (token: StoredToken, isNew: Bool)?
    do {
      found = try await database.read(user: Self.unknownUserQueue) { rows in
        guard let token = try TokenStore.token(hash: call.hash, rows) else { return nil }
        return (token, try UserStore.head(token.user, rows).seq == 0)
      }
    } catch {
      throw fault(error, caller)
    }
    guard let (token, isNew) = found, token.isGood(at: now()) else {
      throw Fault.badToken
    }
    if isNew, erasures.isRejected(token.user) { throw Fault.accountWasDeleted }
    memory.note(hash: call.hash, usedAt: now())
    if isNew { try await open(CallerContext(user: token.user, trace: caller.trace)) }
    return SessionAPI.VerifyToken.Reply(
      user: token.user, scopes: token.scopes, expiresAt: token.expiresAt, id: token.id, kind: token.kind)
  }

  func checkTokens(_ call: SessionAPI.CheckTokens, _ caller: CallerContext) async throws(Fault)
    -> SessionAPI.CheckTokens.Reply
  {
    let size = SHA256.byteCount
    let count = call.hashes.count / size
    guard call.hashes.count % size == 0, count <= SessionLimits.tokensPerCheck else {
      throw Fault.invalid("hashes", "must be at most \(SessionLimits.tokensPerCheck) hashes of \(size) bytes each")
    }
    do {
      return try await database.read(user: Self.unknownUserQueue, cost: 1 + count / 8) {
        [now = now(), erasures] reading in
        try caller.checkTime()
        let ended = try (0..<count).filter { place in
          let hash = Array(call.hashes[place * size..<(place + 1) * size])
          guard let token = try TokenStore.token(hash: hash, reading), token.isGood(at: now) else { return true }
          return erasures.isRejected(token.user)
        }
        return SessionAPI.CheckTokens.Reply(ended: ended)
      }
    } catch {
      throw fault(error, caller)
    }
  }

  func openAccount(_ call: SessionAPI.OpenAccount, _ caller: CallerContext) async throws(Fault) -> Nothing {
    let user = try caller.validUser()
    if erasures.isRejected(user) { throw Fault.accountWasDeleted }
    // With several hosts the head may be stale, because another host may have deleted the account.
    if hosts == nil, let head = heads.head(of: user), head.seq > 0 { return Nothing() }
    if try await read(caller, { try UserStore.head($0, $1).seq == 0 }) { try await open(caller) }
    return Nothing()
  }

  func fetchProfile(_ call: SessionAPI.FetchProfile, _ caller: CallerContext) async throws(Fault)
    -> SessionAPI.ProfileReply
  {
    let user = try caller.validUser()
    if let account = try await read(caller, { try UserStore.record($0, $1) }) {
      return SessionAPI.ProfileReply(userId: user, profile: account.profile, account.settings)
    }
    return try await command(caller) { $0.profileReply }
  }

  func saveProfile(
    _ call: SessionAPI.SaveProfile, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.ProfileReply> {
    try await command(caller) { [zones] transaction in
      let record = transaction.record
      let event = try call.edit.outcome(for: record.profile, record.settings, zones: zones, now: transaction.now)
      if let event { try transaction.change(event) }
      return Written(created: false, value: transaction.profileReply)
    }
  }

  func restoreProfile(_ call: SessionAPI.RestoreProfile, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try await command(caller) { [zones] transaction in
      var event = ProfileChanged(profile: call.profile, changes: call.changes)
      event.profile.createdAt = transaction.record.profile.createdAt
      try ProfileRules.check(event.profile, zoneIsKnown: zones.zone(named: event.profile.timezone) != nil)
      try ProfileRules.check(event.changes ?? [], of: transaction.record.settings, in: event, now: transaction.now)
      try transaction.change(event)
      return Nothing()
    }
  }

  func restoreUnlocks(_ call: SessionAPI.RestoreUnlocks, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try await command(caller) { transaction in
      // Only the event that opens the account comes before.
      guard call.byFacts || transaction.seq == 1 else { return Nothing() }
      try transaction.append(.account(.unlocksDated(UnlocksDated(byFacts: call.byFacts))))
      return Nothing()
    }
  }

  /// Creates the user, as every transaction of a new user does.
  private func open(_ caller: CallerContext) async throws(Fault) {
    try await command(caller) { _ in }
  }
}

extension UserTransaction {
  fileprivate var profileReply: SessionAPI.ProfileReply {
    SessionAPI.ProfileReply(userId: user, profile: record.profile, record.settings)
  }
}
