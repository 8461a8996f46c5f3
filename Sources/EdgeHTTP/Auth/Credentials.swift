import API
import Chronology
import Crypto
import Proto
import Queueing

/// The user of a token. Answers are kept for a moment, so that most requests need no call, and a token that was revoked
/// still stops to work within a second. Belongs to the edge's loop.
final class Credentials {
  /// What is known of one token.
  private final class Entry {
    // What each request reads; the loop's thread changes it between requests.
    @exclusivity(unchecked) var identity: Identity?
    @exclusivity(unchecked) var quota: Quota?
    /// When the question was sent whose answer this is, on the monotonic clock.
    @exclusivity(unchecked) var askedAt = Int64.min / 2
    /// An answer to a question of that time or before may no longer be so.
    @exclusivity(unchecked) var doubtedAt = Int64.min
    /// When the token ends by itself, in seconds since 1970.
    @exclusivity(unchecked) var endsAt: Int64?
    var isAsking = false
    var waiters: [(Verdict) -> Void] = []
    let isOpaque: Bool
    let proof: Proof

    init(isOpaque: Bool, proof: Proof) {
      self.isOpaque = isOpaque
      self.proof = proof
    }
  }

  private static let empty: [UInt8] = [0xA0]

  let session: any Upstream
  private let jwt: JWT?
  private let quotas: Quotas
  /// Tokens that are not known to be good yet. They do not take the place of those that are good; each has a connection
  /// that waits, so there are not many.
  private var asked: [SHA256.Digest: Entry] = [:]
  /// Questions about them that wait, the oldest first: they do not fill the way of those about good tokens.
  private var waiting = FairQueue<(entry: Entry, digest: SHA256.Digest)>(quantum: 1)
  private var questions = 0
  /// By hash: no token is kept in clear. On the loop's thread alone, so no access meets another.
  @exclusivity(unchecked) private var entries = RecentMap<SHA256.Digest, Entry>(capacity: Limits.cachedCredentials)

  /// One text for a token that is unknown, has expired or was revoked: which of them it is would serve a thief alone.
  static let noGoodReason = "the token is unknown or no longer good"
  private static var noGood: Verdict { .refused(noGoodReason) }

  init(session: any Upstream, jwt: JWT?, quotas: Quotas) {
    self.session = session
    self.jwt = jwt
    self.quotas = quotas
  }

  /// The verdict, if it is known now; else `later` gets it, which is made only then. `now` is monotonic milliseconds,
  /// `second` the time of day.
  func judge(
    _ token: Span<UInt8>, _ proof: Proof = .bearer, now: Int64, second: Int64,
    later: @autoclosure () -> (Verdict) -> Void
  ) -> Verdict? {
    guard !token.isEmpty, token.count <= Limits.credentialBytes else { return .refused("the token is malformed") }
    let typed = proof == .bearer ? deviceToken(token) : nil
    let digest = typed.map { $0.withUnsafeBytes { SHA256.digest($0) } } ?? token.withUnsafeBytes { SHA256.digest($0) }
    if let entry = entries[digest] {
      // What is good as one kind of proof is none of another kind.
      guard entry.proof == proof else { return Credentials.noGood }
      if let endsAt = entry.endsAt, second >= endsAt {
        guard entry.isOpaque else { return .refused("the token has expired") }
        entries[digest] = nil
      } else {
        let age = now - entry.askedAt
        if let identity = entry.identity, let quota = entry.quota, age < Limits.trustMilliseconds,
          entry.askedAt > entry.doubtedAt
        {
          // Asked again before it must be, so that no request waits for it under load.
          if age * 2 > Limits.trustMilliseconds { ask(entry, digest, now: now) }
          return .known(identity, quota)
        }
        return wait(entry, digest, now: now, later())
      }
    }
    if let entry = asked[digest] {
      return entry.proof == proof ? wait(entry, digest, now: now, later()) : Credentials.noGood
    }
    let made = typed == nil ? entry(of: token, proof, second: second) : .success(Entry(isOpaque: true, proof: proof))
    switch made {
    case .failure(let refused): return .refused(refused.reason)
    case .success(let entry):
      entry.identity?.hash = digest
      asked[digest] = entry
      return wait(entry, digest, now: now, later())
    }
  }

  private func deviceToken(_ token: Span<UInt8>) -> [UInt8]? {
    guard DeviceToken.writtenLengths.contains(token.count) else { return nil }
    return DeviceToken.characters(of: token.array(0..<token.count))
  }

  /// What its form says by itself. A cookie holds a secret of its own kind.
  private func entry(of token: Span<UInt8>, _ proof: Proof, second: Int64) -> Result<Entry, JWT.Refusal> {
    let prefix: StaticString = proof == .cookie ? "wb_" : "wm_"
    if token.count >= 3, token.equals(0..<3, prefix) { return .success(Entry(isOpaque: true, proof: proof)) }
    guard proof == .bearer, let jwt else { return .failure(JWT.Refusal("the token is unknown or no longer good")) }
    do throws(JWT.Refusal) {
      let accepted = try jwt.judge(token.text(0..<token.count), now: second)
      return .success(entry(of: accepted))
    } catch {
      return .failure(JWT.Refusal("the token is not accepted: \(error.reason)"))
    }
  }

  private func entry(of accepted: JWT.Accepted) -> Entry {
    let entry = Entry(isOpaque: false, proof: .bearer)
    entry.identity = accepted.identity
    entry.identity?.endsAt = accepted.endsAt
    entry.endsAt = accepted.endsAt
    return entry
  }

  /// One of the user's was ended here just now: the next request with any of them asks again.
  func doubt(user: String, now: Int64) {
    entries.forEach { entry in
      if entry.identity?.user == user { entry.doubtedAt = now }
    }
  }

  /// As `judge`, for the user whom a trusted proxy names: there is nothing to ask but that the account begins.
  func judge(user: String, now: Int64, later: @autoclosure () -> (Verdict) -> Void) -> Verdict? {
    // No token begins like this, so that none is taken for a name.
    let digest = ([0] + Array(user.utf8)).withUnsafeBytes { SHA256.digest($0) }
    let entry = entries[digest] ?? asked[digest] ?? Entry(isOpaque: false, proof: .proxy)
    if let identity = entry.identity, let quota = entry.quota, now - entry.askedAt < Limits.trustMilliseconds {
      return .known(identity, quota)
    }
    entry.identity = Identity(user: user, scope: [.read, .write], hash: digest)
    if entry.quota == nil { asked[digest] = entry }
    return wait(entry, digest, now: now, later())
  }

  /// The identity that a JWT gives; nil where the text is none that is accepted.
  func identity(ofJWT token: String, second: Int64) -> Identity? {
    guard let accepted = try? jwt?.judge(token, now: second) else { return nil }
    var identity = accepted.identity
    identity.endsAt = accepted.endsAt
    return identity
  }

  /// One question at a time; other requests with the token wait for its answer.
  private func wait(
    _ entry: Entry, _ digest: SHA256.Digest, now: Int64, _ later: @escaping (Verdict) -> Void
  ) -> Verdict? {
    guard entry.waiters.count < Limits.waitersPerCredential else {
      return .unavailable("too many requests wait for the same token")
    }
    // The answer may come at once, when the service is known to be away.
    var immediate: Verdict?
    var isImmediate = true
    entry.waiters.append { verdict in
      if isImmediate { immediate = verdict } else { later(verdict) }
    }
    ask(entry, digest, now: now)
    isImmediate = false
    return immediate
  }

  private func ask(_ entry: Entry, _ digest: SHA256.Digest, now: Int64) {
    guard !entry.isAsking else { return }
    entry.isAsking = true
    guard asked[digest] !== entry || questions < Limits.questionsAboutTokens else {
      return waiting.add((entry, digest), of: "", cost: 1)
    }
    send(entry, digest, now: now)
  }

  private func send(_ entry: Entry, _ digest: SHA256.Digest, now: Int64) {
    questions += 1
    let deadline = Int(Limits.verifyMilliseconds)
    if entry.isOpaque {
      let call = SessionAPI.VerifyToken(hash: digest.withUnsafeBytes { [UInt8]($0) })
      let argument = (try? CBOREncoder.encode(call)) ?? Credentials.empty
      session.call(SessionAPI.VerifyToken.name, CallMeta(deadline: deadline), argument) { [self] answer in
        finish(entry, digest, askedAt: now, answer)
      }
    } else {
      let meta = CallMeta(user: entry.identity?.user, deadline: deadline)
      session.call(SessionAPI.OpenAccount.name, meta, Credentials.empty) { [self] answer in
        finish(entry, digest, askedAt: now, answer)
      }
    }
  }

  private func finish(
    _ entry: Entry, _ digest: SHA256.Digest, askedAt: Int64, _ answer: RawAnswer
  ) {
    entry.isAsking = false
    questions -= 1
    defer {
      if questions < Limits.questionsAboutTokens, let next = waiting.takeFirst()?.item {
        send(next.entry, next.digest, now: askedAt)
      }
    }
    let verdict = verdict(entry, digest, askedAt: askedAt, answer)
    // What is refused, or was never known, must not take the place of tokens that are good.
    let wasAsked = asked.removeValue(forKey: digest) != nil
    if case .known = verdict {
      if wasAsked { entries[digest] = entry }
    } else if isRefused(verdict) {
      entries[digest] = nil
    }
    let waiters = entry.waiters
    entry.waiters = []
    for waiter in waiters { waiter(verdict) }
  }

  private func isRefused(_ verdict: Verdict) -> Bool {
    if case .refused = verdict { return true }
    return false
  }

  private func verdict(
    _ entry: Entry, _ digest: SHA256.Digest, askedAt: Int64, _ answer: RawAnswer
  ) -> Verdict {
    switch answer {
    case .reply(let bytes, _):
      if entry.isOpaque {
        guard let reply = try? CBORDecoder.decode(SessionAPI.VerifyToken.Reply.self, from: bytes) else {
          return .unavailable("the token could not be looked up")
        }
        guard reply.isCookie == (entry.proof == .cookie) else { return Credentials.noGood }
        entry.endsAt = reply.expiresAt?.seconds
        entry.identity = Identity(
          user: reply.user, scope: Scope(names: reply.scopes), tokenID: reply.id, hash: digest,
          endsAt: entry.endsAt)
      }
      entry.askedAt = askedAt
      guard let identity = entry.identity else { return .unavailable("the token could not be looked up") }
      let quota = entry.quota.flatMap { $0.name == identity.user ? $0 : nil } ?? quotas.user(identity.user)
      entry.quota = quota
      return .known(identity, quota)
    case .fault(let fault):
      switch fault.code {
      case .unauthenticated, .notFound, .invalid, .forbidden: return Credentials.noGood
      default: return .unavailable("the token could not be looked up: \(fault.message)")
      }
    }
  }
}
