import API
import Chronology
import Proto
import Service

/// `POST /session`: the one call without credentials, and so the one where secrets can be guessed.
extension Edge {
  static let signInPath = [UInt8]("\(Endpoints.base)/session".utf8)

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
    let serial = connection.serial
    let (argument, user) = judgeJWT(bytes)
    var meta = meta
    meta.user = user
    // Not by way of the gate, which drops the calls of clients that have gone: each attempt is to be counted. There are
    // never many.
    route.gate.upstream.call(route.method, meta, argument) { [self] result in
      let isThere = connection.serial == serial && !connection.isClosed
      switch result {
      case .reply(let reply, _):
        attempts.finish(address, .right, now: milliseconds)
        if isThere { answerCookie(connection, route, reply) }
      case .fault(let fault):
        attempts.finish(address, fault.code == .unauthenticated ? .wrong : .undecided, now: milliseconds)
        if isThere { fail(connection, route, fault) }
      }
    }
  }

  /// A JWT is judged here, where its keys are; any other token by the service, which has its hash.
  private func judgeJWT(_ bytes: [UInt8]) -> (argument: [UInt8], user: String?) {
    guard var members = try? CBORDecoder.decode([String: RawCBOR].self, from: bytes), members["code"] == nil,
      let token = members["token"].flatMap({ try? CBORDecoder.decode(String.self, from: $0.bytes) }),
      let identity = credentials.identity(ofJWT: token, second: second),
      let maker = try? CBOREncoder.encode(identity.maker)
    else { return (bytes, nil) }
    members["maker"] = RawCBOR(bytes: maker)
    return ((try? CBOREncoder.encode(members)) ?? bytes, identity.user)
  }

  /// The browser's cookie becomes what the reply says.
  func answerCookie(_ connection: HTTPConnection, _ route: Route, _ reply: UnsafeRawBufferPointer) {
    guard let cookie = try? CBORDecoder.decode(SessionAPI.BrowserCookie.self, from: reply) else {
      return failToWrite(connection, route)
    }
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
