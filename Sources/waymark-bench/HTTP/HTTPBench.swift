import Service

/// The CPU time of a read in all server processes, compared with servers that return a constant response.
enum HTTPBench {
  static let bench = Bench(
    name: "http",
    summary: "GET /analytics/summary, repeated, with a known tag and after a write: CPU time of all processes",
    run: run)

  private static let rounds = 5

  /// The best round of one kind of request, in µs per request.
  private struct Figure {
    var all = Double.infinity
    var byProcess: [String: Double] = [:]
    /// The time of a round per request, as the client sees it.
    var elapsed = Double.infinity

    mutating func add(_ measured: (costs: [String: Double], elapsed: Double)) {
      add(measured.costs, elapsed: measured.elapsed)
    }

    mutating func add(_ costs: [String: Double], elapsed: Double) {
      self.elapsed = min(self.elapsed, elapsed)
      let total = costs.values.reduce(0, +)
      guard total < all else { return }
      (all, byProcess) = (total, costs)
    }
  }

  private static func run() throws -> [BenchRow] {
    let stack = try BenchStack()
    defer { stack.stop() }
    let raw = try RawHTTPServer()
    let nginx = try NginxServer()
    defer { nginx?.stop() }
    var load = try HTTPLoad(stack.address)
    try prepare(stack, &load)
    let summary = stack.request("GET", "/analytics/summary")
    let tag = try load.tag(summary)
    let known = stack.request("GET", "/analytics/summary", field: "If-None-Match: \(tag)")
    let plain = Array("GET / HTTP/1.1\r\nHost: \(raw.address)\r\nAuthorization: Bearer none\r\n\r\n".utf8)
    var figures: [String: Figure] = [:]
    var next = 1_000
    // Alternates and takes the minimum: other load on the machine only adds time.
    for _ in 0..<rounds {
      for connections in [HTTPLoad.connections, 1] {
        let count = connections == 1 ? 4_000 : 40_000
        func key(_ name: String) -> String { connections == 1 ? "\(name), 1 connection" : name }
        var own = try HTTPLoad(stack.address, connections: connections)
        figures[key("repeated"), default: Figure()].add(try measure(stack, &own, count) { _ in summary })
        figures[key("known tag"), default: Figure()].add(try measure(stack, &own, count) { _ in known })
        var floor = try HTTPLoad(raw.address, connections: connections)
        let before = raw.processorNanoseconds
        let elapsed = try floor.run(count) { _ in plain } / Double(count) * 1e6
        let cost = Double(raw.processorNanoseconds - before) / 1e3 / Double(count)
        figures[key("raw"), default: Figure()].add(["raw": cost], elapsed: elapsed)
        guard let nginx else { continue }
        var other = try HTTPLoad(nginx.address, connections: connections)
        let nginxBefore = nginx.processorNanoseconds
        let nginxElapsed = try other.run(count) { _ in plain } / Double(count) * 1e6
        let nginxCost = Double(nginx.processorNanoseconds - nginxBefore) / 1e3 / Double(count)
        figures[key("nginx"), default: Figure()].add(["nginx": nginxCost], elapsed: nginxElapsed)
      }
      // On one connection, a write before each read: the cost of the pair is compared with that of the write.
      var single = try HTTPLoad(stack.address, connections: 1)
      let first = next
      let writes = try measure(stack, &single, 500) { IngestBench.session(first + $0, stack) }
      let pairs = try measure(stack, &single, 1_000) { number in
        number % 2 == 0 ? IngestBench.session(first + 500 + number / 2, stack) : summary
      }
      next += 1_000
      figures["write", default: Figure()].add(writes)
      figures["write and read", default: Figure()].add(pairs)
    }
    return rows(figures)
  }

  private static func rows(_ figures: [String: Figure]) -> [BenchRow] {
    var rows: [BenchRow] = []
    let (floor, server) = figures["nginx"] == nil ? ("raw", "raw epoll") : ("nginx", "nginx return 200")
    func row(_ name: String, _ figure: Figure, _ suffix: String, target: Double? = nil) {
      let cost = figures[floor + suffix]?.all
      rows.append(
        BenchRow(
          name, figure.all, "µs", baseline: server, baselineValue: cost, target: target.map { "≤ \($0) ×" },
          met: target.map { figure.all <= $0 * (cost ?? 0) }))
      for process in figure.byProcess.sorted(by: { $0.key < $1.key }) where process.value >= 0.05 {
        rows.append(BenchRow("\(name).\(process.key)", process.value, "µs"))
      }
    }
    for suffix in ["", ", 1 connection"] {
      let isSingle = !suffix.isEmpty
      row("http.repeated" + suffix, figures["repeated" + suffix] ?? Figure(), suffix, target: isSingle ? 1.6 : 1.2)
      row("http.known tag" + suffix, figures["known tag" + suffix] ?? Figure(), suffix)
    }
    func rate(_ name: String) -> Double? { figures[name].map { 1e6 / $0.elapsed } }
    rows.append(BenchRow("http.rate", rate("repeated") ?? 0, "/s", baseline: server, baselineValue: rate(floor)))
    let elapsed = figures["repeated, 1 connection"]?.elapsed ?? 0
    rows.append(BenchRow("http.time, 1 connection", elapsed, "µs"))
    let (write, pair) = (figures["write"] ?? Figure(), figures["write and read"] ?? Figure())
    rows.append(BenchRow("http.write, 1 connection", write.all, "µs"))
    // A pair counts as two requests.
    rows.append(BenchRow("http.after a write, 1 connection", 2 * pair.all - write.all, "µs"))
    return rows
  }

  private static func measure(
    _ stack: BenchStack, _ load: inout HTTPLoad, _ count: Int, _ request: (Int) -> [UInt8]
  ) throws -> (costs: [String: Double], elapsed: Double) {
    let before = times(stack)
    let elapsed = try load.run(count, request)
    var costs: [String: Double] = [:]
    for (name, time) in times(stack) {
      guard let earlier = before[name], earlier <= time else { throw BenchFailure("\(name) was started again") }
      costs[name] = Double(time - earlier) / 1e3 / Double(count)
    }
    return (costs, elapsed / Double(count) * 1e6)
  }

  private static func times(_ stack: BenchStack) -> [String: UInt64] {
    Dictionary(stack.processes.map { ($0.name, ProcessorTime.of(process: $0.pid)) }) { $1 }
  }

  /// Creates a story and some sessions.
  private static func prepare(_ stack: BenchStack, _ load: inout HTTPLoad) throws {
    try IngestBench.makeStory(stack, &load)
    _ = try load.run(500) { IngestBench.session($0, stack) }
  }
}
