import API
import Chronology
import Crypto
import Proto
import Queueing

/// Who the bearer of a token is. Answers are kept for a moment, so that most requests ask nobody, and a token that was
/// revoked still stops to work within a second. Belongs to the edge's loop.
final class Credentials {
  /// What is known of one token.
  private final class Entry {
    // What each request reads; the loop's thread changes it between requests.
    @exclusivity(unchecked) var identity: Identity?
    @exclusivity(unchecked) var account: Account?
    /// When the question was sent whose answer this is, on the monotonic clock.
    @exclusivity(unchecked) var askedAt = Int64.min / 2
    /// When the token ends by itself, in seconds since 1970.
    @exclusivity(unchecked) var endsAt: Int64?
    var isAsking = false
    var waiters: [(Verdict) -> Void] = []
    let isOpaque: Bool

    init(isOpaque: Bool) {
      self.isOpaque = isOpaque
    }
  }

  private static let empty: [UInt8] = [0xA0]

  let session: any Caller
  private let jwt: JWT?
  private let accounts: Accounts
  /// Tokens that nobody has vouched for yet. They do not take the place of those that are good; each has a connection
  /// that waits, so there are not many.
  private var asked: [SHA256.Digest: Entry] = [:]
  /// Questions about them that wait, the oldest first: they do not fill the way of those about good tokens.
  private var waiting = FairQueue<(entry: Entry, digest: SHA256.Digest)>(quantum: 1)
  private var questions = 0
  /// By hash: no token is kept in clear. On the loop's thread alone, so no access meets another.
  @exclusivity(unchecked) private var entries = RecentMap<SHA256.Digest, Entry>(capacity: Limits.cachedCredentials)

  init(session: any Caller, jwt: JWT?, accounts: Accounts) {
    self.session = session
    self.jwt = jwt
    self.accounts = accounts
  }

  /// The verdict, if it is known now; else `later` gets it, which is made only then. `now` is monotonic milliseconds,
  /// `second` the time of day.
  func judge(
    _ token: Span<UInt8>, now: Int64, second: Int64, later: @autoclosure () -> (Verdict) -> Void
  ) -> Verdict? {
    guard !token.isEmpty, token.count <= Limits.credentialBytes else { return .refused("the token is malformed") }
    let digest = token.withUnsafeBytes { SHA256.digest($0) }
    if let entry = entries[digest] {
      if let endsAt = entry.endsAt, second >= endsAt { return .refused("the token has expired") }
      let age = now - entry.askedAt
      if let identity = entry.identity, let account = entry.account, age < Limits.trustMilliseconds {
        // Asked again before it must be, so that under load nobody waits.
        if age * 2 > Limits.trustMilliseconds { ask(entry, digest, now: now) }
        return .known(identity, account)
      }
      return wait(entry, digest, now: now, later())
    }
    if let entry = asked[digest] { return wait(entry, digest, now: now, later()) }
    let isOpaque = token.count >= 3 && token.equals(0..<3, "wm_")
    let entry = Entry(isOpaque: isOpaque)
    if !isOpaque {
      guard let jwt else { return .refused("the token is unknown") }
      do throws(JWT.Refusal) {
        let accepted = try jwt.judge(token.text(0..<token.count), now: second)
        entry.identity = accepted.identity
        entry.endsAt = accepted.endsAt
      } catch {
        return .refused("the token is not accepted: \(error.reason)")
      }
    }
    asked[digest] = entry
    return wait(entry, digest, now: now, later())
  }

  /// For what stays open: a token that was found good a moment ago.
  func held(_ token: Span<UInt8>) -> HeldCredential? {
    let digest = token.withUnsafeBytes { SHA256.digest($0) }
    guard let entry = entries[digest], entry.identity != nil else { return nil }
    return HeldCredential(digest: digest, endsAt: entry.endsAt, isRevocable: entry.isOpaque)
  }

  /// One question at a time; whoever else comes with the token waits for its answer.
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
    let verdict = verdict(entry, askedAt: askedAt, answer)
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
    _ entry: Entry, askedAt: Int64, _ answer: RawAnswer
  ) -> Verdict {
    switch answer {
    case .reply(let bytes, _):
      if entry.isOpaque {
        guard let reply = try? CBORDecoder.decode(SessionAPI.VerifyToken.Reply.self, from: bytes) else {
          return .unavailable("the token could not be looked up")
        }
        entry.identity = Identity(user: reply.user, scope: Scope(names: reply.scopes))
        entry.endsAt = reply.expiresAt?.seconds
      }
      entry.askedAt = askedAt
      guard let identity = entry.identity else { return .unavailable("the token could not be looked up") }
      let account = entry.account.flatMap { $0.name == identity.user ? $0 : nil } ?? accounts.user(identity.user)
      entry.account = account
      return .known(identity, account)
    case .fault(let fault):
      switch fault.code {
      case .unauthenticated, .notFound, .invalid, .forbidden: return .refused("the token is unknown or no longer good")
      default: return .unavailable("the token could not be looked up: \(fault.message)")
      }
    }
  }
}
