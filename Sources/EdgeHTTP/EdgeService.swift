import API
import Proto
public import Service

/// The HTTP edge as a process of the stack.
public enum EdgeService {
  public static let name = "edge"

  /// The services behind the edge, in the order in which `/readyz` names them.
  static let upstreams = [
    SessionAPI.service, StatsAPI.service, MilestoneAPI.service, DiversityAPI.service, OutboundAPI.service,
  ]

  public static func start(_ context: ServiceContext, website: Website) async throws -> ServiceRuntime {
    let settings = context.settings
    let callers = upstreams.map { name -> (name: String, upstream: any Upstream) in
      let link = ServiceLink(
        loop: context.loop, service: name, path: settings.socketPath(name), build: Build.version)
      return (name, LinkUpstream(link))
    }
    let counts = ConnectionCounts(descriptors: Descriptors.raise())
    let place = settings.edgePlace
    let siblings = Siblings(context)
    let ownBytes = settings.edgeBufferBytes / place.count
    let keptBytes = min(Limits.keptReplyBytes, ownBytes / Limits.keptReplyShares)
    let options = Edge.Options(
      bufferBytes: ownBytes - keptBytes, keptReplyBytes: keptBytes,
      connections: counts.served, rejectedConnections: counts.rejected,
      corsOrigins: settings.corsOrigins, jwt: try jwt(settings),
      trustedProxies: settings.trustedProxies, userHeader: settings.userHeader?.lowercased(),
      publicURL: settings.publicURL, website: website, metricsAccess: settings.metricsAccess,
      importer: ImportProgram(settings), connectors: Set(settings.connectors.compactMap(ConnectorName.init)),
      place: place, firstEdge: siblings.first, siblings: siblings.upstreams,
      waits: {
        let name = SessionAPI.service
        return LinkUpstream(
          ServiceLink(loop: context.loop, service: name, path: settings.socketPath(name), build: Build.version))
      })
    let edge = try Edge(
      loop: context.loop, log: context.log, metrics: context.metrics, services: callers, options: options)
    context.loop.execute { [edge = LoopLocal(onLoop: context.loop, edge)] in
      edge.value.connectors.importOrders.start()
    }
    try siblings.serve(context, edge.admission)
    let inbox = try makeInbox(context, edge, callers)
    let listeners = try Listeners(context, edge)
    // `up` prints the link itself.
    if !InitSystem.hasParent, let session = callers.first?.upstream {
      let offer = LoopLocal(onLoop: context.loop, SetUpOffer(session, context))
      context.loop.execute { offer.value.make() }
    }
    inbox?.start()
    let running = LoopLocal(onLoop: context.loop, (edge: edge, listeners: listeners, inbox: inbox, siblings: siblings))
    return ServiceRuntime(
      stopAccepting: {
        running.value.listeners.close()
        running.value.inbox?.stop()
        running.value.edge.stop()
        running.value.siblings.stop()
      },
      inFlight: { context.loop.isCurrent ? running.value.edge.connections.unfinished : 0 },
      keepSocketFile: { () throws(UnixSocketError) in
        try running.value.listeners.keepSocketFile()
        try running.value.siblings.keepSocketFile()
      })
  }

  /// Throws where the edge would not start with these settings.
  public static func check(_ settings: Settings) throws {
    _ = try jwt(settings)
    if let folder = settings.inbox { try InboxDisk.check(folder) }
  }

  /// The inbox, if there is one. The first of several edges uses it.
  private static func makeInbox(
    _ context: ServiceContext, _ edge: Edge, _ upstreams: [(name: String, upstream: any Upstream)]
  ) throws -> Inbox? {
    let settings = context.settings
    guard let folder = settings.inbox, settings.edgePlace.isFirst,
      settings.connectors.contains(ConnectorName.inbox.rawValue),
      let session = upstreams.first(where: { $0.name == SessionAPI.service })?.upstream
    else { return nil }
    try InboxDisk.check(folder)
    let notices = InboxNotices()
    return Inbox(
      loop: context.loop, session: session, uses: edge.connectors.uses, log: context.log,
      program: ImportProgram(settings),
      storage: InboxDisk(folder, notices: notices), notices: notices, disk: try? Loop.spawn())
  }

  private static func jwt(_ settings: Settings) throws -> JWT? {
    guard let path = settings.jwtKeys else { return nil }
    do {
      let keys = try JWKS(parsing: try Files.read(path))
      return JWT(keys: keys, issuer: settings.jwtIssuer, audience: settings.jwtAudience)
    } catch {
      throw EdgeError("the keys of WAYMARK_JWT_KEYS cannot be used: \(path): \(error)")
    }
  }
}
