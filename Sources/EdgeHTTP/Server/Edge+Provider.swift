import API
import JSON
import Proto

/// Sign-ins with the provider: calls that wait for another server and lead the browser to another page.
///
/// They do not go through the gate, in which they would delay other calls. They have their own limit.
extension Edge {
  /// The argument is written.
  func redirect(_ connection: HTTPConnection, _ route: Route, _ meta: CallMeta) {
    // A program that only looks at a link must not use it up.
    guard connection.head.verb == .get else {
      return connection.respond(
        ProblemBody.response(
          405, "this path does not support the method; see the Allow header",
          fields: FieldLines.allow([UInt8]("GET".utf8))))
    }
    let bytes = arguments.bytes
    do throws(Fault) {
      if route.method == SessionAPI.BeginProvider.name {
        return send(try CBORDecoder.decode(SessionAPI.BeginProvider.self, from: bytes), connection, route, meta)
      }
      let call = try CBORDecoder.decode(SessionAPI.FinishProvider.self, from: bytes)
      takeAttempt(call, connection, route, meta)
    } catch {
      fail(connection, route, error)
    }
  }

  /// Finds the attempt of a callback first. One without an attempt counts as a wrong sign-in; a failure of the provider
  /// does not, and it holds no place of the limit.
  private func takeAttempt(
    _ call: SessionAPI.FinishProvider, _ connection: HTTPConnection, _ route: Route, _ meta: CallMeta
  ) {
    let limits = [(admission.signIns, clientAddress(connection))]
    let serial = connection.serial
    begin(limits, 0, connection, serial) { [self] in
      let take = SessionAPI.TakeAttempt(state: call.state ?? "", visitor: call.visitor)
      route.gate.upstream.send(take, meta) { [self] result in
        var call = call
        var cookie: SessionAPI.AttemptsCookie?
        var outcome = SignInAttempts.Outcome.right
        switch result {
        case .success(let reply):
          call.attempt = reply.attempt
          cookie = reply.attempts
        case .failure(let fault) where fault.code == .unauthenticated: outcome = .wrong
        case .failure(let fault):
          admission.signIns.finish(limits[0].1, .undecided, now: milliseconds)
          if connection.isCurrent(serial) { fail(connection, route, fault) }
          return
        }
        admission.signIns.finish(limits[0].1, outcome, now: milliseconds)
        if connection.isCurrent(serial) { send(call, connection, route, meta, attempts: cookie) }
      }
    }
  }

  private func send<Call: Method>(
    _ call: Call, _ connection: HTTPConnection, _ route: Route, _ meta: CallMeta,
    attempts: SessionAPI.AttemptsCookie? = nil
  ) where Call.Reply == SessionAPI.Redirection {
    do throws(LimitRejection) {
      try admission.beginProviderCall()
    } catch {
      return reject(connection, error)
    }
    var meta = meta
    meta.deadline = Limits.providerMilliseconds
    let serial = connection.serial
    route.gate.upstream.send(call, meta) { [self] result in
      admission.endProviderCall()
      guard connection.isCurrent(serial) else { return }
      switch result {
      case .success(var reply):
        reply.attempts = reply.attempts ?? attempts
        respond(connection, reply)
      case .failure(let fault): fail(connection, route, fault)
      }
    }
  }

  private func respond(_ connection: HTTPConnection, _ reply: SessionAPI.Redirection) {
    var fields = FieldLines.noStore + FieldLines.line("Location", reply.location) + FieldLines.noReferrer
    let place = cookiePlace(connection)
    if let cookie = reply.session, let secret = cookie.secret {
      fields += CookieField.line(secret: secret, seconds: cookie.seconds, place)
      if hasOldCookie(connection) { fields += CookieField.clearingOldName(place) }
    }
    if let attempts = reply.attempts {
      fields += CookieField.line(attempts: attempts.value, seconds: attempts.seconds, place)
    }
    connection.respond(.empty(303, fields: fields))
  }

  /// The form of the provider's logout. Its errors have the form of that protocol.
  func endProviderSessions(
    _ connection: HTTPConnection, _ route: Route, _ meta: CallMeta, _ bytes: Span<UInt8>, _ range: Range<Int>
  ) {
    guard range.count <= Limits.formBytes else {
      let detail = "the body is over \(Limits.formBytes) bytes, the limit for a logout token"
      return connection.respond(ProblemBody.response(413, detail))
    }
    var tokens: [[UInt8]] = []
    do throws(RequestProblem) {
      try ArgumentWriter.forEachPair(bytes, range) { name, value throws(RequestProblem) in
        if name.elementsEqual("logout_token".utf8) { tokens.append(value) }
      }
    } catch {
      tokens = []
    }
    // Without exactly one token the call has an empty one, which is rejected if there is a provider.
    let token = tokens.count == 1 ? String(decoding: tokens[0], as: UTF8.self) : ""
    let call = SessionAPI.EndProviderSessions(logoutToken: token)
    do throws(LimitRejection) {
      try admission.beginProviderCall()
    } catch {
      return reject(connection, error)
    }
    var meta = meta
    meta.deadline = Limits.providerMilliseconds
    let serial = connection.serial
    route.gate.upstream.send(call, meta) { [self] result in
      admission.endProviderCall()
      guard connection.isCurrent(serial) else { return }
      switch result {
      case .success: connection.respond(.empty(200, fields: FieldLines.noStore))
      case .failure(let fault) where fault.code == .invalid: rejectLogout(connection, fault.message)
      case .failure(let fault): fail(connection, route, fault)
      }
    }
  }

  private func rejectLogout(_ connection: HTTPConnection, _ reason: String) {
    let body: JSONValue = ["error": "invalid_request", "error_description": .text(reason)]
    connection.respond(HTTPResponse(status: 400, fields: FieldLines.noStore, body: body.bytes))
  }
}
