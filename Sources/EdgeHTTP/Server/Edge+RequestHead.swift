import API
import Proto

/// Decides about a request by its head.
extension Edge {
  private static let base = [UInt8](Endpoints.base.utf8)

  func admit(_ connection: HTTPConnection) {
    let held = connection.headBytes
    let bytes = held.span
    if !site.basePath.isEmpty, !stripBase(connection, bytes) { return }
    let head = connection.head
    if let id = head.requestID, RequestIDs.isAllowed(bytes, id) {
      connection.copyRequestID(bytes, id)
    } else {
      makeRequestID(for: connection)
    }
    connection.setOriginFields(site.cors.fields(bytes, head))
    guard isBelowBase(bytes, head.path), !connection.isForMetrics else {
      if !connection.isForMetrics, let found = site.connectors.find(bytes, head.path) {
        return admitConnector(connection, found.connector, names: found.names, bytes, head)
      }
      return system(connection, bytes, head)
    }
    if let fields = site.cors.preflightFields(bytes, head) { return connection.respond(.empty(204, fields: fields)) }
    if isForAnybody(bytes, head) { return admitSignIn(connection) }
    if hasOptionalCredentials(bytes, head), isStranger(connection) { return admitStranger(connection) }
    authenticate(connection, bytes, head)
  }

  /// Looks up the credentials; `decide` continues.
  func authenticate(_ connection: HTTPConnection, _ bytes: Span<UInt8>, _ head: RequestHead) {
    guard let field = head.authorization else { return authenticateByOthers(connection) }
    connection.setProof(.bearer)
    guard let token = bearerToken(bytes, field) else {
      return connection.respond(
        ProblemBody.response(401, "the Authorization header is not a Bearer token", fields: FieldLines.bearer))
    }
    let verdict = credentials.judge(
      bytes.extracting(token), now: milliseconds, second: second, later: decideLater(connection))
    if let verdict { decide(connection, verdict) }
  }

  /// For a verdict that comes later, when the connection may be closed or at its next request.
  func decideLater(_ connection: HTTPConnection) -> (Verdict) -> Void {
    let serial = connection.serial
    return { [self] verdict in
      guard connection.isCurrent(serial) else { return }
      decide(connection, verdict)
    }
  }

  /// Removes the path of the public address from the request's path, unless a proxy has done so. Returns false if it
  /// has sent a response.
  private func stripBase(_ connection: HTTPConnection, _ bytes: Span<UInt8>) -> Bool {
    let path = connection.head.path
    let base = site.basePath
    let end = path.lowerBound + base.count
    guard path.count >= base.count, bytes.equals(path.lowerBound..<end, base) else { return true }
    if end < path.upperBound {
      if bytes[end] == Bytes.slash { connection.removeBasePath(end..<path.upperBound) }
      return true
    }
    makeRequestID(for: connection)
    connection.setOriginFields([])
    let place = FieldLines.line("Location", publicBase(connection) + "/")
    connection.respond(.empty(308, fields: place))
    return false
  }

  /// Whether the path is below `/api/v1`, also if its first two names are percent-encoded.
  private func isBelowBase(_ bytes: Span<UInt8>, _ path: Range<Int>) -> Bool {
    let end = path.lowerBound + Edge.base.count
    if path.count >= Edge.base.count, bytes.equals(path.lowerBound..<end, Edge.base) {
      return end == path.upperBound || bytes[end] == Bytes.slash
    }
    guard bytes.first(Bytes.percent, in: path) != nil else { return false }
    let segments = bytes.array(path).split(separator: Bytes.slash, maxSplits: 3, omittingEmptySubsequences: false)
    guard segments.count >= 3, segments[0].isEmpty else { return false }
    let names = segments[1...2].map { PercentCoding.decode(Array($0).span, 0..<$0.count) }
    return names == [[UInt8]("api".utf8), [UInt8]("v1".utf8)]
  }

  private func bearerToken(_ bytes: Span<UInt8>, _ field: Range<Int>) -> Range<Int>? {
    guard let space = bytes.first(Bytes.space, in: field),
      bytes.equalsFolded(field.lowerBound..<space, "bearer")
    else { return nil }
    let token = bytes.trimmed(space..<field.upperBound)
    guard !token.isEmpty else { return nil }
    guard bytes.first(in: token, where: { $0.invisible | $0.equal(Bytes.comma) }) == nil else { return nil }
    return token
  }

  func decide(_ connection: HTTPConnection, _ verdict: Verdict) {
    switch verdict {
    case .known(let identity, let quota):
      connection.authenticate(identity, quota)
      renewCookie(connection, identity)
      let held = connection.headBytes
      // Outside of the API, only the metrics need credentials.
      guard isBelowBase(held.span, connection.head.path) else { return sendMetrics(connection) }
      let objection =
        foreignObjection(connection) ?? otherUserObjection(connection)
        ?? objection(connection, held.span, connection.head)
      if let objection {
        connection.respond(objection)
      } else {
        connection.proceed()
      }
    case .invalid(let reason):
      let fields = connection.proof == .cookie ? clearingCookie(connection) : []
      if connection.proof == .cookie, hasOptionalCredentials(connection.headBytes.span, connection.head) {
        connection.addFields(fields)
        return admitStranger(connection)
      }
      connection.respond(ProblemBody.response(401, reason, fields: FieldLines.badBearer + fields))
    case .unavailable(let reason):
      connection.respond(ProblemBody.response(503, reason, fields: FieldLines.retrySoon))
    case .rejected(let rejection): reject(connection, rejection)
    }
  }

  /// Returns the response to a request that is not valid, or nil if it is.
  func objection(_ connection: HTTPConnection, _ bytes: Span<UInt8>, _ head: RequestHead) -> HTTPResponse? {
    guard let match = routes.router.match(bytes, head.path) else {
      return ProblemBody.response(404, "no page, endpoint or public link has this address; check it")
    }
    connection.setMatch(match)
    if head.verb == .options {
      return queryObjection(bytes, head.query, match)
        ?? .empty(204, fields: FieldLines.allow(routes.router.allow(match)))
    }
    guard let index = routes.router.row(match, head.verb) else {
      return ProblemBody.response(
        405, "this path does not support the method; see the Allow header",
        fields: FieldLines.allow(routes.router.allow(match)))
    }
    connection.setRoute(index)
    let route = route(index)
    guard connection.identity.scope.contains(route.scope) else {
      let name = route.endpoint.scope.rawValue
      return ProblemBody.response(
        403, "the credentials lack the scope \(name)",
        fields: FieldLines.line("WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"\(name)\""))
    }
    if route.endpoint.needsBrowser, connection.proof == .bearer {
      return ProblemBody.response(403, "this call needs a signed-in browser", fields: FieldLines.bearer)
    }
    let image = imageBody(bytes, head, route)
    let most = image?.mostBytes ?? (route.endpoint.takesFile ? Limits.fileBytes : Limits.bodyBytes)
    if let length = head.contentLength, length > most { return ProblemBody.response(.tooLargeBody(most)) }
    if route.endpoint.takesFile, let response = codingObjection(bytes, head) { return response }
    if route.endpoint.takesBody,
      let response = image == nil ? bodyObjection(bytes, head, route) : codingObjection(bytes, head)
    {
      return response
    }
    if head.verb == .post, let key = head.idempotencyKey, !isKey(bytes, key) {
      return ProblemBody.response(400, "Idempotency-Key must be 1 to 255 visible ASCII characters")
    }
    return nil
  }

  /// OPTIONS accepts the parameters of every call of the path.
  private func queryObjection(_ bytes: Span<UInt8>, _ query: Range<Int>?, _ match: PathRouter.Match) -> HTTPResponse? {
    guard let query else { return nil }
    do throws(RequestProblem) {
      try ArgumentWriter.forEachPair(bytes, query) { name, _ throws(RequestProblem) in
        let isKnown = Verb.allCases.contains { verb in
          routes.router.row(match, verb).map { route($0).queryNames.contains(name) } ?? false
        }
        guard isKnown else { throw .unknownQuery(name) }
      }
      return nil
    } catch {
      return ProblemBody.response(error)
    }
  }

  private func codingObjection(_ bytes: Span<UInt8>, _ head: RequestHead) -> HTTPResponse? {
    guard head.declaresLength else { return ProblemBody.response(411, "Content-Length or a chunked body is required") }
    guard let coding = head.contentEncoding, !bytes.equalsFolded(coding, "identity") else { return nil }
    return ProblemBody.response(415, "the body must not be compressed")
  }

  private func bodyObjection(_ bytes: Span<UInt8>, _ head: RequestHead, _ route: Route) -> HTTPResponse? {
    if let response = codingObjection(bytes, head) { return response }
    if route.endpoint.takesForm {
      guard let type = head.contentType, isFormType(bytes, type) else {
        return ProblemBody.response(415, "the body must be application/x-www-form-urlencoded")
      }
      return nil
    }
    guard let type = head.contentType, isJSON(bytes, type, isPatch: route.isPatch) else {
      if let image = route.endpoint.image {
        let types = image.types.joined(separator: ", ")
        return ProblemBody.response(415, "the body must be \(types), or application/json in UTF-8")
      }
      return ProblemBody.response(415, "the body must be application/json in UTF-8")
    }
    return nil
  }

  /// Returns the rules of the body if it is an image.
  func imageBody(_ bytes: Span<UInt8>, _ head: RequestHead, _ route: Route) -> ImageBody? {
    guard let image = route.endpoint.image, let field = head.contentType else { return nil }
    let type = bytes.trimmed(field.lowerBound..<(bytes.first(0x3B, in: field) ?? field.upperBound))
    return image.types.contains(bytes.text(type).lowercased()) ? image : nil
  }

  private func isFormType(_ bytes: Span<UInt8>, _ field: Range<Int>) -> Bool {
    let end = bytes.first(0x3B, in: field) ?? field.upperBound
    return bytes.equalsFolded(bytes.trimmed(field.lowerBound..<end), "application/x-www-form-urlencoded")
  }

  /// The only accepted charset is UTF-8.
  private func isJSON(_ bytes: Span<UInt8>, _ field: Range<Int>, isPatch: Bool) -> Bool {
    let mark = bytes.first(0x3B, in: field)
    let type = bytes.trimmed(field.lowerBound..<(mark ?? field.upperBound))
    guard
      bytes.equalsFolded(type, "application/json")
        || isPatch && bytes.equalsFolded(type, "application/merge-patch+json")
    else { return false }
    guard let mark else { return true }
    return bytes.text((mark + 1)..<field.upperBound).split(separator: ";").allSatisfy { parameter in
      let pair = parameter.lowercased().filter { $0 != " " && $0 != "\t" && $0 != "\"" }
      return !pair.hasPrefix("charset=") || pair == "charset=utf-8"
    }
  }

  private func isKey(_ bytes: Span<UInt8>, _ key: Range<Int>) -> Bool {
    (1...Limits.idempotencyKeyBytes).contains(key.count) && bytes.isVisible(key)
  }
}
