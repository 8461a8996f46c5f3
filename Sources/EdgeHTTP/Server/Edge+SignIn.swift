import API
import Chronology
import Proto
import Service

/// `POST /session`: the only call without credentials, and so the only one where secrets can be guessed.
extension Edge {
  /// Whether the request's row needs no credentials. Only a POST has such a row.
  func isForAnybody(_ bytes: Span<UInt8>, _ head: RequestHead) -> Bool {
    guard head.verb == .post, let match = routes.router.match(bytes, head.path),
      let index = routes.router.row(match, head.verb)
    else { return false }
    return route(index).endpoint.isForAnybody
  }

  /// Continues without a user, whatever credentials the request has.
  func admitSignIn(_ connection: HTTPConnection) {
    connection.setProof(.bearer)
    connection.authenticate(Identity(user: "", scope: [.read, .write]), connection.memory.addressQuota)
    let held = connection.headBytes
    if let length = connection.head.contentLength, length > Limits.signInBytes {
      return connection.respond(ProblemBody.response(Edge.tooLongSignIn))
    }
    if let response = objection(connection, held.span, connection.head) { return connection.respond(response) }
    connection.proceed()
  }

  private static let tooLongSignIn = Refusal(
    status: 413, detail: "the body is over \(Limits.signInBytes) bytes, the limit for signing in")

  /// The argument is written.
  func signIn(_ connection: HTTPConnection, _ route: Route, _ meta: CallMeta, bodyBytes: Int) {
    guard bodyBytes <= Limits.signInBytes else { return connection.respond(ProblemBody.response(Edge.tooLongSignIn)) }
    let bytes = arguments.bytes
    let (address, serial) = (clientAddress(connection), connection.serial)
    admission.signIns.begin(address, now: milliseconds) { [self] turn in
      let isCurrent = connection.isCurrent(serial)
      switch turn {
      case .refused(let seconds):
        guard isCurrent else { return }
        let detail = "too many failed sign-ins; retry later"
        reject(connection, Rejection(.signIns, 429, detail, retrySeconds: seconds))
      case .now:
        guard isCurrent else { return admission.signIns.finish(address, .undecided, now: milliseconds) }
        signIn(connection, route, meta, bytes, from: address)
      }
    }
  }

  private func signIn(
    _ connection: HTTPConnection, _ route: Route, _ meta: CallMeta, _ bytes: [UInt8], from address: String
  ) {
    var call: SessionAPI.SignIn
    do throws(Fault) {
      call = try CBORDecoder.decode(SessionAPI.SignIn.self, from: bytes)
    } catch {
      admission.signIns.finish(address, .undecided, now: milliseconds)
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
    // Not through the gate, which drops the calls of closed connections: each attempt must be counted.
    route.gate.upstream.send(call, meta) { [self] result in
      let isCurrent = connection.isCurrent(serial)
      switch result {
      case .success(let cookie):
        admission.signIns.finish(address, .right, now: milliseconds)
        if isCurrent { respond(connection, cookie) }
      case .failure(let fault):
        admission.signIns.finish(address, fault.code == .unauthenticated ? .wrong : .undecided, now: milliseconds)
        if isCurrent { fail(connection, route, fault) }
      }
    }
  }

  /// Sets or clears the browser's cookie as the reply says.
  func respond(_ connection: HTTPConnection, _ cookie: SessionAPI.BrowserCookie) {
    // Without a secret the cookie is removed, if one was sent.
    var fields = FieldLines.noStore
    if cookie.replayed == true { fields += FieldLines.replayed }
    if cookie.secret != nil || connection.proof == .cookie {
      fields += CookieField.line(
        secret: cookie.secret, seconds: cookie.seconds, path: site.cookiePath,
        isSecure: isSecure(connection))
    }
    connection.respond(.empty(204, fields: fields))
  }
}

extension Identity {
  /// The identity as the argument of a call.
  var maker: SessionAPI.Maker {
    var scopes: [String] = []
    if scope.contains(.read) { scopes.append("read") }
    if scope.contains(.write) { scopes.append("write") }
    return SessionAPI.Maker(id: tokenID, scopes: scopes, expiresAt: (expiresAt ?? endsAt).map { Instant(seconds: $0) })
  }
}
