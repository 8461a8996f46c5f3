import API
import Glibc
import JSON
import Proto
import Service

/// What is outside of `/api/v1`, for operators: no credentials are asked for.
extension Edge {
  private enum Page: String, CaseIterable {
    case health = "/healthz"
    case readiness = "/readyz"
    case metrics = "/metrics"
    case openAPI = "/openapi.json"
    case visitor = "/visitor"
  }

  private static let verbs = [UInt8]("GET, HEAD, OPTIONS".utf8)

  func system(_ connection: HTTPConnection, _ bytes: Span<UInt8>, _ head: RequestHead) {
    let path = head.path
    if head.verb == .options, path.count == 1, bytes[path.lowerBound] == 0x2A {
      return connection.answer(.empty(204, fields: FieldLines.allow(Edge.verbs)))
    }
    if isShare(bytes, path) { return share(connection, bytes, head) }
    let name = PercentCoding.decode(bytes, path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let page = Page(rawValue: name)
    let file = options.website?.page(at: name) {
      AcceptEncoding.prefersGzip(HeaderFields(connection.headBytes).values("accept-encoding"))
    }
    guard page != nil || file != nil else { return connection.answer(ProblemBody.answer(404, "there is nothing here")) }
    switch head.verb {
    case .get, .head:
      if let file { return send(file, connection, bytes) }
      if let page { answer(connection, page, bytes) }
    case .options: connection.answer(.empty(204, fields: FieldLines.allow(Edge.verbs)))
    default:
      connection.answer(
        ProblemBody.answer(405, "the method is not for this path", fields: FieldLines.allow(Edge.verbs)))
    }
  }

  private func answer(_ connection: HTTPConnection, _ page: Page, _ bytes: Span<UInt8>) {
    switch page {
    case .health: connection.answer(.json(["status": "ok"], fields: FieldLines.noStore))
    case .readiness: readiness(connection)
    case .metrics: scrape(connection)
    case .openAPI: send(openAPI.page(), connection, bytes)
    case .visitor:
      connection.answer(.json(["isStranger": .bool(isStranger(connection))], fields: FieldLines.noStore))
    }
  }

  private func send(_ page: FixedPage, _ connection: HTTPConnection, _ bytes: Span<UInt8>) {
    connection.answer(page.answer(bytes, ifNoneMatch: connection.parser.ifNoneMatch))
  }

  private func readiness(_ connection: HTTPConnection) {
    let serial = connection.serial
    poll { [self] states in
      guard connection.serial == serial, !connection.isClosed else { return }
      report(states, to: connection)
    }
  }

  /// Asks every service how it is. One round at a time: requests that come meanwhile get its answer, so that many of
  /// them do not keep the services busy.
  private func poll(_ done: @escaping ([String: String]) -> Void) {
    polls.append(done)
    guard polls.count == 1 else { return }
    var states: [String: String] = [:]
    var left = services.count
    for (name, upstream) in services {
      upstream.send(CheckHealth<SessionAPI>(), CallMeta(deadline: Int(Limits.healthMilliseconds))) { [self] result in
        states[name] = (try? result.get())?.status.rawValue
        left -= 1
        guard left == 0 else { return }
        let waiting = polls
        polls = []
        for done in waiting { done(states) }
      }
    }
  }

  private func report(_ states: [String: String], to connection: HTTPConnection) {
    let isReady = !isStopping && services.allSatisfy { states[$0.name] != nil }
    let items = JSONValue.object(services.map { ($0.name, .text(states[$0.name] ?? "away")) })
    let fields = FieldLines.noStore + (isReady ? [] : FieldLines.retrySoon)
    if isReady {
      return connection.answer(.json(["status": "ok", "services": items], fields: fields))
    }
    let away = services.map(\.name).filter { states[$0] == nil }
    let detail = isStopping ? "the edge is stopping" : "away: \(away.joined(separator: ", "))"
    let body: JSONValue = [
      "type": "about:blank", "title": "Service Unavailable", "status": 503, "detail": .text(detail), "services": items,
    ]
    connection.answer(Answer(status: 503, contentType: FieldLines.problem, fields: fields, body: body.bytes))
  }

  private func scrape(_ connection: HTTPConnection) {
    let serial = connection.serial
    poll { [self] states in
      collect { [self] texts in
        guard connection.serial == serial, !connection.isClosed else { return }
        let page = MetricsPage.merged([metrics.all.text() + Edge.text(services.map(\.name), states)] + texts)
        connection.answer(.text(page, FieldLines.metrics, fields: FieldLines.noStore))
      }
    }
  }

  /// The figures of every service that answers. One round at a time, as with health.
  private func collect(_ done: @escaping ([String]) -> Void) {
    scrapes.append(done)
    guard scrapes.count == 1 else { return }
    var texts: [String: String] = [:]
    var left = services.count
    for (name, upstream) in services {
      upstream.send(ScrapeMetrics<SessionAPI>(), CallMeta(deadline: Int(Limits.healthMilliseconds))) { [self] result in
        if let text = (try? result.get())?.text, text.utf8.count <= Limits.figureBytes { texts[name] = text }
        left -= 1
        guard left == 0 else { return }
        let waiting = scrapes
        scrapes = []
        let ordered = services.compactMap { texts[$0.name] }
        for done in waiting { done(ordered) }
      }
    }
  }

  private static func text(_ services: [String], _ states: [String: String]) -> String {
    func family(_ name: String, _ help: String, _ holds: (String?) -> Bool) -> String {
      let lines = services.map { "\(name){service=\"edge\",upstream=\"\($0)\"} \(holds(states[$0]) ? 1 : 0)\n" }
      return "# HELP \(name) \(help)\n# TYPE \(name) gauge\n" + lines.joined()
    }
    return family("waymark_upstream_up", "Whether the service behind the edge answers.") { $0 != nil }
      + family("waymark_upstream_degraded", "Whether the service answers and says that it is not well.") {
        $0 == "degraded"
      }
  }
}
