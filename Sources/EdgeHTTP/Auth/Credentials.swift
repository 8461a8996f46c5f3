import API
import Chronology
import Crypto
import Proto
import Queueing

/// Finds the user of a token. Verdicts are cached for less than a second, so that most requests need no call and a
/// revoked token stops working within a second. Belongs to the edge's loop.
final class Credentials {
  /// The results of lookups of one token.
  private struct Findings {
    var identity: Identity?
    var quota: Quota?
    /// When the lookup that returned this identity was sent, on the monotonic clock.
    var lookedUpAt = Int64.min / 2
    /// Results of lookups that were sent at this time or earlier are stale.
    var invalidatedAt = Int64.min
    /// When the token expires, in seconds since 1970.
    var endsAt: Int64?
    /// The lifetime of the renewed cookie, until a response sets it.
    var renewedSeconds: Int?
  }

  /// The cached verdict on one token.
  private final class CachedIdentity {
    // Every request reads it; the loop's thread changes it between requests.
    @exclusivity(unchecked) var found = Findings()
    var isLookingUp = false
    var waiters: [(Verdict) -> Void] = []
    let isOpaque: Bool
    let proof: Proof
    /// The call by which SessionSvc finds the token, if not the token itself was presented.
    let call: SessionAPI.VerifyToken?

    init(isOpaque: Bool, proof: Proof, call: SessionAPI.VerifyToken? = nil) {
      self.isOpaque = isOpaque
      self.proof = proof
      self.call = call
    }
  }

  let session: any Upstream
  private let jwt: JWT?
  private let quotas: Quotas
  /// Tokens that are not verified yet. They do not evict verified ones. Each has a pending connection, so there are
  /// few.
  private var unverified: [SHA256.Digest: CachedIdentity] = [:]
  /// Pending lookups of unverified tokens, oldest first. They wait so that lookups of verified tokens are not delayed.
  private var pending = FairQueue<(entry: CachedIdentity, digest: SHA256.Digest)>(quantum: 1)
  private var lookups = 0
  /// By hash: no token is kept in clear text. Only the loop's thread uses it.
  @exclusivity(unchecked) private var verified = RecentMap<SHA256.Digest, CachedIdentity>(
    capacity: Limits.cachedCredentials)

  /// The same text for unknown, expired and revoked tokens: the difference would only help a thief.
  static let invalidTokenReason = "the token is unknown, expired or revoked; sign in again or create a token"
  private static var invalidToken: Verdict { .invalid(invalidTokenReason) }

  init(session: any Upstream, jwt: JWT?, quotas: Quotas) {
    self.session = session
    self.jwt = jwt
    self.quotas = quotas
  }

  /// Returns the verdict if it is cached. Otherwise evaluates `later` and calls it with the verdict. `now` is in
  /// monotonic milliseconds, `second` is the time of day.
  func judge(
    _ token: Span<UInt8>, _ proof: Proof = .bearer, now: Int64, second: Int64,
    later: @autoclosure () -> (Verdict) -> Void
  ) -> Verdict? {
    guard !token.isEmpty, token.count <= Limits.credentialBytes else { return .invalid("the token is malformed") }
    let typed = proof == .bearer ? deviceToken(token) : nil
    let digest = typed.map { $0.withUnsafeBytes { SHA256.digest($0) } } ?? token.withUnsafeBytes { SHA256.digest($0) }
    if let entry = verified[digest] {
      // A cookie is not valid as a bearer token, and the other way round.
      guard entry.proof == proof else { return Credentials.invalidToken }
      if let endsAt = entry.found.endsAt, second >= endsAt {
        guard entry.isOpaque else { return .invalid("the JWT has expired; get a new one") }
        verified[digest] = nil
      } else {
        let age = now - entry.found.lookedUpAt
        if let identity = entry.found.identity, let quota = entry.found.quota, age < Limits.trustMilliseconds,
          entry.found.lookedUpAt > entry.found.invalidatedAt
        {
          // Refreshes early, so that no request waits for the lookup under load.
          if age * 2 > Limits.trustMilliseconds { lookUp(entry, digest, now: now) }
          return .known(identity, quota)
        }
        return wait(entry, digest, now: now, later())
      }
    }
    if let entry = unverified[digest] {
      return entry.proof == proof ? wait(entry, digest, now: now, later()) : Credentials.invalidToken
    }
    let made =
      typed == nil ? entry(of: token, proof, second: second) : .success(CachedIdentity(isOpaque: true, proof: proof))
    switch made {
    case .failure(let rejection): return .invalid(rejection.reason)
    case .success(let entry):
      entry.found.identity?.hash = digest
      unverified[digest] = entry
      return wait(entry, digest, now: now, later())
    }
  }

  /// Like `judge`, but accepts only our tokens and no JWT.
  func judgeOwnToken(
    _ token: Span<UInt8>, now: Int64, second: Int64, later: @escaping (Verdict) -> Void
  ) -> Verdict? {
    let isOwn = token.count >= 3 && token.equals(0..<3, "wm_") || deviceToken(token) != nil
    guard isOwn else { return Credentials.invalidToken }
    return judge(token, now: now, second: second, later: later)
  }

  /// Finds the user of a device token by its MD5, in lower-case hexadecimal digits.
  func judge(md5 digits: String, now: Int64, second: Int64, later: @escaping (Verdict) -> Void) -> Verdict? {
    // No token starts with this byte, so a token can never match a digest.
    let digest = ([1] + Array(digits.utf8)).withUnsafeBytes { SHA256.digest($0) }
    let call = SessionAPI.VerifyToken(hash: SHA256.hash(digits), isMD5: true)
    return judge(call, digest, now: now, second: second, later: later)
  }

  /// Finds the user of a cookie that stands for a token. Such a cookie is valid only for connectors.
  func judge(
    podcastCookie secret: [UInt8], now: Int64, second: Int64, later: @escaping (Verdict) -> Void
  ) -> Verdict? {
    guard secret.count <= Limits.credentialBytes else { return Credentials.invalidToken }
    // No token starts with this byte, so a cookie can never match a token.
    let digest = ([2] + secret).withUnsafeBytes { SHA256.digest($0) }
    let call = SessionAPI.VerifyToken(hash: SHA256.hash(secret), isPodcastCookie: true)
    return judge(call, digest, now: now, second: second, later: later)
  }

  private func judge(
    _ call: SessionAPI.VerifyToken, _ digest: SHA256.Digest, now: Int64, second: Int64,
    later: @escaping (Verdict) -> Void
  ) -> Verdict? {
    if let entry = verified[digest] {
      if let endsAt = entry.found.endsAt, second >= endsAt {
        verified[digest] = nil
      } else if let identity = entry.found.identity, let quota = entry.found.quota,
        now - entry.found.lookedUpAt < Limits.trustMilliseconds, entry.found.lookedUpAt > entry.found.invalidatedAt
      {
        return .known(identity, quota)
      }
    }
    let entry =
      verified[digest] ?? unverified[digest]
      ?? CachedIdentity(isOpaque: true, proof: .bearer, call: call)
    if entry.found.quota == nil { unverified[digest] = entry }
    return wait(entry, digest, now: now, later)
  }

  private func deviceToken(_ token: Span<UInt8>) -> [UInt8]? {
    guard DeviceToken.writtenLengths.contains(token.count) else { return nil }
    return DeviceToken.characters(of: token.array(0..<token.count))
  }

  /// Returns the entry of a token by its form: ours by prefix, otherwise a JWT.
  private func entry(of token: Span<UInt8>, _ proof: Proof, second: Int64) -> Result<CachedIdentity, JWT.Rejection> {
    let prefix: StaticString = proof == .cookie ? "wb_" : "wm_"
    if token.count >= 3, token.equals(0..<3, prefix) { return .success(CachedIdentity(isOpaque: true, proof: proof)) }
    guard proof == .bearer, let jwt else { return .failure(JWT.Rejection(Credentials.invalidTokenReason)) }
    do throws(JWT.Rejection) {
      let accepted = try jwt.judge(token.text(0..<token.count), now: second)
      return .success(entry(of: accepted))
    } catch {
      return .failure(JWT.Rejection("the JWT is not accepted: \(error.reason)"))
    }
  }

  private func entry(of accepted: JWT.Accepted) -> CachedIdentity {
    let entry = CachedIdentity(isOpaque: false, proof: .bearer)
    entry.found.identity = accepted.identity
    entry.found.identity?.endsAt = accepted.endsAt
    entry.found.endsAt = accepted.endsAt
    return entry
  }

  /// Looks up all cached tokens of the user again at their next request, because one of them was revoked.
  func invalidate(user: String, now: Int64) {
    verified.forEach { entry in
      if entry.found.identity?.user == user { entry.found.invalidatedAt = now }
    }
  }

  /// Returns the verdict on the user named by a trusted proxy. The lookup only creates a missing account.
  func judge(user: String, now: Int64, later: @autoclosure () -> (Verdict) -> Void) -> Verdict? {
    // No token starts with a zero byte, so a token can never match a name.
    let digest = ([0] + Array(user.utf8)).withUnsafeBytes { SHA256.digest($0) }
    let entry = verified[digest] ?? unverified[digest] ?? CachedIdentity(isOpaque: false, proof: .proxy)
    if let identity = entry.found.identity, let quota = entry.found.quota,
      now - entry.found.lookedUpAt < Limits.trustMilliseconds
    {
      return .known(identity, quota)
    }
    entry.found.identity = Identity(user: user, scope: [.read, .write], hash: digest)
    if entry.found.quota == nil { unverified[digest] = entry }
    return wait(entry, digest, now: now, later())
  }

  /// Returns the lifetime of a cookie that was renewed and not set again, once.
  func takeRenewal(_ digest: SHA256.Digest) -> Int? {
    guard let entry = verified[digest], let seconds = entry.found.renewedSeconds else { return nil }
    entry.found.renewedSeconds = nil
    return seconds
  }

  /// Returns the identity in a JWT, or nil if the text is not an accepted JWT.
  func identity(ofJWT token: String, second: Int64) -> Identity? {
    guard let accepted = try? jwt?.judge(token, now: second) else { return nil }
    var identity = accepted.identity
    identity.endsAt = accepted.endsAt
    return identity
  }

  /// Joins the lookup of the token, of which one is in flight at a time.
  private func wait(
    _ entry: CachedIdentity, _ digest: SHA256.Digest, now: Int64, _ later: @escaping (Verdict) -> Void
  ) -> Verdict? {
    guard entry.waiters.count < Limits.waitersPerCredential else {
      return .rejected(LimitRejection(.tokenWaiters, 503, "too many requests wait for the same token; retry later"))
    }
    // The completion may run at once, if the service is unavailable.
    var immediate: Verdict?
    var isImmediate = true
    entry.waiters.append { verdict in
      if isImmediate { immediate = verdict } else { later(verdict) }
    }
    lookUp(entry, digest, now: now)
    isImmediate = false
    return immediate
  }

  private func lookUp(_ entry: CachedIdentity, _ digest: SHA256.Digest, now: Int64) {
    guard !entry.isLookingUp else { return }
    entry.isLookingUp = true
    guard unverified[digest] !== entry || lookups < Limits.tokenVerifications else {
      return pending.add((entry, digest), of: "", cost: 1)
    }
    send(entry, digest, now: now)
  }

  private func send(_ entry: CachedIdentity, _ digest: SHA256.Digest, now: Int64) {
    lookups += 1
    let deadline = Int(Limits.verifyMilliseconds)
    if entry.isOpaque {
      let call = entry.call ?? SessionAPI.VerifyToken(hash: digest.withUnsafeBytes { [UInt8]($0) })
      session.send(call, CallMeta(deadline: deadline)) { [self] result in
        finish(entry, digest, sentAt: now, result.map { Optional($0) })
      }
    } else {
      session.send(SessionAPI.OpenAccount(), CallMeta(user: entry.found.identity?.user, deadline: deadline)) {
        [self] result in
        finish(entry, digest, sentAt: now, result.map { _ in nil })
      }
    }
  }

  /// `result` holds the reply for a token of ours, and nil for a JWT or a proxy's user.
  private func finish(
    _ entry: CachedIdentity, _ digest: SHA256.Digest, sentAt: Int64,
    _ result: Result<SessionAPI.VerifyToken.Reply?, Fault>
  ) {
    entry.isLookingUp = false
    lookups -= 1
    defer {
      if lookups < Limits.tokenVerifications, let next = pending.takeFirst()?.item {
        send(next.entry, next.digest, now: sentAt)
      }
    }
    let verdict = verdict(entry, digest, sentAt: sentAt, result)
    // A rejected or unknown token must not evict verified ones.
    let wasUnverified = unverified.removeValue(forKey: digest) != nil
    if case .known = verdict {
      if wasUnverified { verified[digest] = entry }
    } else if isInvalid(verdict) {
      verified[digest] = nil
    }
    let waiters = entry.waiters
    entry.waiters = []
    for waiter in waiters { waiter(verdict) }
  }

  private func isInvalid(_ verdict: Verdict) -> Bool {
    if case .invalid = verdict { return true }
    return false
  }

  private func verdict(
    _ entry: CachedIdentity, _ digest: SHA256.Digest, sentAt: Int64,
    _ result: Result<SessionAPI.VerifyToken.Reply?, Fault>
  ) -> Verdict {
    switch result {
    case .success(let reply):
      if let reply {
        guard reply.isCookie == (entry.proof == .cookie) else { return Credentials.invalidToken }
        entry.found.endsAt = reply.expiresAt?.seconds
        entry.found.renewedSeconds = reply.renewedSeconds ?? entry.found.renewedSeconds
        entry.found.identity = Identity(
          user: reply.user, scope: Scope(names: reply.scopes), tokenID: reply.id,
          hash: entry.call == nil ? digest : nil,
          endsAt: entry.found.endsAt)
      }
      entry.found.lookedUpAt = sentAt
      guard let identity = entry.found.identity else { return .unavailable("cannot look up the token; retry later") }
      let quota = entry.found.quota.flatMap { $0.name == identity.user ? $0 : nil } ?? quotas.user(identity.user)
      entry.found.quota = quota
      return .known(identity, quota)
    case .failure(let fault):
      switch fault.code {
      case .unauthenticated, .notFound, .invalid, .forbidden: return Credentials.invalidToken
      default: return .unavailable("cannot look up the token; retry later: \(fault.message)")
      }
    }
  }
}
