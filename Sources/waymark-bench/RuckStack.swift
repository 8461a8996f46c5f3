import API
import Chronology
import Crypto
import Domain
import JSON
import Operations
import Proto
import Service
import SessionSvc

/// Reads of rucks over HTTP from a running stack. One user has half a million rucks, another a hundred in the same
/// weeks. The requests alternate between the users, one at a time, after a warm-up.
enum RuckStack {
  static let many = 500_000
  private static let few = 100
  private static let weeks: Int64 = 100
  private static let patience = 600_000
  private static let inFlight = 256
  private static let rounds = 1_000

  /// A user with `count` rucks, and a token.
  private struct Walker {
    var user: String
    var token: String
    var count: Int

    func start(_ number: Int, _ now: Instant) -> Instant {
      now + -weeks * 7 * 86_400 + Int64(number) * (weeks * 7 * 86_400 / Int64(count))
    }
  }

  static func run() throws -> [BenchRow] {
    let stack = try BenchStack()
    defer { stack.stop() }
    let now = Instant.now
    let walkers = try [("few", few), ("many", many)].map { user, count in
      let token = try JournalAccess.withTokens(stack.settings, .writing) { tokens in
        try await tokens.create(user: user, name: "bench", now: now).token
      }
      return Walker(user: user, token: token, count: count)
    }
    let (small, large) = (walkers[0], walkers[1])
    var rows = [try fill(walkers, now, stack)]
    var load = try HTTPLoad(stack.address, connections: 1)
    for (path, smallPath) in zip(paths(of: large, now), paths(of: small, now)) {
      let requests = [(smallPath, small), (path, large)].map { stack.request("GET", $0, token: $1.token) }
      let medians = try medians(&load, requests)
      rows.append(
        BenchRow(
          "GET \(path)", medians[1], "µs", baseline: "100 rucks", baselineValue: medians[0], target: "≤ 2 ×",
          met: medians[1] <= 2 * medians[0]))
    }
    return rows + [try afterWrite(stack, &load, small, large, now)]
  }

  private static func paths(of walker: Walker, _ now: Instant) -> [String] {
    let periods = RuckPeriod.allCases.map(\.rawValue)
    let middle = walker.start(walker.count / 2, now)
    let cursor = Base64URL.encode(Array("\(middle.seconds)".utf8))
    return ["/rucks", "/rucks?limit=20&cursor=\(cursor)", "/rucks/\(Ruck.id(startedAt: middle))"]
      + periods.map { "/rucks/analytics?period=\($0)" }
      + ["/rucks/records", "/rucks/weekly", "/rucks/weekly?weeks=260", "/rucks/streak"]
      + periods.map { "/rucks/breakdown?period=\($0)" }
      + ["/analytics/activity?kind=rucks&range=year"]
  }

  /// Returns the median of each request in microseconds.
  private static func medians(_ load: inout HTTPLoad, _ requests: [[UInt8]]) throws -> [Double] {
    var spent = requests.map { _ in [Double]() }
    for round in 0..<rounds + 20 {
      for (place, request) in requests.enumerated() {
        let seconds = try load.run(1) { _ in request }
        if round >= 20 { spent[place].append(seconds * 1e6) }
      }
    }
    return spent.map { $0.sorted()[rounds / 2] }
  }

  /// A read after a new ruck, which recomputes its month.
  private static func afterWrite(
    _ stack: BenchStack, _ load: inout HTTPLoad, _ small: Walker, _ large: Walker, _ now: Instant
  ) throws -> BenchRow {
    var spent: [[Double]] = [[], []]
    for round in 0..<100 {
      for (place, walker) in [small, large].enumerated() {
        let start = walker.start(walker.count / 2, now) + Int64(1 + round)
        let body: JSONValue = [
          "startedAt": "\(start)", "endedAt": "\(start + 3_000)", "distance": 5_000, "loadWeight": 20,
        ]
        let write = stack.request("POST", "/rucks", body: body.json, token: walker.token)
        _ = try load.run(1) { _ in write }
        let read = stack.request("GET", "/rucks/analytics?period=allTime", token: walker.token)
        spent[place].append(try load.run(1) { _ in read } * 1e6)
      }
    }
    let middle = spent.map { $0.sorted()[$0.count / 2] }
    return BenchRow(
      "the same after a ruck of last year", middle[1], "µs", baseline: "100 rucks", baselineValue: middle[0])
  }

  /// Records the rucks, and measures how long a view needs to fold them all. This exceeds the timeout of HTTP requests,
  /// so it uses internal calls.
  private static func fill(_ walkers: [Walker], _ now: Instant, _ stack: BenchStack) throws -> BenchRow {
    let (journal, view) = (
      stack.settings.socketPath(SessionAPI.service), stack.settings.socketPath(StatsAPI.service)
    )
    let cold = try LoopRunner.run { loop in
      let session = Client<SessionAPI>(loop: loop, path: journal)
      let stats = Client<StatsAPI>(loop: loop, path: view)
      var cold = Duration.zero
      for walker in walkers {
        let meta = CallMeta(user: walker.user, deadline: patience)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for first in 0..<min(inFlight, walker.count) {
            group.addTask(executorPreference: loop) {
              for number in stride(from: first, to: walker.count, by: inFlight) {
                let ruck = RuckBench.ruck(number, startedAt: walker.start(number, now))
                _ = try await session.call(SessionAPI.RecordRuck(ruck), meta: meta)
              }
            }
          }
          try await group.waitForAll()
        }
        let start = ContinuousClock.now
        let known = try await stats.call(StatsAPI.FetchRuckAnalytics(period: .allTime), meta: meta)
        guard known.totalSessions == walker.count else { throw BenchFailure("the view did not count all rucks") }
        cold = ContinuousClock.now - start
      }
      return cold
    }
    return BenchRow("first analytics of all time from the journal, 500,000 rucks", cold / .seconds(1), "s")
  }
}
