import API
import Crypto
import Glibc
import Proto
import Queueing
import Service

/// Takes requests from connections, finds out who asks and for what, asks the service behind, and answers.
/// It knows no types of the services; everything here happens on one loop.
final class Edge {
  struct Options {
    var bufferBytes = 128 << 20
    var connections = Limits.connections
    var turnedAway = Limits.turnedAway
    var patience = ServiceGate.Patience()
    var corsOrigins: [String] = []
    var jwt: JWT?
    var trustedProxies = TrustedProxies()
    /// In lower case.
    var userHeader: String?
    var publicURL: PublicURL?
    var website: Website?
    /// What reads files that are imported; without it none are.
    var importer: ImportProgram?
    /// Opens a way for calls that wait long; that of all others where nothing is said.
    var waits: (() -> any Upstream)?
  }

  let loop: Loop
  let endpoints: [Endpoint]
  let log: Log
  let metrics: EdgeMetrics
  let services: [(name: String, upstream: any Upstream)]
  let credentials: Credentials
  let changes: ChangeStreams
  let imports: ImportUploads
  let attempts = SignInAttempts()
  let options: Options
  /// What stands before every path, empty as a rule.
  let basePath: [UInt8]
  let cors: CORS
  let router: PathRouter
  // What each request touches: all on the loop's thread, and nothing of it while it is being changed.
  @exclusivity(unchecked) var requestIDs = RequestIDs()
  @exclusivity(unchecked) var answers = AnswerWriter()
  @exclusivity(unchecked) var isStopping = false
  let openAPI: OpenAPIPage
  /// The upstream of each row, and the names of its query parameters.
  private let routes: [Route]
  /// What is asked for instead of a download's own call, by the row of that: for the one kind that another service has.
  private let exceptions: [ObjectIdentifier: Route]
  /// What is asked before a row's own call, by the row.
  private let firsts: [ObjectIdentifier: Route]
  let gates: [ServiceGate]
  private var connections: [HTTPConnection] = []
  // Who waits for memory, or for a turn of a large body.
  let quotas: Quotas
  @exclusivity(unchecked) var rooms = FairQueue<RoomRequest>(quantum: Limits.bodyBytesPerTurn)
  @exclusivity(unchecked) var bodies = FairQueue<(connection: HTTPConnection, serial: UInt64)>(
    quantum: Limits.bodyBytesPerTurn)
  @exclusivity(unchecked) var reads = FairQueue<HTTPConnection>(quantum: 1)
  @exclusivity(unchecked) var areReadsDue = false
  // What the present turn of the loop has done, and which turn that is.
  @exclusivity(unchecked) var turn: UInt64 = 0
  @exclusivity(unchecked) var turnReads = 0
  @exclusivity(unchecked) var turnBytes = 0
  var isRoomDue = false
  /// Strangers at one address hold more than their share.
  var overdrawn = false
  var areBodiesDue = false
  var bodyTurnBytes = 0
  var peakBytes = 0
  // Public links.
  var guesses = WrongGuesses()
  var goodSecrets = RecentMap<SHA256.Digest, Bool>(capacity: Limits.knownSecrets)
  private var sharedRoutes: [String: Route] = [:]
  /// Where large replies are made into JSON, once there has been one.
  var workshop: Loop?
  private var timer: LoopTimer?
  private let failedStarts: PacedWarning
  let connectionLimit: Int
  var turnedAway: TurnedAway
  /// Open connections have had the time in which a request may have been on its way.
  var isGraceOver = false
  var isPatienceOver = false
  /// What is logged of requests that fail, by the kind of failure.
  var failures: [Fault.Code: PacedWarning] = [:]
  /// Requests that wait for the running round of health checks.
  var polls: [([String: String]) -> Void] = []
  /// Requests that wait for the running round of figures.
  var scrapes: [([String]) -> Void] = []
  @exclusivity(unchecked) private var knownSecond: Int64 = 0
  @exclusivity(unchecked) private var knownTurn: UInt64 = 0

  // Used again for each request.
  @exclusivity(unchecked) var argument = CBORWriter()
  @exclusivity(unchecked) var toCBOR = JSONToCBOR()
  @exclusivity(unchecked) var toJSON = CBORToJSON()
  @exclusivity(unchecked) var body: [UInt8] = []
  @exclusivity(unchecked) var fields: [UInt8] = []

  init(
    loop: Loop, log: Log, metrics: Metrics, services: [(name: String, upstream: any Upstream)], options: Options,
    endpoints: [Endpoint] = Endpoints.all
  ) throws(EdgeError) {
    self.loop = loop
    self.log = log
    self.endpoints = endpoints
    self.services = services
    self.metrics = EdgeMetrics(metrics, endpoints: endpoints)
    guard let session = services.first(where: { $0.name == SessionAPI.service })?.upstream else {
      throw EdgeError("there is no session service")
    }
    failedStarts = PacedWarning("a connection could not be taken", log: log, loop: loop)
    connectionLimit = options.connections
    turnedAway = TurnedAway(count: options.turnedAway)
    let quotas = Quotas(bytes: options.bufferBytes)
    self.quotas = quotas
    credentials = Credentials(session: session, jwt: options.jwt, quotas: quotas)
    changes = ChangeStreams(
      loop: loop, credentials: credentials, metrics: self.metrics, waits: options.waits ?? { session })
    imports = ImportUploads(loop: loop, program: options.importer, credentials: credentials)
    self.options = options
    basePath = [UInt8]((options.publicURL?.path ?? "").utf8)
    cors = CORS(origins: options.corsOrigins)
    router = PathRouter(endpoints, base: Endpoints.base)
    openAPI = OpenAPIPage(endpoints, server: options.publicURL?.description ?? "/")
    let gates = services.enumerated().map { place, service in
      let gate = ServiceGate(service.upstream, place: place, loop: loop, patience: options.patience)
      return (name: service.name, gate: gate)
    }
    self.gates = gates.map(\.gate)
    var routes: [Route] = []
    for endpoint in endpoints {
      // What the edge does itself has no service; its route has a gate all the same.
      let service = endpoint.takesFile ? SessionAPI.service : endpoint.service
      guard let gate = gates.first(where: { $0.name == service })?.gate else {
        throw EdgeError("there is no service \(endpoint.service) for \(endpoint.path)")
      }
      routes.append(Route(endpoint, gate: gate))
    }
    self.routes = routes
    var firsts: [ObjectIdentifier: Route] = [:]
    for route in routes {
      guard let first = route.endpoint.first else { continue }
      let gate = gates.first { $0.name == first.service }?.gate ?? route.gate
      firsts[ObjectIdentifier(route)] = Route(route.endpoint, gate: gate, method: first.method)
    }
    self.firsts = firsts
    var exceptions: [ObjectIdentifier: Route] = [:]
    for route in routes {
      guard let exception = route.endpoint.download?.choice?.exception else { continue }
      let gate = gates.first { $0.name == exception.service }?.gate ?? route.gate
      exceptions[ObjectIdentifier(route)] = Route(route.endpoint, gate: gate, method: exception.method)
    }
    self.exceptions = exceptions
  }

  /// The row whose service answers a download of such a kind.
  func route(of kind: String?, in download: Download, _ route: Route) -> Route {
    kind != nil && kind == download.choice?.exception.kind ? exceptions[ObjectIdentifier(route)] ?? route : route
  }

  func firstRoute(of route: Route) -> Route? { firsts[ObjectIdentifier(route)] }

  /// The row of a call that a public link leads to; nil where there is no such service.
  func sharedRoute(_ service: String, _ method: String) -> Route? {
    if let known = sharedRoutes[method] { return known }
    guard let place = services.firstIndex(where: { $0.name == service }) else { return nil }
    let made = Route(Endpoints.share, gate: gates[place], method: method)
    sharedRoutes[method] = made
    return made
  }

  deinit {
    workshop?.stop()
  }

  func route(_ index: Int) -> Route { routes[index] }

  /// The time of day, asked once a turn of the loop.
  var second: Int64 {
    if loop.now != knownTurn {
      knownTurn = loop.now
      knownSecond = Int64(time(nil))
    }
    return knownSecond
  }

  var milliseconds: Int64 { Int64(loop.now / 1_000_000) }

  // Connections.

  var allConnections: [HTTPConnection] { connections }
  var connectionCount: Int { connections.count }

  func accept(_ stream: SocketStream) {
    guard connections.count < connectionLimit else { return turnAway(stream) }
    let peer = Peer(of: stream.descriptor)
    let connection = HTTPConnection(
      edge: self, stream: stream, stranger: quotas.stranger(Edge.name(of: peer.address)), peer: peer,
      isFromProxy: options.trustedProxies.contains(peer))
    do throws(SystemError) {
      try stream.start(connection)
    } catch {
      return failedStarts.note("\(error)")
    }
    connection.place = connections.count
    connections.append(connection)
    metrics.opened()
    if timer == nil { tick() }
  }

  func remove(_ connection: HTTPConnection) {
    let last = connections.count - 1
    guard connection.place <= last, connections[connection.place] === connection else { return }
    connections[connection.place] = connections[last]
    connections[connection.place].place = connection.place
    connections.removeLast()
    metrics.closed()
  }

  /// Ends what has waited too long; nothing runs while there is no connection.
  private func tick() {
    timer = loop.schedule(afterMilliseconds: Int(Limits.tickMilliseconds)) { [weak self] in
      guard let self else { return }
      check(now: loop.now)
      tidyRooms()
      timer = nil
      if !connections.isEmpty || peakBytes > Limits.rushBytes { tick() }
    }
  }

  func check(now: UInt64) {
    for gate in gates { gate.tidy(now: now) }
    for connection in connections { connection.check(now: now) }
  }
}

/// Why the edge cannot start.
struct EdgeError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
