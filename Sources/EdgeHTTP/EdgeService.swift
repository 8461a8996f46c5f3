import API
import Proto
public import Service

/// The HTTP edge as a process of the stack.
public enum EdgeService {
  public static let name = "edge"

  /// The services behind the edge, in the order in which `/readyz` names them.
  static let upstreams = [SessionAPI.service, StatsAPI.service, MilestoneAPI.service, DiversityAPI.service]

  public static func start(_ context: ServiceContext, website: Website) async throws -> ServiceRuntime {
    let settings = context.settings
    let callers = upstreams.map { name -> (name: String, upstream: any Upstream) in
      let link = ServiceLink(
        loop: context.loop, service: name, path: settings.socketPath(name), build: Build.version)
      return (name, LinkUpstream(link))
    }
    let room = max(2 * Limits.otherDescriptors, Descriptors.raise()) - Limits.otherDescriptors
    let options = Edge.Options(
      bufferBytes: settings.edgeBufferBytes, connections: min(Limits.connections, room * 7 / 8),
      turnedAway: min(Limits.turnedAway, room / 8), corsOrigins: settings.corsOrigins, jwt: try jwt(settings),
      trustedProxies: settings.trustedProxies, userHeader: settings.userHeader?.lowercased(),
      publicURL: settings.publicURL, website: website, importer: ImportProgram(settings),
      waits: {
        let name = SessionAPI.service
        return LinkUpstream(
          ServiceLink(loop: context.loop, service: name, path: settings.socketPath(name), build: Build.version))
      })
    let edge = try Edge(
      loop: context.loop, log: context.log, metrics: context.metrics, services: callers, options: options)
    let listeners = try Listeners(context, edge)
    let running = LoopLocal(onLoop: context.loop, (edge: edge, listeners: listeners))
    return ServiceRuntime(
      stopAccepting: {
        running.value.listeners.close()
        running.value.edge.stop()
      },
      inFlight: { context.loop.isCurrent ? running.value.edge.connections.unfinished : 0 },
      keepSocketFile: { () throws(UnixSocketError) in try running.value.listeners.keepSocketFile() })
  }

  /// Throws where the edge would not start with these settings.
  public static func check(_ settings: Settings) throws {
    _ = try jwt(settings)
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
