import API
import Chronology
import Crypto
import Domain
import OpenIDConnect
import Proto
import Service
import Storage

extension SessionHandlers {
  func listLinks(
    _ call: SessionAPI.ListLinks, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.LinkReply>> {
    guard provider != nil else { throw Fault.noProvider }
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let after = try paging.cursor.map(Self.place) ?? (Int64.min, "")
    return try await read(caller, cost: paging.cost) { user, rows in
      let found = try LinkStore.links(of: user, rows).filter { ($0.linkedAt.seconds, $0.id) > after }
      return try paging.page(
        Array(found.prefix(paging.limit + 1)), key: { "\($0.linkedAt.seconds) \($0.id)" }, item: \.reply)
    }
  }

  func deleteLink(_ call: SessionAPI.DeleteLink, _ caller: CallerContext) async throws(Fault) -> Nothing {
    guard provider != nil else { throw Fault.noProvider }
    try check(id: call.id)
    return try await command(caller) { [self] transaction in
      let (user, rows) = (transaction.user, transaction.rows)
      if let maker = call.maker, maker.isBrowser { try checkFresh(maker, of: user, rows) }
      guard let link = try LinkStore.links(of: user, rows).first(where: { $0.id == call.id }) else {
        throw Fault(.notFound, "no link has this id")
      }
      try LinkStore.delete(link, at: transaction.now, transaction.storage)
      return Nothing()
    }
  }

  /// Whether the person can prove who they are without a token.
  func hasProof(_ user: String, _ rows: Rows) throws -> Bool {
    if try PersonStore.hasProof(user, rows) { return true }
    return try provider != nil && LinkStore.count(of: user, rows) > 0
  }

  /// Ends the sessions that the provider has ended.
  func endProviderSessions(
    _ call: SessionAPI.EndProviderSessions, _ caller: CallerContext
  ) async throws(Fault) -> Nothing {
    guard let provider else { throw Fault.noProvider }
    let now = now()
    do {
      let discovery = try await provider.discovery(now: now)
      let check = TokenCheck(issuer: discovery.issuer, clientID: provider.settings.clientID)
      let logout = try await provider.verified(discovery, now: now) { (keys) throws(TokenRejection) in
        try check.logout(call.logoutToken, keys, now: now)
      }
      let isFirst = try await database.write(user: Self.unknownUserQueue) { transaction in
        try Self.end(logout, of: discovery.issuer, at: now, transaction)
      }
      guard isFirst else { throw Fault.invalid("logout_token", "was used before") }
      return Nothing()
    } catch let rejection as TokenRejection {
      log.warning("a logout token was rejected", ["reason": rejection.rawValue], trace: caller.trace)
      throw Fault.invalid("logout_token", "is not valid: \(rejection.rawValue)")
    } catch let error as ProviderError {
      log.warning("a logout token could not be checked", ["reason": "\(error)"], trace: caller.trace)
      throw Fault(.unavailable, "the provider is unavailable; retry later")
    } catch {
      throw fault(error, caller)
    }
  }

  /// Returns false if the token was used before.
  private static func end(
    _ logout: TokenCheck.Logout, of issuer: String, at now: Instant, _ transaction: Transaction
  ) throws -> Bool {
    let proof = Array("\(WebAddress.withoutTrailingSlash(issuer))\n\(logout.id)".utf8)
    // A token is accepted for ten minutes before and after its time.
    let end = now + 2 * SessionLimits.logoutTokenSeconds
    guard try UsedProofStore.use(.logout, proof, until: end, at: now, transaction) else { return false }
    if let id = logout.sessionID {
      let session = ProviderSession.hash(issuer: issuer, sessionID: id)
      try ProviderSessionStore.revoke(session: session, at: now, transaction)
    } else if let subject = logout.subject,
      let link = try LinkStore.link(issuer: issuer, subject: subject, transaction.rows)
    {
      try ProviderSessionStore.revoke(link: link.id, of: link.user, at: now, transaction)
    }
    return true
  }

  private static let idTokenPurpose = "id token"

  /// Keeps what a session needs for the provider's logout.
  func keep(
    _ session: ProviderSession, idToken: String?, of token: String, _ user: String, _ transaction: Transaction
  ) throws {
    var session = session
    if let idToken, let key = try? provider?.sealingKeys.current() {
      session.idToken = key.seal(Array(idToken.utf8), for: Self.idTokenPurpose, of: [user, token])
    }
    try ProviderSessionStore.set(session, of: token, user, transaction)
  }

  /// The ID token of a session that has not ended.
  func idToken(of token: String, _ user: String, _ rows: Rows) throws -> String? {
    guard let provider, provider.settings.endsProviderSession,
      let sealed = try ProviderSessionStore.idToken(of: token, user, rows),
      let bytes = try? provider.sealingKeys.current().open(sealed, for: Self.idTokenPurpose, of: [user, token])
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The provider's page that ends its session; nil if the provider has none or is unavailable.
  func logoutAddress(idToken: String) async -> String? {
    guard let provider, let endpoint = try? await provider.discovery(now: now()).endSessionEndpoint else { return nil }
    return QueryText.adding(
      [
        ("client_id", provider.settings.clientID), ("id_token_hint", idToken),
        ("post_logout_redirect_uri", provider.publicURL.description),
      ], to: endpoint)
  }
}

extension StoredLink {
  var reply: SessionAPI.LinkReply {
    SessionAPI.LinkReply(
      id: id, issuer: issuer, subject: subject, name: name, linkedAt: linkedAt, lastUsedAt: lastUsedAt)
  }
}
