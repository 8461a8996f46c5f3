import API
import Chronology
import Proto
import Service

/// `POST /session`: the one call without credentials, and so the one where secrets can be guessed.
extension Edge {
  /// Whether the request's row needs no credentials. Only a POST has such a row.
  func isForAnybody(_ bytes: Span<UInt8>, _ head: RequestHead) -> Bool {
    guard head.verb == .post, let match = router.match(bytes, head.path), let index = router.row(match, head.verb)
    else { return false }
    return route(index).endpoint.isForAnybody
  }

  /// Goes on without a user, whatever else the request carries.
  func admitNobody(_ connection: HTTPConnection) {
    connection.identity = Identity(user: "", scope: [.read, .write])
    connection.proof = .bearer
    connection.belong(to: connection.stranger)
    let held = connection.headBytes
    if let length = connection.head.contentLength, length > Limits.signInBytes {
      return connection.answer(ProblemBody.answer(Edge.tooLongSignIn))
    }
    if let answer = objection(connection, held.span, connection.head) { return connection.answer(answer) }
    connection.proceed()
  }

  private static let tooLongSignIn = Refusal(
    status: 413, detail: "a body to sign in with is at most \(Limits.signInBytes) bytes")

  /// The argument is written.
  func signIn(_ connection: HTTPConnection, _ route: Route, _ meta: CallMeta, bodyBytes: Int) {
    guard bodyBytes <= Limits.signInBytes else { return connection.answer(ProblemBody.answer(Edge.tooLongSignIn)) }
    let bytes = argument.withBytes { [UInt8]($0) }
    let (address, serial) = (clientAddress(connection), connection.serial)
    attempts.begin(address, now: milliseconds) { [self] turn in
      let isThere = connection.serial == serial && !connection.isClosed
      switch turn {
      case .refused(let seconds):
        guard isThere else { return }
        let fields = FieldLines.line("Retry-After", String(seconds))
        connection.answer(ProblemBody.answer(429, "too many wrong attempts to sign in", fields: fields))
      case .now:
        guard isThere else { return attempts.finish(address, .undecided, now: milliseconds) }
        ask(connection, route, meta, bytes, from: address)
      }
    }
  }

  private func ask(
    _ connection: HTTPConnection, _ route: Route, _ meta: CallMeta, _ bytes: [UInt8], from address: String
  ) {
    var call: SessionAPI.SignIn
    do throws(Fault) {
      call = try CBORDecoder.decode(SessionAPI.SignIn.self, from: bytes)
    } catch {
      attempts.finish(address, .undecided, now: milliseconds)
      return fail(connection, route, error)
    }
    var meta = meta
    meta.user = nil
    // The edge verifies a JWT, because it has the keys; the service verifies any other token by its hash.
    if call.code == nil, let identity = call.token.flatMap({ credentials.identity(ofJWT: $0, second: second) }) {
      call.maker = identity.maker
      meta.user = identity.user
    }
    let serial = connection.serial
    // The gate drops calls of disconnected clients, but every attempt must be counted. There are never many.
    route.gate.upstream.send(call, meta) { [self] result in
      let isThere = connection.serial == serial && !connection.isClosed
      switch result {
      case .success(let cookie):
        attempts.finish(address, .right, now: milliseconds)
        if isThere { answer(connection, cookie) }
      case .failure(let fault):
        attempts.finish(address, fault.code == .unauthenticated ? .wrong : .undecided, now: milliseconds)
        if isThere { fail(connection, route, fault) }
      }
    }
  }

  /// Sets or clears the browser's cookie as the reply says.
  func answer(_ connection: HTTPConnection, _ cookie: SessionAPI.BrowserCookie) {
    // Without a secret there is nothing to take away where no cookie was sent.
    var fields = FieldLines.noStore
    if cookie.replayed == true { fields += FieldLines.replayed }
    if cookie.secret != nil || connection.proof == .cookie {
      fields += CookieField.line(
        secret: cookie.secret, seconds: cookie.seconds, path: options.publicURL?.path ?? "",
        isSecure: isSecure(connection))
    }
    connection.answer(.empty(204, fields: fields))
  }
}

extension Identity {
  /// As the arguments of calls name it.
  var maker: SessionAPI.Maker {
    var scopes: [String] = []
    if scope.contains(.read) { scopes.append("read") }
    if scope.contains(.write) { scopes.append("write") }
    return SessionAPI.Maker(id: tokenID, scopes: scopes, expiresAt: (expiresAt ?? endsAt).map { Instant(seconds: $0) })
  }
}
