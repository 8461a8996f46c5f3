import API
import Chronology
import JSON
import Proto
import Service

/// Calls with which secrets could be guessed: those that sign in need no credentials.
extension Edge {
  private static let sessionPath = [UInt8]((Endpoints.base + "/session").utf8)

  /// Whether the request's row needs no credentials. Only a POST, or a GET below the path of sessions, has such a row.
  func isForAnybody(_ bytes: Span<UInt8>, _ head: RequestHead) -> Bool {
    guard head.verb == .post || isSessionRead(bytes, head) else { return false }
    return row(bytes, head)?.isForAnybody ?? false
  }

  /// Whether strangers may make the request too, such as one that asks who is signed in.
  func hasOptionalCredentials(_ bytes: Span<UInt8>, _ head: RequestHead) -> Bool {
    isSessionRead(bytes, head) && row(bytes, head)?.hasOptionalCredentials ?? false
  }

  private func isSessionRead(_ bytes: Span<UInt8>, _ head: RequestHead) -> Bool {
    let end = head.path.lowerBound + Edge.sessionPath.count
    return (head.verb == .get || head.verb == .head) && end <= head.path.upperBound
      && bytes.equals(head.path.lowerBound..<end, Edge.sessionPath)
  }

  private func row(_ bytes: Span<UInt8>, _ head: RequestHead) -> Endpoint? {
    guard let match = routes.router.match(bytes, head.path), let index = routes.router.row(match, head.verb) else {
      return nil
    }
    return route(index).endpoint
  }

  /// Continues without a user.
  func admitStranger(_ connection: HTTPConnection) {
    connection.setProof(.bearer)
    connection.authenticate(Identity(user: "", scope: [.read, .write]), connection.memory.addressQuota)
    let held = connection.headBytes
    if let response = objection(connection, held.span, connection.head) { return connection.respond(response) }
    connection.proceed()
  }

  /// Ignores the request's credentials and continues without a user. A page of another site cannot sign a browser in.
  func admitSignIn(_ connection: HTTPConnection) {
    let isForm = row(connection.headBytes.span, connection.head)?.takesForm ?? false
    if let length = connection.head.contentLength, length > (isForm ? Limits.formBytes : Limits.signInBytes) {
      return connection.respond(ProblemBody.response(Edge.tooLongSignIn))
    }
    // A provider sends the form, and a browser's navigation can have no header of ours.
    if !isForm, connection.head.verb == .post, isFromPage(connection), let response = unmarkedObjection(connection) {
      return connection.respond(response)
    }
    admitStranger(connection)
  }

  private static let tooLongSignIn = RequestProblem(
    status: 413, detail: "the body is over \(Limits.signInBytes) bytes, the limit for signing in")

  /// The argument is written. Each kind of attempt is limited by the address and by what is guessed.
  func guardAttempt(_ connection: HTTPConnection, _ route: Route, _ meta: CallMeta, bodyBytes: Int) {
    guard bodyBytes <= Limits.signInBytes else { return connection.respond(ProblemBody.response(Edge.tooLongSignIn)) }
    let bytes = arguments.bytes
    let session = connection.identity.hash.map { "\($0)" } ?? connection.identity.user
    let confirmations = (admission.confirmations, session)
    switch route.method {
    case SessionAPI.SignIn.name: signIn(connection, route, meta, bytes)
    case SessionAPI.AcceptInvitation.name: attempt(SessionAPI.AcceptInvitation.self, connection, route, meta, bytes)
    case SessionAPI.SetUp.name: attempt(SessionAPI.SetUp.self, connection, route, meta, bytes)
    case SessionAPI.SignInWithPasskey.name: attempt(SessionAPI.SignInWithPasskey.self, connection, route, meta, bytes)
    case SessionAPI.SavePassword.name:
      attempt(SessionAPI.SavePassword.self, connection, route, meta, bytes, limitedBy: confirmations)
    case SessionAPI.ConfirmSession.name:
      attempt(SessionAPI.ConfirmSession.self, connection, route, meta, bytes, limitedBy: confirmations)
    default: fail(connection, route, Fault(.internal, "\(route.method) has no limit of attempts"))
    }
  }

  private func signIn(_ connection: HTTPConnection, _ route: Route, _ meta: CallMeta, _ bytes: [UInt8]) {
    var call: SessionAPI.SignIn
    do throws(Fault) {
      call = try CBORDecoder.decode(SessionAPI.SignIn.self, from: bytes)
    } catch {
      return fail(connection, route, error)
    }
    var meta = meta
    // The edge verifies a JWT, because it has the keys; the service verifies any other token by its hash.
    if call.code == nil, let identity = call.token.flatMap({ credentials.identity(ofJWT: $0, second: second) }) {
      call.maker = identity.maker(.bearer)
      meta.user = identity.user
    }
    let user = call.password == nil ? nil : call.userId
    attempt(call, connection, route, meta, limitedBy: user.map { (admission.passwords, $0) })
  }

  private func attempt<Call: Method>(
    _ type: Call.Type, _ connection: HTTPConnection, _ route: Route, _ meta: CallMeta, _ bytes: [UInt8],
    limitedBy other: (attempts: any Attempts, key: String)? = nil
  ) {
    do throws(Fault) {
      let call = try CBORDecoder.decode(Call.self, from: bytes)
      attempt(call, connection, route, meta, limitedBy: other)
    } catch {
      fail(connection, route, error)
    }
  }

  private func attempt<Call: Method>(
    _ call: Call, _ connection: HTTPConnection, _ route: Route, _ meta: CallMeta,
    limitedBy other: (attempts: any Attempts, key: String)?
  ) {
    let limits = [(admission.signIns, clientAddress(connection))] + (other.map { [$0] } ?? [])
    let serial = connection.serial
    begin(limits, 0, connection, serial) { [self] in
      func finish(_ outcome: SignInAttempts.Outcome) {
        for (attempts, key) in limits { attempts.finish(key, outcome, now: milliseconds) }
      }
      guard connection.isCurrent(serial) else { return finish(.undecided) }
      // Not through the gate, which drops the calls of closed connections: each attempt must be counted.
      route.gate.upstream.send(call, meta) { [self] result in
        let isCurrent = connection.isCurrent(serial)
        switch result {
        case .success(let reply):
          finish(.right)
          guard isCurrent else { return }
          if route.endsCredentials { credentials.invalidate(user: connection.identity.user, now: milliseconds) }
          guard let cookie = reply as? SessionAPI.BrowserCookie else {
            return connection.respond(.empty(204, fields: FieldLines.noStore))
          }
          respond(connection, cookie)
        case .failure(let fault):
          finish(fault.code == .unauthenticated ? .wrong : .undecided)
          if isCurrent { fail(connection, route, fault) }
        }
      }
    }
  }

  /// Waits for the turn of each limit in order. If one rejects the attempt, those before it are released.
  func begin(
    _ limits: [(any Attempts, String)], _ place: Int, _ connection: HTTPConnection, _ serial: UInt64,
    _ begun: @escaping () -> Void
  ) {
    guard place < limits.count else { return begun() }
    let (attempts, key) = limits[place]
    attempts.begin(key, now: milliseconds) { [self] turn in
      let rejection: LimitRejection
      switch turn {
      case .now: return begin(limits, place + 1, connection, serial, begun)
      case .rejected(let seconds):
        rejection = LimitRejection(.signIns, 429, "too many failed attempts; retry later", retrySeconds: seconds)
      case .busy: rejection = LimitRejection(.signIns, 503, "too many sign-ins at once; retry later", retrySeconds: 1)
      }
      for (attempts, key) in limits[..<place] { attempts.finish(key, .undecided, now: milliseconds) }
      if connection.isCurrent(serial) { reject(connection, rejection) }
    }
  }

  /// Sets or clears the browser's cookie as the reply says.
  func respond(_ connection: HTTPConnection, _ cookie: SessionAPI.BrowserCookie) {
    var fields = FieldLines.noStore
    if cookie.replayed == true { fields += FieldLines.replayed }
    let place = cookiePlace(connection)
    if let token = cookie.token {
      guard let made = try? CBOREncoder.encode(token), let json = try? Transcode.json(fromCBOR: made) else {
        return connection.respond(ProblemBody.response(Fault(.internal, "the token cannot be written as JSON")))
      }
      return connection.respond(HTTPResponse(status: 201, fields: fields, body: json))
    }
    if let secret = cookie.secret {
      fields += CookieField.line(secret: secret, seconds: cookie.seconds, place)
      if hasOldCookie(connection) { fields += CookieField.clearingOldName(place) }
    } else if connection.proof == .cookie {
      fields += clearingCookie(connection)
    }
    if let url = cookie.url { return connection.respond(.json(["url": .text(url)], fields: fields)) }
    connection.respond(.empty(204, fields: fields))
  }
}

extension RequestContext {
  /// The credentials as the argument of a call.
  var maker: SessionAPI.Maker { identity.maker(proof) }
}

extension Identity {
  func maker(_ proof: Proof) -> SessionAPI.Maker {
    var scopes: [String] = []
    if scope.contains(.read) { scopes.append("read") }
    if scope.contains(.write) { scopes.append("write") }
    let kind: SessionAPI.Proof =
      switch proof {
      case .bearer: .bearer
      case .cookie: .cookie
      case .proxy: .proxy
      }
    return SessionAPI.Maker(
      id: tokenID, scopes: scopes, expiresAt: (expiresAt ?? endsAt).map { Instant(seconds: $0) }, proof: kind)
  }
}
