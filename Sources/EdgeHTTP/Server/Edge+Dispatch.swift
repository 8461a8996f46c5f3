import API
import Crypto
import Languages
import Proto
import Service

/// Turns a complete request into a call, and the reply into a response.
extension Edge {
  func dispatch(_ connection: HTTPConnection, _ bytes: Span<UInt8>, _ range: Range<Int>) {
    if let exchange = connection.request.exchange {
      return dispatch(connection, exchange, bytes.array(range))
    }
    guard let index = connection.route else {
      return connection.respond(
        ProblemBody.response(404, "no page, endpoint or public link has this address; check it"))
    }
    let route = route(index)
    do throws(RequestProblem) {
      try writeArgument(connection, route, bytes, range)
    } catch {
      return connection.respond(ProblemBody.response(error))
    }
    var meta = meta(connection, bytes, range)
    if route.endpoint.callsOthers { meta.deadline = Limits.outboundCallMilliseconds }
    if route.endpoint.takesForm { return endProviderSessions(connection, route, meta, bytes, range) }
    if route.endpoint.success == .redirect { return redirect(connection, route, meta) }
    if route.endpoint.limitsAttempts { return guardAttempt(connection, route, meta, bodyBytes: range.count) }
    if let other = route.endpoint.alternative, accepts(connection, other.type),
      let file = routes.alternative(to: route)
    {
      return export(connection, file, other.download, meta)
    }
    if let download = route.endpoint.download { return export(connection, route, download, meta) }
    if case .events(let position) = route.endpoint.success { return openStream(connection, route, position, meta) }
    if case .gathered(let list) = route.endpoint.success { return gather(connection, route, PagedList(list, meta)) }
    if route.method == EdgeAPI.FetchWidget.name { return fetchWidget(connection, route, meta) }
    if let first = route.endpoint.first, let other = routes.first(of: route) {
      return call(other, for: first.member, of: connection, route, meta)
    }
    if route.isOfView { return read(connection, route, index, meta) }
    let serial = connection.serial
    arguments.withBytes { argument in
      route.gate.call(connection, route, meta, argument) { [self] result in
        route.gate.finished(connection, route)
        guard connection.isCurrent(serial) else { return }
        switch result {
        case .reply(let reply, _): respond(connection, route, reply)
        case .fault(let fault): fail(connection, route, fault)
        }
      }
    }
  }

  func writeArgument(
    _ connection: HTTPConnection, _ route: Route, _ bytes: Span<UInt8>, _ range: Range<Int>
  ) throws(RequestProblem) {
    let origin = route.endpoint.knowsOrigin ? publicBase(connection) : nil
    let visitor = route.endpoint.knowsVisitor ? visitor(connection) : nil
    let image = imageBody(connection.headBytes.span, connection.head, route)
    let language = route.isTranslated ? acceptedLanguage(connection) : .english
    try arguments.write(
      route, connection.request, query: connection.head.query, origin: origin, visitor: visitor, image: image,
      language: language, bytes, range)
  }

  /// The supported language that the client prefers.
  func acceptedLanguage(_ connection: HTTPConnection) -> Language {
    let fields = connection.state.parser.acceptLanguage
    guard !fields.isEmpty else { return .english }
    return Language.accepted(connection.headBytes.span, fields)
  }

  /// Whether the client sends the languages that it accepts. If it does not, a response has the fields that it had
  /// before there were languages: its cache needs no others.
  func namesLanguages(_ connection: HTTPConnection) -> Bool { !connection.state.parser.acceptLanguage.isEmpty }

  private func meta(_ connection: HTTPConnection, _ bytes: Span<UInt8>, _ range: Range<Int>) -> CallMeta {
    var meta = meta(connection)
    if meta.key != nil { meta.digest = bytes.extracting(range).withUnsafeBytes { SHA256.hash($0) } }
    return meta
  }

  /// All but the digest of the body.
  func meta(_ connection: HTTPConnection) -> CallMeta {
    let held = connection.headBytes
    let user = connection.identity.user
    var meta = CallMeta(user: user.isEmpty ? nil : user, deadline: Int(Limits.callMilliseconds))
    meta.trace = connection.head.traceparent.flatMap { place in
      TraceParent.isValid(held.span, place) ? held.span.text(place) : nil
    }
    guard connection.head.verb == .post, let place = connection.head.idempotencyKey else { return meta }
    let query = connection.head.query.map { "?" + held.span.text($0) } ?? ""
    meta.key = "POST \(held.span.text(connection.head.path))\(query)\n\(held.span.text(place))"
    return meta
  }

  func fail(_ connection: HTTPConnection, _ route: Route, _ fault: Fault) {
    let problem = ProblemBody.response(fault, queries: route.queryNames)
    if problem.status >= 500 { warn(fault, route.method, connection) }
    connection.respond(problem)
  }

  /// Logs the fault, unless a limit rejected the call, which is logged already.
  func warn(_ fault: Fault, _ method: String, _ connection: HTTPConnection) {
    guard !connection.call.isRejected else { return }
    connections.failures.note(fault, method, request: connection.requestID)
  }

  func respond(_ connection: HTTPConnection, _ route: Route, _ reply: UnsafeRawBufferPointer) {
    route.noteReply(bytes: reply.count)
    if route.endsCredentials {
      credentials.invalidate(user: connection.identity.user, now: milliseconds)
      reads.remove(connection.identity.user)
    }
    if route.deletesPerson { reads.removeAll() }
    if route.endpoint.success == .cookie {
      guard let cookie = try? CBORDecoder.decode(SessionAPI.BrowserCookie.self, from: reply) else {
        return failToEncode(connection, route)
      }
      return respond(connection, cookie)
    }
    guard reply.count <= Limits.largeReplyBytes else { return respondLarge(connection, route, reply) }
    do {
      let written = try replies.write(reply, route.endpoint.success)
      finish(connection, route, written, ReplyBody(replies.body))
    } catch {
      failToEncode(connection, route)
    }
  }

  func failToEncode(_ connection: HTTPConnection, _ route: Route) {
    fail(connection, route, Fault(.internal, "the reply of \(route.method) cannot be written as JSON"))
  }

  func finish(_ connection: HTTPConnection, _ route: Route, _ written: WrittenReply, _ body: ReplyBody) {
    var fields = written.isReplayed ? FieldLines.noStore + FieldLines.replayed : FieldLines.noStore
    if route.isTranslated { fields += FieldLines.varyByLanguage }
    switch route.endpoint.success {
    case .nothing, .download, .events, .gathered, .done, .cookie, .redirect:
      connection.respond(.empty(204, fields: fields))
    case .value:
      if route.endpoint.isTagged { return respondTagged(connection, body) }
      let status = route.endpoint.statuses.first ?? 200
      guard let coded = compressed(body, for: connection) else {
        return connection.respond(HTTPResponse(status: status, fields: fields, body: body.bytes))
      }
      connection.respond(HTTPResponse(status: status, fields: fields + FieldLines.gzip, body: coded))
    case .challenge:
      let line = CookieField.line(
        challenge: written.challenge, seconds: written.seconds, cookiePlace(connection))
      connection.respond(HTTPResponse(fields: fields + line, body: body.bytes))
    case .media(let type): respondTagged(connection, body, type.contentType, type.fields)
    case .image: respondImage(connection, written.media ?? .svg, body)
    case .written:
      connection.respond(HTTPResponse(status: written.isCreated ? 201 : 200, fields: fields, body: body.bytes))
    }
  }

  private func respondImage(_ connection: HTTPConnection, _ type: MediaType, _ body: ReplyBody) {
    let isDrawn = type == .svg
    let cacheControl = FieldLines.image(
      byCookie: connection.proof != .bearer, byLanguage: isDrawn && namesLanguages(connection))
    respondTagged(
      connection, body, type.contentType, isDrawn ? type.fields + FieldLines.generated : type.fields,
      cacheControl: cacheControl)
  }
}

/// The W3C header that names a request across processes.
enum TraceParent {
  /// `00-`, 32 hexadecimal digits, 16, and 2 of flags; not all zeros.
  static func isValid(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count == 55 else { return false }
    var isZero = (trace: true, parent: true)
    for offset in 0..<55 {
      let byte = bytes[range.lowerBound + offset]
      if offset == 2 || offset == 35 || offset == 52 {
        guard byte == 0x2D else { return false }
      } else {
        guard Bytes.isDigit(byte) || (0x61...0x66).contains(byte) else { return false }
        if byte != 0x30 {
          if (3..<35).contains(offset) { isZero.trace = false }
          if (36..<52).contains(offset) { isZero.parent = false }
        }
      }
    }
    let isForbidden = bytes[range.lowerBound] == 0x66 && bytes[range.lowerBound + 1] == 0x66
    return !isZero.trace && !isZero.parent && !isForbidden
  }
}
