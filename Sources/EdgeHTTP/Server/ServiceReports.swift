import API
import Proto

/// Requests the health and the figures of all services. One round runs at a time, and requests that come meanwhile get
/// its result, so that many of them do not keep the services busy. Belongs to the edge's loop.
final class ServiceReports {
  /// The health of each service that replies, by its name.
  typealias States = [String: String]

  private let services: [(name: String, upstream: any Upstream)]
  private let siblings: [(name: String, upstream: any Upstream)]
  private var healthWaiters: [(States) -> Void] = []
  private var figureWaiters: [([String]) -> Void] = []

  static let unavailable = "away"

  /// `siblings` are the other edges of the same socket, whose figures are added.
  init(
    _ services: [(name: String, upstream: any Upstream)], siblings: [(name: String, upstream: any Upstream)] = []
  ) {
    self.services = services
    self.siblings = siblings
  }

  var names: [String] { services.map(\.name) }
  var waitingForHealth: Int { healthWaiters.count }

  func health(_ done: @escaping (States) -> Void) {
    healthWaiters.append(done)
    guard healthWaiters.count == 1 else { return }
    callAll(services, CheckHealth<SessionAPI>(), { $0.status.rawValue }) { [self] states in
      let waiters = healthWaiters
      healthWaiters = []
      for done in waiters { done(states) }
    }
  }

  /// The figures of every service and every other edge that replies, in order.
  func figures(_ done: @escaping ([String]) -> Void) {
    figureWaiters.append(done)
    guard figureWaiters.count == 1 else { return }
    let all = services + siblings
    func text(_ reply: ScrapeMetrics<SessionAPI>.Reply) -> String? {
      reply.text.utf8.count <= Limits.figureBytes ? reply.text : nil
    }
    callAll(all, ScrapeMetrics<SessionAPI>(), text) { [self] texts in
      let waiters = figureWaiters
      figureWaiters = []
      let ordered = all.compactMap { texts[$0.name] }
      for done in waiters { done(ordered) }
    }
  }

  private func callAll<Call: Method>(
    _ called: [(name: String, upstream: any Upstream)], _ call: Call, _ read: @escaping (Call.Reply) -> String?,
    _ done: @escaping ([String: String]) -> Void
  ) {
    var values: [String: String] = [:]
    var left = called.count
    for (name, upstream) in called {
      upstream.send(call, CallMeta(deadline: Int(Limits.healthMilliseconds))) { result in
        values[name] = (try? result.get()).flatMap(read)
        left -= 1
        if left == 0 { done(values) }
      }
    }
  }

  /// The edge's own figures about the services.
  func text(_ states: States) -> String {
    func family(_ name: String, _ help: String, _ holds: (String?) -> Bool) -> String {
      let lines = names.map { "\(name){service=\"edge\",upstream=\"\($0)\"} \(holds(states[$0]) ? 1 : 0)\n" }
      return "# HELP \(name) \(help)\n# TYPE \(name) gauge\n" + lines.joined()
    }
    return family("waymark_upstream_up", "Whether the service replies to the edge.") {
      $0 != nil
    }
      + family("waymark_upstream_degraded", "Whether the service replies that it is degraded.") { $0 == "degraded" }
  }
}
