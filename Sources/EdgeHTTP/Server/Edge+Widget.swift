import API
import Connectors
import Proto

/// `GET /widget`: several calls, one after the other, whose figures become one object.
extension Edge {
  func fetchWidget(_ connection: HTTPConnection, _ route: Route, _ meta: CallMeta) {
    let widget: Widget?
    do throws(Fault) {
      let call = try arguments.withBytes { bytes throws(Fault) in
        try CBORDecoder.decode(EdgeAPI.FetchWidget.self, from: bytes)
      }
      widget = Widget(call.metrics, in: call.lang)
    } catch {
      return fail(connection, route, error)
    }
    guard let widget else {
      let names = EdgeAPI.FetchWidget.Metric.allCases.map(\.rawValue).joined(separator: ", ")
      return connection.respond(ProblemBody.response(RequestProblem.query("metrics", "must be names of \(names)")))
    }
    carryOut(widget.step(for: ConnectorUser(connection.identity)), connection, route, meta)
  }

  private func carryOut(_ step: ConnectorStep, _ connection: HTTPConnection, _ route: Route, _ meta: CallMeta) {
    switch step {
    case .respond(let response):
      respondTagged(
        connection, ReplyBody(response.body),
        cacheControl: FieldLines.widget(byCookie: connection.proof != .bearer, byLanguage: namesLanguages(connection)))
    case .call(let call):
      guard let own = routes.shared(call.service, call.method) else {
        return fail(connection, route, Fault(.internal, "the service \(call.service) does not exist"))
      }
      let serial = connection.serial
      call.argument.withUnsafeBytes { argument in
        own.gate.call(connection, own, meta, argument) { [self] response in
          own.gate.finished(connection, own)
          guard connection.isCurrent(serial) else { return }
          if case .fault(let fault) = response { return fail(connection, route, fault) }
          carryOut(call.next(response), connection, route, meta)
        }
      }
    case .fail(let problem): connection.respond(ProblemBody.response(problem.status, problem.message))
    case .sendPage, .sendLastPage, .verify, .download, .runImport, .importBody:
      fail(connection, route, Fault(.internal, "a widget only makes calls"))
    }
  }
}
