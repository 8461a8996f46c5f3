import API
import Connectors
import Glibc
import Proto
import Queueing
import Service

/// Routes requests: authenticates them, calls the service, and sends the response. It knows no types of the services,
/// and everything happens on one loop.
final class Edge {
  struct Options {
    var bufferBytes = 128 << 20
    /// The memory for replies of views.
    var keptReplyBytes = Limits.keptReplyBytes
    var connections = Limits.connections
    /// Connections over the limit that are kept until their clients have read the rejection.
    var rejectedConnections = Limits.rejectedConnections
    var patience = ServiceGate.Patience()
    var corsOrigins: [String] = []
    var jwt: JWT?
    var trustedProxies = TrustedProxies()
    /// In lower case.
    var userHeader: String?
    var publicURL: PublicURL?
    var website: Website?
    var metricsAccess = MetricsAccess.everyClient
    /// The time of day in seconds.
    var clock: () -> Int64 = { Int64(time(nil)) }
    /// The age at which the page of metrics is built again.
    var metricsMilliseconds = Limits.metricsMilliseconds
    /// Reads imported files; nil if files cannot be imported.
    var importer: ImportProgram?
    /// The connectors that are switched on.
    var connectors = Set(ConnectorName.allCases)
    /// The place among the edges of the same socket.
    var place = EdgePlace.only
    /// The edge that counts the attempts of all, unless it is this one.
    var firstEdge: (any Upstream)?
    /// The other edges, whose metrics the page of this one contains.
    var siblings: [(name: String, upstream: any Upstream)] = []
    /// Opens a link for calls that wait long; nil to use that of all other calls.
    var waits: (() -> any Upstream)?
  }

  let loop: Loop
  let metrics: EdgeMetrics
  var site: Site
  let credentials: Credentials
  let admission: Admission
  let connections: Connections
  let changes: ChangeStreams
  let imports: ImportUploads
  let metricsPages: MetricsPages
  let connectors: EdgeConnectors
  let reads: Reads
  var routes: RouteTable
  // Used by each request, on the loop's thread only.
  @exclusivity(unchecked) var arguments = ArgumentBuffer()
  @exclusivity(unchecked) var replies = ReplyBuffer()
  @exclusivity(unchecked) private var heads: ResponseHeads

  init(
    loop: Loop, log: Log, metrics: Metrics, services: [(name: String, upstream: any Upstream)], options: Options,
    endpoints: [Endpoint] = Endpoints.all
  ) throws(EdgeError) {
    guard let session = services.first(where: { $0.name == SessionAPI.service })?.upstream else {
      throw EdgeError("service \(SessionAPI.service) is not configured")
    }
    self.loop = loop
    let edgeMetrics = EdgeMetrics(metrics, endpoints: endpoints)
    self.metrics = edgeMetrics
    site = Site(options, endpoints)
    connections = Connections(loop: loop, log: log, metrics: edgeMetrics, limit: options.connections)
    admission = Admission(
      loop: loop, log: log, metrics: metrics, options: options, connections: connections,
      upstreams: services.map(\.upstream))
    credentials = Credentials(session: session, jwt: options.jwt, quotas: admission.quotas)
    changes = ChangeStreams(
      loop: loop, credentials: credentials, metrics: edgeMetrics, waits: options.waits ?? { session })
    imports = ImportUploads(
      loop: loop, program: options.importer, credentials: credentials, place: options.place)
    metricsPages = MetricsPages(
      loop: loop, metrics: metrics, reports: ServiceReports(services, siblings: options.siblings),
      milliseconds: options.metricsMilliseconds)
    heads = ResponseHeads(clock: options.clock)
    reads = Reads(loop: loop, session: session, metrics: metrics, bytes: options.keptReplyBytes)
    connectors = EdgeConnectors(
      loop: loop, session: session, metrics: metrics, uploads: imports,
      ordersAtOnce: options.place.part(of: Limits.importOrders))
    routes = try RouteTable(endpoints, gates: zip(services, admission.gates).map { ($0.name, $1) })
  }

  func route(_ index: Int) -> Route { routes[index] }

  /// The time of day, read once per turn of the loop.
  var second: Int64 { heads.second(at: loop.now) }
  var milliseconds: Int64 { Int64(loop.now / 1_000_000) }

  func makeRequestID(for connection: HTTPConnection) { heads.makeRequestID(for: connection) }

  /// Writes a response, with `isBodyApart` all but its body.
  func write(
    _ response: HTTPResponse, _ frame: ResponseWriter.Frame, isBodyApart: Bool = false, to stream: SocketStream
  ) {
    stream.write { output in
      heads.append(response, frame, now: loop.now, isBodyApart: isBodyApart, to: &output)
    }
  }

  // Connections.

  /// `isForMetrics` means that the connection came to the address of the metrics.
  func accept(_ stream: SocketStream, isForMetrics: Bool = false) {
    guard !connections.isFull else { return reject(stream) }
    let peer = Peer(of: stream.descriptor)
    let connection = HTTPConnection(
      edge: self, stream: stream, quota: admission.quotas.address(Edge.name(of: peer.address)), peer: peer,
      isFromProxy: site.trustedProxies.contains(peer), isForMetrics: isForMetrics)
    connections.add(connection) { [weak self] in
      guard let self else { return false }
      check(now: loop.now)
      admission.memory.tidy(connectionCount: connections.count)
      return admission.memory.isTidyDue
    }
  }

  private func reject(_ stream: SocketStream) {
    let now = loop.now
    admission.rejections.note(.connections)
    admission.rejectedConnections.reject(stream) { output in
      heads.appendFinal(LimitRejection.connections.response, now: now, to: &output)
    }
  }

  /// Called at intervals: ends what has waited too long.
  func check(now: UInt64) {
    admission.check(now: now)
    reads.tidy(second: second)
    connections.check(now: now)
  }

  /// Responds that a limit rejected the request.
  func reject(_ connection: HTTPConnection, _ rejection: LimitRejection) {
    admission.rejections.note(rejection.limit, request: connection.requestID)
    guard let exchange = connection.request.exchange else { return connection.respond(rejection.response) }
    connection.respond(response(to: ConnectorProblem(rejection), exchange))
  }

  /// Accepts no further connections, and ends the others when their requests are complete.
  func stop() {
    connections.stop()
    changes.stop()
    imports.stop()
    connectors.importOrders.stop()
  }
}

/// Why the edge cannot start.
struct EdgeError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
