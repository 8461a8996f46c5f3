public import API
import JSON

/// The API of ListenBrainz, to which players and browser extensions submit tracks.
public struct ListenBrainz: Connector {
  public let name = ConnectorName.listenbrainz
  public let isOpenToPages = true
  static let milliseconds = 30_000

  public init() {}

  public func plan(_ head: ConnectorHead) -> ConnectorPlan {
    guard let route = ListenBrainzRoute(path: head.path) else { return .reject(.notFound) }
    let method = head.method == "HEAD" ? "GET" : head.method
    guard route.method == method else { return .reject(ConnectorProblem(405, "the method is not allowed")) }
    let credentials = ConnectorCredentials.token(head.field("authorization"))
    switch route {
    case .validateToken:
      // An invalid token is not an error.
      return .accept(ConnectorTerms(credentials: nil, milliseconds: Self.milliseconds))
    case .submitListens:
      return .accept(
        ConnectorTerms(
          credentials: credentials, scope: .write, bodyBytes: ListenBrainzLimits.bodyBytes,
          milliseconds: Self.milliseconds))
    case .listens, .listenCount, .playingNow:
      return .accept(ConnectorTerms(credentials: credentials, scope: .read, milliseconds: Self.milliseconds))
    }
  }

  public func handle(_ request: ConnectorRequest) -> ConnectorStep {
    guard let route = ListenBrainzRoute(path: request.head.path) else { return .fail(.notFound) }
    if let name = route.user, name != request.user?.id, name != "me" { return .fail(.notFound) }
    switch route {
    case .validateToken: return validate(request.head)
    case .submitListens: return submit(request)
    case .listens: return list(request)
    case .listenCount:
      return .call(SessionAPI.CountListens(), for: request.user) { reply in
        .respond(.listenBrainz(ListenBrainzDocuments.count(reply.count)))
      }
    case .playingNow:
      return .respond(.listenBrainz(ListenBrainzDocuments.playingNow(of: request.user?.id ?? "")))
    }
  }

  public func response(to problem: ConnectorProblem, _ head: ConnectorHead) -> ConnectorResponse {
    var response = ConnectorResponse.listenBrainz(
      ListenBrainzDocuments.error(problem.status, problem.message), status: problem.status)
    if problem.status == 405, let route = ListenBrainzRoute(path: head.path) {
      response.fields.append(ConnectorPair("Allow", route.method))
    }
    return response
  }

  private func validate(_ head: ConnectorHead) -> ConnectorStep {
    var credentials = ConnectorCredentials.token(head.field("authorization"))
    if credentials == .none, let token = head.parameter("token"), !token.isEmpty {
      credentials = .token(name: nil, Array(token.utf8))
    }
    guard credentials != .none else {
      return .fail(ConnectorProblem(400, "a token is required in the field Authorization"))
    }
    return .verify(credentials) { user in
      .respond(.listenBrainz(ListenBrainzDocuments.token(of: user?.id)))
    }
  }

  private func submit(_ request: ConnectorRequest) -> ConnectorStep {
    do throws(ListenUpload.Failure) {
      return record(try ListenUpload(body: request.body), from: 0, ConnectorItems(), [], request)
    } catch {
      switch error {
      case .invalid(let reason): return .fail(ConnectorProblem(400, reason))
      }
    }
  }

  /// Records the listens in several calls, so that each is short. An upload without any valid listen is rejected.
  private func record(
    _ upload: ListenUpload, from first: Int, _ items: ConnectorItems, _ skipped: [SkippedItem],
    _ request: ConnectorRequest
  ) -> ConnectorStep {
    guard first < upload.count else { return finish(upload, items, skipped) }
    let end = min(first + ListenBrainzLimits.listensPerCall, upload.count)
    let part = upload.part(first..<end, now: request.now)
    let skipped = skipped + part.skipped
    guard !part.listens.isEmpty else { return record(upload, from: end, items, skipped, request) }
    return .call(SessionAPI.RecordListens(listens: part.listens), for: request.user) { reply in
      var items = items
      items.added += reply.added
      items.alreadyThere += reply.alreadyThere
      return record(upload, from: end, items, skipped, request)
    }
  }

  private func finish(_ upload: ListenUpload, _ items: ConnectorItems, _ skipped: [SkippedItem]) -> ConnectorStep {
    if let first = skipped.first, skipped.count == upload.count {
      return .fail(ConnectorProblem(400, "payload[\(first.index)]: \(first.reason)"))
    }
    var response = ConnectorResponse.listenBrainz(ListenBrainzDocuments.accepted)
    response.items = items
    response.items.rejected = skipped.count
    response.problem = skipped.summary(of: "payload")
    return .respond(response)
  }

  private func list(_ request: ConnectorRequest) -> ConnectorStep {
    let head = request.head
    do throws(ListenRange.InvalidParameter) {
      let range = try ListenRange(
        count: head.parameter("count"), minimum: head.parameter("min_ts"), maximum: head.parameter("max_ts"))
      let call = SessionAPI.ListListens(after: range.after, before: range.before, count: range.count)
      return .call(call, for: request.user) { reply in
        .respond(.listenBrainz(ListenBrainzDocuments.listens(reply, of: request.user?.id ?? "")))
      }
    } catch {
      return .fail(ConnectorProblem(400, "\(error.name) must be a whole number"))
    }
  }
}

extension ConnectorResponse {
  static func listenBrainz(_ body: [UInt8], status: Int = 200) -> ConnectorResponse {
    ConnectorResponse(status: status, contentType: "application/json", body: body)
  }
}
