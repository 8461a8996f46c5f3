import API
import Chronology
import Crypto
import OpenIDConnect
import Proto
import Service
import Storage

extension Fault {
  static let noProvider = Fault(.notFound, "this server has no provider of single sign-on")
}

extension SessionHandlers {
  private static let attemptsPurpose = "sign-in attempts"
  /// Browsers accept about 4,096 bytes with name and attributes.
  private static let attemptsLength = 3_800

  func beginProvider(
    _ call: SessionAPI.BeginProvider, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.Redirection {
    let app = try appRequest(call)
    guard let provider else {
      guard let app else { throw Fault.noProvider }
      return SessionAPI.Redirection(location: Self.page(of: app, at: call.origin ?? ""))
    }
    let purpose = try await purpose(call, app, caller)
    let now = now()
    let discovery: Discovery
    do throws(ProviderError) {
      discovery = try await provider.discovery(now: now)
    } catch {
      log.warning("a sign-in with the provider has failed", ["reason": "\(error)"], trace: caller.trace)
      return SessionAPI.Redirection(location: provider.address(of: .provider, purpose))
    }
    let attempt = SignInAttempt(
      to: ReturnPath.checked(call.to, below: provider.publicURL.path), purpose: purpose,
      cookie: call.visitor?.cookie, beganAt: now)
    var attempts = attempts(call.visitor?.attempts)
    attempts.add(attempt, now: now)
    let location = QueryText.adding(
      [
        ("response_type", "code"), ("client_id", provider.settings.clientID),
        ("redirect_uri", provider.redirectAddress), ("scope", provider.settings.scopes), ("state", attempt.state),
        ("nonce", attempt.nonce), ("code_challenge", PKCE.challenge(of: attempt.verifier)),
        ("code_challenge_method", PKCE.method),
      ], to: discovery.authorizationEndpoint)
    return SessionAPI.Redirection(location: location, attempts: try cookie(of: attempts))
  }

  /// The page asks for any way to sign in, and then for the code of the app.
  private static func page(of app: AppRequest, at origin: String) -> String {
    let pairs = [("app", app.redirect), ("codeChallenge", app.challenge)] + (app.state.map { [("state", $0)] } ?? [])
    return "\(origin)/#app?\(QueryText.joined(pairs))"
  }

  private func appRequest(_ call: SessionAPI.BeginProvider) throws(Fault) -> AppRequest? {
    guard let redirect = call.app else { return nil }
    guard call.link == nil else { throw Fault.invalid("link", "cannot be combined with app") }
    guard let challenge = call.codeChallenge else { throw Fault.invalid("code_challenge", "is required with app") }
    guard call.codeChallengeMethod == PKCE.method else {
      throw Fault.invalid("code_challenge_method", "must be \(PKCE.method)")
    }
    return try appRequest(
      redirect, challenge, state: call.state, names: (app: "app", challenge: "code_challenge"))
  }

  /// Throws unless the settings allow the address.
  func appRequest(
    _ redirect: String, _ challenge: String, state: String?, names: (app: String, challenge: String)
  ) throws(Fault) -> AppRequest {
    guard people.appRedirects.contains(redirect) else {
      throw Fault.invalid(names.app, "is not an address that this server's settings allow")
    }
    guard PKCE.isChallenge(challenge) else {
      throw Fault.invalid(names.challenge, "must be a SHA-256 in base64url without padding")
    }
    guard state?.utf8.count ?? 0 <= AppRequest.longestState else {
      throw Fault.invalid("state", "must be at most \(AppRequest.longestState) bytes")
    }
    return AppRequest(redirect: redirect, challenge: challenge, state: state)
  }

  private func purpose(
    _ call: SessionAPI.BeginProvider, _ app: AppRequest?, _ caller: CallerContext
  ) async throws(Fault) -> SignInAttempt.Purpose {
    if let app { return .app(app) }
    guard call.link != nil else { return .signIn }
    guard let maker = call.maker, maker.isBrowser, let user = caller.user else {
      throw Fault(.unauthenticated, "linking needs a signed-in browser; sign in first")
    }
    try await read(caller) { [self] user, rows in try checkFresh(maker, of: user, rows) }
    return .link(user: user, session: maker.id)
  }

  /// Each attempt works once, on all hosts.
  func takeAttempt(
    _ call: SessionAPI.TakeAttempt, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.TakeAttempt.Reply {
    guard provider != nil else { throw Fault.noProvider }
    let now = now()
    var attempts = attempts(call.visitor?.attempts)
    guard let attempt = attempts.take(state: call.state, now: now) else { throw Fault.badToken }
    do {
      let isFirst = try await database.write(user: Self.unknownUserQueue) { transaction in
        try UsedProofStore.use(.attempt, attempt.stateBytes, until: attempt.endsAt, at: now, transaction)
      }
      guard isFirst else { throw Fault.badToken }
      return SessionAPI.TakeAttempt.Reply(
        attempt: try CBOREncoder.encode(attempt), attempts: try cookie(of: attempts))
    } catch {
      throw fault(error, caller)
    }
  }

  /// The attempts in a cookie. A cookie that cannot be opened counts as empty.
  private func attempts(_ cookie: String?) -> OpenAttempts {
    guard let provider, let sealed = cookie.flatMap({ Base64URL.decode($0) }),
      let bytes = try? provider.sealingKeys.current().open(sealed, for: Self.attemptsPurpose),
      let attempts = try? CBORDecoder.decode(OpenAttempts.self, from: bytes)
    else { return OpenAttempts() }
    return attempts
  }

  private func cookie(of attempts: OpenAttempts) throws(Fault) -> SessionAPI.AttemptsCookie {
    guard let provider, !attempts.list.isEmpty else { return SessionAPI.AttemptsCookie(value: "", seconds: 0) }
    let key: SealingKey
    do throws(SettingsError) {
      key = try provider.sealingKeys.current()
    } catch {
      log.error("the secret key cannot be used", ["error": "\(error)"])
      throw Fault(.unavailable, "the secret key cannot be used; ask the operator to read the log")
    }
    var attempts = attempts
    while true {
      let bytes = try CBOREncoder.encode(attempts)
      let value = Base64URL.encode(key.seal(bytes, for: Self.attemptsPurpose))
      if value.utf8.count <= Self.attemptsLength || attempts.list.count == 1 {
        return SessionAPI.AttemptsCookie(value: value, seconds: Int(SignInAttempt.seconds))
      }
      attempts.removeOldest()
    }
  }
}

extension ProviderGateway {
  /// The place to which a failed sign-in leads: the app, or the page, which explains the reason.
  func address(of failure: SignInFailure, _ purpose: SignInAttempt.Purpose?) -> String {
    if case .app(let app)? = purpose { return app.address("error", failure.rawValue) }
    return "\(publicURL)/#signin=\(failure.rawValue)"
  }

  /// The address of a path that is below the public one.
  func address(ofPath path: String) -> String {
    let base = publicURL.description
    return String(base.dropLast(publicURL.path.utf8.count)) + path
  }
}
