import API
import Crypto
import Proto
import Service

/// A whole request on its way in, and its answer on its way out.
extension Edge {
  func dispatch(_ connection: HTTPConnection, _ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard let index = connection.route else {
      return connection.answer(ProblemBody.answer(404, "there is nothing here"))
    }
    let route = route(index)
    do throws(Refusal) {
      try writeArgument(connection, route, bytes, range)
    } catch {
      return connection.answer(ProblemBody.answer(error))
    }
    let meta = meta(connection, bytes, range)
    if route.endpoint.isForAnybody { return signIn(connection, route, meta, bodyBytes: range.count) }
    if let download = route.endpoint.download { return export(connection, route, download, meta) }
    if case .events(let position) = route.endpoint.success { return openStream(connection, route, position, meta) }
    if case .gathered(let list) = route.endpoint.success { return gather(connection, route, Gathering(list, meta)) }
    if let first = route.endpoint.first, let other = firstRoute(of: route) {
      return ask(other, for: first.member, of: connection, route, meta)
    }
    let serial = connection.serial
    argument.withBytes { argument in
      route.gate.call(connection, route, meta, argument) { [self] result in
        route.gate.finished(connection, route)
        guard connection.serial == serial, !connection.isClosed else { return }
        switch result {
        case .reply(let reply, _): answer(connection, route, reply)
        case .fault(let fault): fail(connection, route, fault)
        }
      }
    }
  }

  func writeArgument(
    _ connection: HTTPConnection, _ route: Route, _ bytes: Span<UInt8>, _ range: Range<Int>
  ) throws(Refusal) {
    if argument.count > Limits.keptBytes { argument = CBORWriter() }
    argument.truncate()
    let opened = argument.open()
    var parameters = ArgumentWriter(inPath: route.inPath, inQuery: route.inQuery)
    let held = connection.headBytes
    try parameters.write(held.span, path: connection.match.parameters, query: connection.head.query, into: &argument)
    if route.endpoint.knowsOrigin {
      parameters.write("origin", publicBase(connection), into: &argument)
    }
    var (names, count) = (parameters.names, parameters.names.count)
    if let name = route.endpoint.makerName {
      names.append([UInt8](name.utf8))
      if !route.endpoint.isForAnybody, let maker = try? CBOREncoder.encode(connection.identity.maker) {
        argument.text(name)
        argument.raw(maker)
        count += 1
      }
    }
    guard route.endpoint.takesBody else { return argument.closeMap(opened, count: count) }
    try toCBOR.argument(bytes, range, into: &argument, opened: opened, count: count, overriding: names)
    guard argument.count <= Limits.argumentBytes else {
      throw Refusal(status: 413, detail: "the body holds more than one internal message can")
    }
  }

  private func meta(_ connection: HTTPConnection, _ bytes: Span<UInt8>, _ range: Range<Int>) -> CallMeta {
    var meta = meta(connection)
    if meta.key != nil { meta.digest = bytes.extracting(range).withUnsafeBytes { SHA256.hash($0) } }
    return meta
  }

  /// All but the digest of the body.
  func meta(_ connection: HTTPConnection) -> CallMeta {
    let held = connection.headBytes
    var meta = CallMeta(user: connection.identity.user, deadline: Int(Limits.callMilliseconds))
    meta.trace = connection.head.traceparent.flatMap { place in
      TraceParent.isValid(held.span, place) ? held.span.text(place) : nil
    }
    guard connection.head.verb == .post, let place = connection.head.idempotencyKey else { return meta }
    let query = connection.head.query.map { "?" + held.span.text($0) } ?? ""
    meta.key = "POST \(held.span.text(connection.head.path))\(query)\n\(held.span.text(place))"
    return meta
  }

  func fail(_ connection: HTTPConnection, _ route: Route, _ fault: Fault) {
    let answer = ProblemBody.answer(fault, queries: route.queryNames)
    if answer.status >= 500 { warn(fault, route.method, connection) }
    connection.answer(answer)
  }

  private func warning(of code: Fault.Code) -> PacedWarning {
    if let known = failures[code] { return known }
    let made = PacedWarning("requests have failed", log: log, loop: loop)
    failures[code] = made
    return made
  }

  /// A line for each at first, and a line a second with their count where there are many.
  func warn(_ fault: Fault, _ method: String, _ connection: HTTPConnection) {
    let request = String(decoding: connection.frame.requestID, as: UTF8.self)
    warning(of: fault.code).note(
      "\(fault.code.rawValue): \(method): \(fault.message) request=\(request)")
  }

  func answer(_ connection: HTTPConnection, _ route: Route, _ reply: UnsafeRawBufferPointer) {
    route.note(bytes: reply.count)
    if route.endsCredentials { credentials.invalidate(user: connection.identity.user, now: milliseconds) }
    if route.endpoint.success == .cookie {
      guard let cookie = try? CBORDecoder.decode(SessionAPI.BrowserCookie.self, from: reply) else {
        return failToWrite(connection, route)
      }
      return answer(connection, cookie)
    }
    guard reply.count <= Limits.largeReplyBytes else { return answerApart(connection, route, reply) }
    if body.capacity > Limits.keptBytes { body = [] }
    body.removeAll(keepingCapacity: true)
    do {
      finish(connection, route, try WrittenReply(reply, route.endpoint.success, &toJSON, to: &body))
    } catch {
      failToWrite(connection, route)
    }
  }

  func failToWrite(_ connection: HTTPConnection, _ route: Route) {
    fail(connection, route, Fault(.internal, "the reply of \(route.method) cannot be written as JSON"))
  }

  /// Answers with the body, which is made.
  func finish(_ connection: HTTPConnection, _ route: Route, _ written: WrittenReply, tag: [UInt8]? = nil) {
    let fields = written.isReplayed ? FieldLines.noStore + FieldLines.replayed : FieldLines.noStore
    switch route.endpoint.success {
    case .nothing, .download, .events, .gathered, .done, .cookie:
      connection.answer(.empty(204, fields: fields))
    case .value:
      if route.endpoint.isTagged { return answerTagged(connection, tag) }
      connection.answer(Answer(fields: fields, body: body))
    case .media(let type): answerTagged(connection, tag, type.contentType, type.fields)
    case .written:
      connection.answer(Answer(status: written.isCreated ? 201 : 200, fields: fields, body: body))
    }
  }

  /// `cached` says for whom and how long the answer may be kept, `more` are further lines.
  func answerTagged(
    _ connection: HTTPConnection, _ tag: [UInt8]? = nil, _ contentType: StaticString = FieldLines.json,
    _ more: [UInt8] = [], cached: StaticString? = nil
  ) {
    fields.removeAll(keepingCapacity: true)
    if !more.isEmpty { fields += more }
    // A browser that signs out, and in as another user, must not find the earlier answers.
    fields.append(cached ?? (connection.proof == .bearer ? FieldLines.tagged : FieldLines.taggedByCookie))
    fields.append(FieldLines.entityTag)
    if let tag { fields += tag } else { EntityTag.append(of: body, to: &fields) }
    if !connection.parser.ifNoneMatch.isEmpty {
      let tag = Array(fields.suffix(EntityTag.byteCount))
      let held = connection.headBytes
      for field in connection.parser.ifNoneMatch where EntityTag.isNamed(tag, in: held.span, field) {
        return connection.answer(.empty(304, fields: fields + FieldLines.lineEnd))
      }
    }
    fields += FieldLines.lineEnd
    connection.answer(Answer(contentType: contentType, fields: fields, body: body))
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
