import API
import Chronology
import Connectors
import Crypto
import Proto

/// Requests below the bases of connectors. The edge authenticates, reads the body, and carries out the steps that the
/// connector returns.
extension Edge {
  /// The lines for pages that use an open connector.
  private static let preflight =
    FieldLines.line("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, DELETE")
    + FieldLines.line("Access-Control-Allow-Headers", "Authorization, Content-Type")
    + FieldLines.line("Access-Control-Max-Age", "600")

  func admitConnector(
    _ connection: HTTPConnection, _ connector: any Connector, names: [String], _ bytes: Span<UInt8>,
    _ head: RequestHead
  ) {
    connection.setOriginFields(connector.isOpenToPages ? FieldLines.anyOrigin : [])
    connection.setBodyRules(.connector(most: Limits.bodyBytes))
    if connector.isOpenToPages, head.verb == .options, head.requestedMethod != nil {
      return connection.respond(.empty(204, fields: Edge.preflight))
    }
    let exchange = ConnectorExchange(connector, connectorHead(connection, connector, names, bytes, head))
    connection.setExchange(exchange)
    switch connector.plan(exchange.head) {
    case .respond(let response): respond(connection, exchange, response)
    case .reject(let problem): fail(connection, exchange, problem)
    case .accept(let terms):
      exchange.accept(terms)
      guard let credentials = terms.credentials else { return proceed(connection, exchange) }
      verify(credentials, connection, exchange) { [self] result in
        switch result {
        case .failure(let problem): fail(connection, exchange, problem)
        case .success(let user):
          guard user.may(terms.scope) else { return fail(connection, exchange, .forbidden(terms.scope)) }
          exchange.authenticate(user)
          proceed(connection, exchange)
        }
      }
    }
  }

  private func connectorHead(
    _ connection: HTTPConnection, _ connector: any Connector, _ names: [String], _ bytes: Span<UInt8>,
    _ head: RequestHead
  ) -> ConnectorHead {
    var query: [ConnectorPair] = []
    if let place = head.query {
      for part in bytes.text(place).split(separator: "&") {
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { text in
          let raw = Array(text.utf8)
          let decoded = PercentCoding.decode(raw.span, 0..<raw.count, plusIsSpace: true) ?? raw
          return String(decoding: decoded, as: UTF8.self)
        }
        query.append(ConnectorPair(pair[0], pair.count > 1 ? pair[1] : ""))
      }
    }
    return ConnectorHead(
      method: HeaderFields.method(bytes), path: names, query: query, fields: HeaderFields.all(bytes),
      base: site.cookiePath + "/" + connector.name.rawValue,
      address: publicBase(connection) + "/" + connector.name.rawValue, contentLength: head.contentLength,
      hasBody: head.hasBody)
  }

  // Credentials.

  /// Calls `done` with the owner of the credentials, after the use is noted.
  private func verify(
    _ presented: ConnectorCredentials, _ connection: HTTPConnection, _ exchange: ConnectorExchange,
    _ done: @escaping (Result<ConnectorUser, ConnectorProblem>) -> Void
  ) {
    let serial = connection.serial
    let later = { [self] (verdict: Verdict) in
      guard connection.isCurrent(serial) else { return }
      switch verdict {
      case .known(let identity, let quota):
        guard presented.names(identity.user) else { return done(.failure(.badCredentials)) }
        connection.authenticate(identity, quota)
        connectors.uses.note(exchange.connector.name, of: identity.user, second: second) {
          guard connection.isCurrent(serial) else { return }
          done(.success(ConnectorUser(identity)))
        }
      case .invalid: done(.failure(.badCredentials))
      case .unavailable(let reason): done(.failure(ConnectorProblem(503, reason)))
      case .rejected(let rejection):
        admission.rejections.note(rejection.limit, request: connection.requestID)
        done(.failure(ConnectorProblem(rejection)))
      }
    }
    if let verdict = judge(presented, later) { later(verdict) }
  }

  private func judge(_ presented: ConnectorCredentials, _ later: @escaping (Verdict) -> Void) -> Verdict? {
    switch presented {
    case .none, .malformed: return .invalid(Credentials.invalidTokenReason)
    case .token(_, let token):
      return credentials.judgeOwnToken(token.span, now: milliseconds, second: second, later: later)
    case .md5(_, let digits):
      return credentials.judge(md5: digits, now: milliseconds, second: second, later: later)
    case .cookie(let secret):
      return credentials.judge(podcastCookie: secret, now: milliseconds, second: second, later: later)
    }
  }

  // The body and the steps.

  private func proceed(_ connection: HTTPConnection, _ exchange: ConnectorExchange) {
    let most = exchange.terms.bodyBytes > 0 ? exchange.terms.bodyBytes : Limits.bodyBytes
    if let length = connection.head.contentLength, length > most {
      return fail(connection, exchange, .tooLarge(most))
    }
    connection.setBodyRules(.connector(most: most))
    guard exchange.terms.storage != .memory else { return connection.proceed() }
    guard connection.head.declaresLength else {
      return fail(connection, exchange, ConnectorProblem(411, "Content-Length or a chunked body is required"))
    }
    guard connection.head.hasBody else {
      connection.beginResponding()
      let empty = ConnectorUpload(blob: 0, size: 0, sha256: SHA256.hash([UInt8]()))
      return dispatch(connection, exchange, empty)
    }
    guard let user = exchange.user, connectors.storedBodies.begin(user.id) else {
      admission.rejections.note(.storedBodies, request: connection.requestID)
      return fail(connection, exchange, ConnectorProblem(LimitRejection.storedBodies))
    }
    guard exchange.terms.storage == .imported else {
      return connection.beginFile(StoredBody(self, connection, exchange, user: user.id))
    }
    guard let spool = imports.makeSpool(bytes: connection.head.contentLength ?? most) else {
      connectors.storedBodies.end(user.id)
      return fail(connection, exchange, ConnectorProblem(503, "the disk has no space for the data; retry later"))
    }
    connection.beginFile(ImportedBody(self, connection, exchange, user: user.id, spool))
  }

  /// The body is stored. It may have taken long to arrive, so the credentials are verified again.
  func dispatch(_ connection: HTTPConnection, _ exchange: ConnectorExchange, _ upload: ConnectorUpload) {
    exchange.begin(now: milliseconds)
    verify(exchange.terms.credentials ?? .none, connection, exchange) { [self] result in
      switch result {
      case .failure(let problem): fail(connection, exchange, problem)
      case .success(let user):
        guard user.may(exchange.terms.scope) else {
          return fail(connection, exchange, .forbidden(exchange.terms.scope))
        }
        let request = ConnectorRequest(head: exchange.head, user: user, upload: upload)
        carryOut(exchange.connector.handle(request), connection, exchange)
      }
    }
  }

  func dispatch(_ connection: HTTPConnection, _ exchange: ConnectorExchange, _ body: [UInt8]) {
    exchange.begin(now: milliseconds)
    let request = ConnectorRequest(head: exchange.head, user: exchange.user, body: body, now: Instant(seconds: second))
    carryOut(exchange.connector.handle(request), connection, exchange)
  }

  private func carryOut(_ step: ConnectorStep, _ connection: HTTPConnection, _ exchange: ConnectorExchange) {
    switch step {
    case .respond(let response): respond(connection, exchange, response)
    case .fail(let problem): fail(connection, exchange, problem)
    case .call(let call): make(call, connection, exchange)
    case .sendPage(let bytes, let next): sendPage(bytes, connection, exchange, next)
    case .sendLastPage(let bytes): connection.endDownload(bytes)
    case .runImport(let blob, let user, let next):
      let serial = connection.serial
      let left = Int(exchange.deadline - milliseconds - Limits.importMarginMilliseconds)
      connectors.importOrders.run(blob, of: user, within: left) { [self] outcome in
        if connection.isCurrent(serial) { carryOut(next(outcome), connection, exchange) }
      }
    case .importBody(let order, let name, let next):
      importBody(order, named: name, connection, exchange) { [self] result in
        switch result {
        case .success(let outcome): carryOut(next(outcome), connection, exchange)
        case .failure(let problem): fail(connection, exchange, problem)
        }
      }
    case .download(let download): send(download, connection, exchange)
    case .verify(let presented, let next):
      verify(presented, connection, exchange) { [self] result in
        switch result {
        case .success(let user):
          exchange.authenticate(user)
          carryOut(next(user), connection, exchange)
        case .failure(let problem) where problem.status == 401: carryOut(next(nil), connection, exchange)
        case .failure(let problem): fail(connection, exchange, problem)
        }
      }
    }
  }

  private func make(_ call: ConnectorCall, _ connection: HTTPConnection, _ exchange: ConnectorExchange) {
    let left = exchange.deadline - milliseconds
    guard let route = routes.shared(call.service, call.method), left > 0 else {
      return fail(connection, exchange, ConnectorProblem(503, "the request has taken too long; retry later"))
    }
    let serial = connection.serial
    let meta = CallMeta(user: call.user.isEmpty ? nil : call.user, deadline: Int(left))
    call.argument.withUnsafeBytes { argument in
      route.gate.call(connection, route, meta, argument) { [self] response in
        route.gate.finished(connection, route)
        guard connection.isCurrent(serial) else { return }
        if case .fault(let fault) = response, fault.code == .internal || fault.code == .unknownMethod {
          warn(fault, call.method, connection)
        }
        carryOut(call.next(response), connection, exchange)
      }
    }
  }

  // The response.

  /// Sends a part of a long response, and continues when the client has read it.
  private func sendPage(
    _ bytes: [UInt8], _ connection: HTTPConnection, _ exchange: ConnectorExchange, _ next: @escaping () -> ConnectorStep
  ) {
    if !exchange.hasBegunResponse {
      exchange.beginResponse()
      connectors.metrics.note(ConnectorResponse(), exchange.connector.name)
      guard connection.beginDownload(contentType: FieldLines.json, fields: FieldLines.noStore) else { return }
    }
    connection.writePage(bytes) { [self] in
      exchange.begin(now: milliseconds)
      carryOut(next(), connection, exchange)
    }
  }

  func fail(_ connection: HTTPConnection, _ exchange: ConnectorExchange, _ problem: ConnectorProblem) {
    // A response that has begun cannot become an error: closing shows the client that it is incomplete.
    guard !exchange.hasBegunResponse else { return connection.stream.close() }
    respond(connection, exchange, exchange.response(to: problem))
  }

  private func respond(_ connection: HTTPConnection, _ exchange: ConnectorExchange, _ response: ConnectorResponse) {
    guard let problem = response.problem, let user = exchange.user else {
      return send(connection, exchange, response)
    }
    let serial = connection.serial
    connectors.uses.note(problem, exchange.connector.name, of: user.id) { [self] in
      if connection.isCurrent(serial) { send(connection, exchange, response) }
    }
  }

  private func send(_ connection: HTTPConnection, _ exchange: ConnectorExchange, _ response: ConnectorResponse) {
    connectors.metrics.note(response, exchange.connector.name)
    connection.respond(HTTPResponse(response))
  }

  /// The response to a request that fails before or while its body arrives, in the form of the connector.
  func response(to problem: ConnectorProblem, _ exchange: ConnectorExchange) -> HTTPResponse {
    let response = exchange.response(to: problem)
    connectors.metrics.note(response, exchange.connector.name)
    return HTTPResponse(response)
  }
}
