import API
import Proto

/// The endpoint table as the edge uses it: one route per row, and the routes of calls that have no row.
struct RouteTable {
  private let routes: [Route]
  /// Called instead of a download's own call, for the one kind that another service has.
  private let exceptions: [ObjectIdentifier: Route]
  /// Called instead of a route's own call, for clients that accept its media type.
  private let alternatives: [ObjectIdentifier: Route]
  /// Called before a route's own call.
  private let firsts: [ObjectIdentifier: Route]
  /// The routes of calls that public links lead to, by method.
  private var shared: [String: Route] = [:]
  private let gates: [(service: String, gate: ServiceGate)]
  let router: PathRouter

  init(_ endpoints: [Endpoint], gates: [(service: String, gate: ServiceGate)]) throws(EdgeError) {
    self.gates = gates
    router = PathRouter(endpoints, base: Endpoints.base)
    func gate(_ service: String) -> ServiceGate? { gates.first { $0.service == service }?.gate }
    var routes: [Route] = []
    var firsts: [ObjectIdentifier: Route] = [:]
    var exceptions: [ObjectIdentifier: Route] = [:]
    var alternatives: [ObjectIdentifier: Route] = [:]
    for endpoint in endpoints {
      // The edge handles these itself; the route of uploads keeps reports in the journal's service.
      let service = endpoint.service == EdgeAPI.service ? SessionAPI.service : endpoint.service
      guard let own = gate(service) else {
        throw EdgeError("service \(endpoint.service) of \(endpoint.path) is not configured")
      }
      let route = Route(endpoint, gate: own)
      routes.append(route)
      if let first = endpoint.first {
        firsts[ObjectIdentifier(route)] = Route(endpoint, gate: gate(first.service) ?? own, method: first.method)
      }
      if let alternative = endpoint.alternative {
        alternatives[ObjectIdentifier(route)] = Route(endpoint, gate: own, method: alternative.method)
      }
      if let exception = endpoint.download?.choice?.exception {
        exceptions[ObjectIdentifier(route)] = Route(
          endpoint, gate: gate(exception.service) ?? own, method: exception.method)
      }
    }
    self.routes = routes
    self.firsts = firsts
    self.exceptions = exceptions
    self.alternatives = alternatives
  }

  subscript(index: Int) -> Route { routes[index] }

  func alternative(to route: Route) -> Route? { alternatives[ObjectIdentifier(route)] }

  func first(of route: Route) -> Route? { firsts[ObjectIdentifier(route)] }

  /// The route whose service answers a download of this kind.
  func route(of kind: String?, in download: Download, _ route: Route) -> Route {
    kind != nil && kind == download.choice?.exception.kind ? exceptions[ObjectIdentifier(route)] ?? route : route
  }

  /// The route of a call that a public link leads to, or nil if there is no such service.
  mutating func shared(_ service: String, _ method: String) -> Route? {
    if let known = shared[method] { return known }
    guard let gate = gates.first(where: { $0.service == service })?.gate else { return nil }
    let route = Route(Endpoints.share, gate: gate, method: method)
    shared[method] = route
    return route
  }
}
