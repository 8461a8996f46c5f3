import Service

/// One service of the stack with the processes that run it: the current one and those that are draining.
struct ServiceSlot {
  let name: String
  /// Nil for a service.
  let edge: EdgePlace?
  var process: ChildProcess?
  /// Earlier processes that accept no more work and finish what they have started, with the time of their SIGKILL.
  var draining: [(process: ChildProcess, killAt: Int)] = []
  var restart = RestartPolicy()
  /// When to start a process, or nil while one is running.
  var startAt: Int?
  /// The number of unexpected exits.
  var failures = 0

  init(name: String) {
    self.name = name
    edge = nil
  }

  init(edge: EdgePlace) {
    name = edge.name
    self.edge = edge
  }

  /// The slots of all services and edges, in start order.
  static func all(edges: [EdgePlace]) -> [ServiceSlot] {
    StackService.names.filter { $0 != EdgePlace.service }.map(ServiceSlot.init(name:)) + edges.map(ServiceSlot.init)
  }

  var isEmpty: Bool {
    process == nil && draining.isEmpty
  }
}
