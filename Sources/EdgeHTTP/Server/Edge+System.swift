import API
import Glibc
import JSON
import Proto
import Service

/// The paths outside of `/api/v1`. Only the metrics may need credentials.
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
      return connection.respond(.empty(204, fields: FieldLines.allow(Edge.verbs)))
    }
    if !connection.isForMetrics, isShare(bytes, path) { return share(connection, bytes, head) }
    let name = PercentCoding.decode(bytes, path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let page = Page(rawValue: name).flatMap { isServed($0, on: connection) ? $0 : nil }
    let file =
      connection.isForMetrics
      ? nil
      : site.website?.page(at: name) {
        AcceptEncoding.prefersGzip(HeaderFields(connection.headBytes).values("accept-encoding"))
      }
    guard page != nil || file != nil else {
      return connection.respond(
        ProblemBody.response(404, "no page, endpoint or public link has this address; check it"))
    }
    switch head.verb {
    case .get, .head:
      if let file { return send(file, connection, bytes) }
      if let page { respond(connection, page, bytes, head) }
    case .options: connection.respond(.empty(204, fields: FieldLines.allow(Edge.verbs)))
    default:
      connection.respond(
        ProblemBody.response(
          405, "this path does not support the method; see the Allow header", fields: FieldLines.allow(Edge.verbs)))
    }
  }

  private func isServed(_ page: Page, on connection: HTTPConnection) -> Bool {
    if connection.isForMetrics { return page == .metrics }
    guard page == .metrics, !isOwner(connection) else { return true }
    return switch site.metricsAccess {
    case .everyClient, .credentials: true
    case .nobody, .address: false
    }
  }

  /// Whether the client is a process of the edge's own system user, such as `waymark status`, and not a proxy.
  private func isOwner(_ connection: HTTPConnection) -> Bool { connection.peer == .unix && !connection.isFromProxy }

  private func respond(_ connection: HTTPConnection, _ page: Page, _ bytes: Span<UInt8>, _ head: RequestHead) {
    switch page {
    case .health: connection.respond(.json(["status": "ok"], fields: FieldLines.noStore))
    case .readiness: readiness(connection)
    case .metrics:
      let isOpen = site.metricsAccess != .credentials || isOwner(connection)
      if isOpen { sendMetrics(connection) } else { authenticate(connection, bytes, head) }
    case .openAPI: send(site.openAPI.page(), connection, bytes)
    case .visitor:
      connection.respond(.json(["isStranger": .bool(isStranger(connection))], fields: FieldLines.noStore))
    }
  }

  private func send(_ page: FixedPage, _ connection: HTTPConnection, _ bytes: Span<UInt8>) {
    connection.respond(page.response(bytes, ifNoneMatch: connection.state.parser.ifNoneMatch))
  }

  private func readiness(_ connection: HTTPConnection) {
    let serial = connection.serial
    metricsPages.reports.health { [self] states in
      if connection.isCurrent(serial) { respond(connection, states) }
    }
  }

  private func respond(_ connection: HTTPConnection, _ states: ServiceReports.States) {
    // Everything but calls to other servers works without the service that makes them.
    let unavailable = metricsPages.reports.names.filter { states[$0] == nil && $0 != OutboundAPI.service }
    let items = JSONValue.object(
      metricsPages.reports.names.map { ($0, .text(states[$0] ?? ServiceReports.unavailable)) })
    guard connections.isStopping || !unavailable.isEmpty else {
      return connection.respond(.json(["status": "ok", "services": items], fields: FieldLines.noStore))
    }
    let detail = connections.isStopping ? Edge.stopping : "unavailable: \(unavailable.joined(separator: ", "))"
    let body: JSONValue = [
      "type": "about:blank", "title": "Service Unavailable", "status": 503, "detail": .text(detail), "services": items,
    ]
    connection.respond(
      HTTPResponse(
        status: 503, contentType: FieldLines.problem, fields: FieldLines.noStore + FieldLines.retrySoon,
        body: body.bytes))
  }

  static let stopping = "the edge is stopping"

  func sendMetrics(_ connection: HTTPConnection) {
    let serial = connection.serial
    metricsPages.page { page in
      guard connection.isCurrent(serial) else { return }
      connection.respond(
        HTTPResponse(contentType: FieldLines.metrics, fields: FieldLines.noStore, body: page, isKept: true))
    }
  }
}
