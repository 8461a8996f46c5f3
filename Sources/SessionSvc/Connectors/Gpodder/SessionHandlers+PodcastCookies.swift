import API
import Chronology
import Connectors
import Crypto
import Domain
import Proto
import Storage

extension SessionHandlers {
  /// Makes a cookie that stands for a token.
  func openPodcastSession(
    _ call: SessionAPI.OpenPodcastSession, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.OpenPodcastSession.Reply {
    if let seconds = try await remaining(call, caller) { return .init(secret: "", seconds: seconds) }
    return try await command(caller) { transaction in
      let now = transaction.now
      guard let token = try TokenStore.token(hash: call.token, transaction.rows), token.isGood(at: now),
        token.kind != .browser, token.user == transaction.user
      else { throw Fault.badToken }
      let secret = call.cookie == nil ? PodcastCookie.makeSecret() : ""
      let hash = call.cookie ?? SHA256.hash(secret)
      let longest = now + GpodderLimits.cookieSeconds
      let cookie = PodcastCookie(
        hash: hash, user: token.user, token: call.token, createdAt: now,
        expiresAt: min(token.expiresAt ?? longest, longest))
      try PodcastCookieStore.purge(
        of: token.user, token: call.token, keeping: GpodderLimits.cookiesOfToken - 1, at: now, transaction.storage)
      try PodcastCookieStore.delete(hash: hash, of: token.user, transaction.storage)
      try PodcastCookieStore.insert(cookie, transaction.storage)
      return SessionAPI.OpenPodcastSession.Reply(secret: secret, seconds: cookie.expiresAt - now)
    }
  }

  /// Returns the seconds of a derived cookie that lasts for long enough, so that a client that sends Basic credentials
  /// each time causes no writes.
  private func remaining(
    _ call: SessionAPI.OpenPodcastSession, _ caller: CallerContext
  ) async throws(Fault) -> Int64? {
    guard let hash = call.cookie else { return nil }
    let now = now()
    return try await read(caller) { user, rows in
      guard let cookie = try PodcastCookieStore.cookie(hash: hash, rows), cookie.user == user,
        cookie.token == call.token, cookie.expiresAt - now > GpodderLimits.cookieSeconds / 2
      else { return nil }
      return cookie.expiresAt - now
    }
  }

  func closePodcastSession(
    _ call: SessionAPI.ClosePodcastSession, _ caller: CallerContext
  ) async throws(Fault) -> Nothing {
    try await command(caller) { transaction in
      try PodcastCookieStore.delete(hash: call.cookie, of: transaction.user, transaction.storage)
      return Nothing()
    }
  }
}

extension PodcastCookie {
  /// Differs in form from all tokens, so that none is accepted in place of another.
  static func makeSecret() -> String { "wg_" + Base64URL.encode(RandomBytes.make(32)) }
}
