import API
import Crypto
import Languages
import Proto

/// Public links: `/s/` and a secret, without credentials. SessionSvc is asked each time for the owner and the call of
/// the link, so that a deleted link stops at once.
extension Edge {
  static let sharePrefix: StaticString = "/s/"
  private static let verbs = [UInt8]("GET, HEAD, OPTIONS".utf8)
  private static let secretCharacters = 22

  /// A request for a link.
  private struct Visit {
    let connection: HTTPConnection
    let serial: UInt64
    let digest: SHA256.Digest
    let form: SessionAPI.ResolveShare.Form
    /// Nil for English.
    let language: Language?
    /// The request was counted as a guess.
    let isCounted: Bool

    var isGone: Bool { !connection.isCurrent(serial) }
    /// The address whose guesses count together.
    let address: String
  }

  func isShare(_ bytes: Span<UInt8>, _ path: Range<Int>) -> Bool {
    let end = path.lowerBound + Edge.sharePrefix.utf8CodeUnitCount
    return end <= path.upperBound && bytes.equals(path.lowerBound..<end, Edge.sharePrefix)
  }

  func share(_ connection: HTTPConnection, _ bytes: Span<UInt8>, _ head: RequestHead) {
    connection.setOriginFields(FieldLines.anyOrigin)
    switch head.verb {
    case .get, .head: break
    case .options:
      let fields = FieldLines.allow(Edge.verbs) + (head.requestedMethod == nil ? [] : FieldLines.anyOriginPreflight)
      return connection.respond(.empty(204, fields: fields))
    default:
      return connection.respond(
        ProblemBody.response(
          405, "this path does not support the method; see the Allow header", fields: FieldLines.allow(Edge.verbs)))
    }
    guard let (secret, form) = Edge.secret(bytes, head.path) else { return connection.respond(Edge.nothingShared) }
    let digest = secret.withUnsafeBytes { SHA256.digest($0) }
    let address = clientAddress(connection)
    guard
      let isCounted = admission.beginGuess(digest, from: address, second: second)
    else { return reject(connection, .linkGuesses) }
    resolve(
      Visit(
        connection: connection, serial: connection.serial, digest: digest, form: form,
        language: linkLanguage(connection, bytes, head.query), isCounted: isCounted, address: address))
  }

  /// Returns the language that the query names, or else the accepted one. Other parameters of links are ignored.
  private func linkLanguage(_ connection: HTTPConnection, _ bytes: Span<UInt8>, _ query: Range<Int>?) -> Language? {
    var named: Language?
    if let query {
      try? ArgumentWriter.forEachPair(bytes, query) { name, value throws(RequestProblem) in
        guard named == nil, name.elementsEqual(Parameter.languageName.utf8) else { return }
        named = Language(rawValue: String(decoding: value, as: UTF8.self))
      }
    }
    let language = named ?? acceptedLanguage(connection)
    return language == .english ? nil : language
  }

  private static var nothingShared: HTTPResponse {
    ProblemBody.response(404, "no page, endpoint or public link has this address; check it")
  }

  private static func secret(
    _ bytes: Span<UInt8>, _ path: Range<Int>
  ) -> (secret: [UInt8], form: SessionAPI.ResolveShare.Form)? {
    let name = bytes.array(path.lowerBound + sharePrefix.utf8CodeUnitCount..<path.upperBound)
    guard name.count > secretCharacters else { return nil }
    let secret = Array(name.prefix(secretCharacters))
    let ending = String(decoding: name.dropFirst(secretCharacters + 1), as: UTF8.self)
    guard name[secretCharacters] == 0x2E, let form = SessionAPI.ResolveShare.Form(rawValue: ending),
      secret.allSatisfy(Bytes.isBase64URL)
    else { return nil }
    return (secret, form)
  }

  private func resolve(_ visit: Visit) {
    let call = SessionAPI.ResolveShare(
      hash: visit.digest.withUnsafeBytes { [UInt8]($0) }, form: visit.form, lang: visit.language)
    send(call, visit) { [self] share in
      admission.confirmGuess(visit.digest, isCounted: visit.isCounted, from: visit.address)
      // The reply names the call that shows what is shared.
      self.call(visit, routes.shared(share.service, share.method), CallMeta.visitor(share.user), share.argument) {
        [self] reply in respond(visit, reply)
      }
    }
  }

  private func send<Call: Method>(_ call: Call, _ visit: Visit, _ replied: @escaping (Call.Reply) -> Void) {
    do throws(Fault) {
      let argument = try CBOREncoder.encode(call)
      self.call(visit, routes.shared(Call.API.service, Call.name), CallMeta.visitor(nil), argument) { [self] reply in
        do throws(Fault) {
          replied(try CBORDecoder.decode(Call.Reply.self, from: reply))
        } catch {
          failShared(visit, Fault(.internal, "cannot decode the reply of \(Call.name): \(error.message)"))
        }
      }
    } catch {
      failShared(visit, error)
    }
  }

  private func call(
    _ visit: Visit, _ route: Route?, _ meta: CallMeta, _ argument: [UInt8],
    _ replied: @escaping (UnsafeRawBufferPointer) -> Void
  ) {
    guard let route else { return failShared(visit, Fault(.internal, "the service of the link does not exist")) }
    argument.withUnsafeBytes { argument in
      route.gate.call(visit.connection, route, meta, argument) { [self] result in
        route.gate.finished(visit.connection, route)
        guard !visit.isGone else { return }
        switch result {
        case .reply(let reply, _): replied(reply)
        case .fault(let fault): failShared(visit, fault)
        }
      }
    }
  }

  private func respond(_ visit: Visit, _ reply: UnsafeRawBufferPointer) {
    let isPicture = visit.form == .svg
    do {
      _ = try replies.write(reply, isPicture ? .media(.svg) : .value)
    } catch {
      return failShared(visit, Fault(.internal, "the shared content cannot be written"))
    }
    respondTagged(
      visit.connection, ReplyBody(replies.body), isPicture ? FieldLines.svg : FieldLines.json, FieldLines.picture,
      cacheControl: FieldLines.cachedByAll)
  }

  /// Errors inside are not shown to visitors: a link without a target does not exist.
  private func failShared(_ visit: Visit, _ fault: Fault) {
    switch fault.code {
    case .notFound, .invalid, .conflict, .forbidden, .unauthenticated:
      admission.forgetGuess(visit.digest)
      visit.connection.respond(Edge.nothingShared)
    case .overloaded, .unavailable, .deadlineExceeded, .cancelled:
      visit.connection.respond(
        ProblemBody.response(503, "the shared content is unavailable; retry later", fields: FieldLines.retrySoon))
    case .internal, .unknownMethod:
      warn(fault, "a link", visit.connection)
      visit.connection.respond(ProblemBody.response(fault))
    }
  }
}

extension CallMeta {
  /// For a visitor without credentials, on behalf of the owner of the link.
  fileprivate static func visitor(_ user: String?) -> CallMeta {
    CallMeta(user: user, deadline: Int(Limits.callMilliseconds))
  }
}
