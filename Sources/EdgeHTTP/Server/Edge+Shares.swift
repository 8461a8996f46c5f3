import API
import Crypto
import Proto

/// Public links: `/s/` and a secret. There are no credentials; the journal's service is asked each time whose the link
/// is and which call shows it, so that a deleted one is gone at once.
extension Edge {
  static let sharePrefix: StaticString = "/s/"
  private static let verbs = [UInt8]("GET, HEAD, OPTIONS".utf8)
  private static let secretCharacters = 22

  /// A link that is being followed.
  private struct Visit {
    let connection: HTTPConnection
    let serial: UInt64
    let digest: SHA256.Digest
    let form: SessionAPI.ResolveShare.Form
    /// It was counted as a guess.
    let isCounted: Bool

    var isGone: Bool { connection.serial != serial || connection.isClosed }
    var address: String { connection.stranger.name }
  }

  func isShare(_ bytes: Span<UInt8>, _ path: Range<Int>) -> Bool {
    let end = path.lowerBound + Edge.sharePrefix.utf8CodeUnitCount
    return end <= path.upperBound && bytes.equals(path.lowerBound..<end, Edge.sharePrefix)
  }

  func share(_ connection: HTTPConnection, _ bytes: Span<UInt8>, _ head: RequestHead) {
    connection.frame.originFields = FieldLines.anyOrigin
    switch head.verb {
    case .get, .head: break
    case .options:
      let fields = FieldLines.allow(Edge.verbs) + (head.requestedMethod == nil ? [] : FieldLines.anyOriginPreflight)
      return connection.answer(.empty(204, fields: fields))
    default:
      return connection.answer(
        ProblemBody.answer(405, "the method is not for this path", fields: FieldLines.allow(Edge.verbs)))
    }
    guard let (secret, form) = Edge.secret(bytes, head.path) else { return connection.answer(Edge.nothingShared) }
    let digest = secret.withUnsafeBytes { SHA256.digest($0) }
    let isCounted = goodSecrets[digest] == nil
    guard !isCounted || guesses.begin(connection.stranger.name, second: second) else {
      return connection.answer(
        ProblemBody.answer(
          429, "too many links that are not there were asked for", fields: FieldLines.line("Retry-After", "60")))
    }
    resolve(
      Visit(
        connection: connection, serial: connection.serial, digest: digest, form: form, isCounted: isCounted))
  }

  private static var nothingShared: Answer { ProblemBody.answer(404, "there is nothing here") }

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
    let call = SessionAPI.ResolveShare(hash: visit.digest.withUnsafeBytes { [UInt8]($0) }, form: visit.form)
    send(call, visit) { [self] share in
      if visit.isCounted { guesses.withdraw(visit.address) }
      goodSecrets[visit.digest] = true
      // The reply names the call that shows what is shared.
      ask(visit, sharedRoute(share.service, share.method), CallMeta.visitor(share.user), share.argument) {
        [self] reply in answer(visit, reply)
      }
    }
  }

  private func send<Call: Method>(_ call: Call, _ visit: Visit, _ replied: @escaping (Call.Reply) -> Void) {
    do throws(Fault) {
      let argument = try CBOREncoder.encode(call)
      ask(visit, sharedRoute(Call.API.service, Call.name), CallMeta.visitor(nil), argument) { [self] reply in
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

  private func ask(
    _ visit: Visit, _ route: Route?, _ meta: CallMeta, _ argument: [UInt8],
    _ replied: @escaping (UnsafeRawBufferPointer) -> Void
  ) {
    guard let route else { return failShared(visit, Fault(.internal, "there is no such service")) }
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

  private func answer(_ visit: Visit, _ reply: UnsafeRawBufferPointer) {
    if body.capacity > Limits.keptBytes { body = [] }
    body.removeAll(keepingCapacity: true)
    let isPicture = visit.form == .svg
    do {
      _ = try WrittenReply(reply, isPicture ? .media(.svg) : .value, &toJSON, to: &body)
    } catch {
      return failShared(visit, Fault(.internal, "what is shared cannot be written"))
    }
    answerTagged(
      visit.connection, nil, isPicture ? FieldLines.svg : FieldLines.json, FieldLines.picture,
      cached: FieldLines.cachedByAll)
  }

  /// What is wrong inside is not shown outside: whatever a link leads to that is not there is not there.
  private func failShared(_ visit: Visit, _ fault: Fault) {
    switch fault.code {
    case .notFound, .invalid, .conflict, .forbidden, .unauthenticated:
      goodSecrets[visit.digest] = nil
      visit.connection.answer(Edge.nothingShared)
    case .overloaded, .unavailable, .deadlineExceeded, .cancelled:
      visit.connection.answer(
        ProblemBody.answer(503, "what is shared cannot be shown just now", fields: FieldLines.retrySoon))
    case .internal, .unknownMethod:
      warn(fault, "a link", visit.connection)
      visit.connection.answer(ProblemBody.answer(fault))
    }
  }
}

extension CallMeta {
  /// Of a visitor who has not said who they are, in the name of the one whose picture it is.
  fileprivate static func visitor(_ user: String?) -> CallMeta {
    CallMeta(user: user, deadline: Int(Limits.callMilliseconds))
  }
}
