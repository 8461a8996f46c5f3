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
    let found: (token: StoredToken, hash: [UInt8], isNew: Bool)?
    let now = self.now()
    do {
      found = try await database.read(user: Self.unknownUserQueue) { rows in
        guard let (token, hash) = try Self.presented(call, at: now, rows),
          try !PersonStore.isDisabled(token.user, rows)
        else { return nil }
        return (token, hash, try UserStore.head(token.user, rows).seq == 0)
      }
    } catch {
      throw fault(error, caller)
    }
    guard let (token, hash, isNew) = found, token.isGood(at: now) else {
      throw Fault.badToken
    }
    if isNew, erasures.isRejected(token.user) { throw Fault.accountWasDeleted }
    memory.note(hash: hash, usedAt: now)
    if isNew { try await open(CallerContext(user: token.user, trace: caller.trace)) }
    let renewed = try await renew(token, caller)
    return SessionAPI.VerifyToken.Reply(
      user: token.user, scopes: token.scopes, expiresAt: renewed ?? token.expiresAt, id: token.id, kind: token.kind,
      renewedSeconds: renewed.map { Int($0 - now) })
  }

  /// Returns the token that was presented, and its hash. A token ends no later than the cookie that stands for it.
  private static func presented(
    _ call: SessionAPI.VerifyToken, at now: Instant, _ rows: Rows
  ) throws -> (StoredToken, hash: [UInt8])? {
    if call.isMD5 == true { return try TokenDigestStore.token(md5Hash: call.hash, rows) }
    guard call.isPodcastCookie == true else {
      return try TokenStore.token(hash: call.hash, rows).map { ($0, call.hash) }
    }
    guard let cookie = try PodcastCookieStore.cookie(hash: call.hash, rows), now < cookie.expiresAt,
      var token = try TokenStore.token(hash: cookie.token, rows)
    else { return nil }
    token.expiresAt = min(token.expiresAt ?? cookie.expiresAt, cookie.expiresAt)
    return (token, cookie.token)
  }

  /// Moves the end of a browser session that is used, at most once a day. Returns the new end.
  private func renew(_ token: StoredToken, _ caller: CallerContext) async throws(Fault) -> Instant? {
    guard token.kind == .browser, let end = token.expiresAt, let lastEnd = token.lastEnd,
      let renewed = people.sessionLife.renewed(end, lastEnd: lastEnd, usedAt: now())
    else { return nil }
    do {
      try await database.write(user: token.user) { try TokenStore.setEnd(token.id, of: token.user, renewed, $0) }
    } catch {
      throw fault(error, caller)
    }
    return renewed
  }

  func checkTokens(_ call: SessionAPI.CheckTokens, _ caller: CallerContext) async throws(Fault)
    -> SessionAPI.CheckTokens.Reply
  {
    let size = SHA256.byteCount
    let count = call.hashes.count / size
    guard call.hashes.count % size == 0, count <= SessionLimits.tokensPerCheck else {
      throw Fault.invalid("hashes", "must be at most \(SessionLimits.tokensPerCheck) hashes of \(size) bytes each")
    }
    guard call.users?.count ?? 0 <= SessionLimits.tokensPerCheck else {
      throw Fault.invalid("users", "must have at most \(SessionLimits.tokensPerCheck) items")
    }
    do {
      return try await database.read(user: Self.unknownUserQueue, cost: 1 + (count + (call.users?.count ?? 0)) / 8) {
        [now = now(), erasures] reading in
        try caller.checkTime()
        let ended = try (0..<count).filter { place in
          let hash = Array(call.hashes[place * size..<(place + 1) * size])
          guard let token = try TokenStore.token(hash: hash, reading), token.isGood(at: now) else { return true }
          return try erasures.isDeleted(token.user) || PersonStore.isDisabled(token.user, reading)
        }
        let disabled = try call.users?.filter { try PersonStore.isDisabled($0, reading) }
        return SessionAPI.CheckTokens.Reply(ended: ended, disabled: disabled)
      }
    } catch {
      throw fault(error, caller)
    }
  }

  func openAccount(_ call: SessionAPI.OpenAccount, _ caller: CallerContext) async throws(Fault) -> Nothing {
    let user = try caller.validUser()
    if erasures.isRejected(user) { throw Fault.accountWasDeleted }
    let isNew = try await read(caller) { user, rows in
      if try PersonStore.isDisabled(user, rows) { throw Fault.badToken }
      return try UserStore.head(user, rows).seq == 0
    }
    if isNew { try await open(caller) }
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
