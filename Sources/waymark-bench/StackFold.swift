import API
import Chronology
import Domain
import JSON
import Operations
import Proto
import Service
import SessionSvc

/// Folds the journal of a user with a million sessions in a running stack, from SQLite over sockets, and compares warm
/// reads of that user with those of one with a hundred.
enum StackFold {
  private static let many = 1_000_000
  private static let few = 100
  private static let warmReads = 2_000
  private static let perBatch = 500
  private static let patience = 600_000
  private static let zones = ["Europe/Berlin", "Asia/Tokyo"]
  private static let moveRounds = 300
  private static let pastMoves = 200

  static func run() throws -> [BenchRow] {
    let stack = try BenchStack()
    defer { stack.stop() }
    let settings = stack.settings
    let rows = try LoopRunner.run { loop in
      let session = Client<SessionAPI>(loop: loop, path: settings.socketPath(SessionAPI.service))
      let stats = Client<StatsAPI>(loop: loop, path: settings.socketPath(StatsAPI.service))
      try await record(few, for: "few", session)
      try await record(many, for: "many", session)
      let cold = try await seconds { _ = try await summary(of: "many", stats) }
      let rate = Double(many) / cold
      var rows = [
        BenchRow(
          "fold through SQLite and sockets", rate, "events/s", target: "≥ 300,000", met: rate >= 300_000)
      ]
      rows.append(
        try await compare("summary over the socket, a million sessions", limit: 1.5) { user in
          _ = try await summary(of: user, stats)
        })
      rows.append(
        try await compare("activity of a year over the socket, a million sessions", limit: 3) { user in
          _ = try await stats.call(
            StatsAPI.FetchActivity(range: .year), meta: CallMeta(user: user, deadline: patience))
        })
      return rows + [try await afterMoves(session, stats)]
    }
    return rows + (try moves(stack))
  }

  /// Reads after changes of the zone that count from now on, alternating with unchanged reads.
  private static func afterMoves(_ session: Client<SessionAPI>, _ stats: Client<StatsAPI>) async throws -> BenchRow {
    var (moved, unchanged): ([Double], [Double]) = ([], [])
    for round in 0..<moveRounds {
      let change = SessionAPI.SaveProfile(timezone: zones[round % 2], since: round == 0 ? "always" : "now")
      _ = try await session.call(change, meta: CallMeta(user: "many", deadline: patience))
      for isMoved in [true, false] {
        let time = try await seconds { _ = try await summary(of: "many", stats) } * 1e6
        if isMoved { moved.append(time) } else { unchanged.append(time) }
      }
    }
    let (after, usual) = (moved.sorted()[moveRounds / 2], unchanged.sorted()[moveRounds / 2])
    return BenchRow(
      "summary over the socket after a change of zone from now on", after, "µs", baseline: "an unchanged read",
      baselineValue: usual, target: "≤ 2 ×", met: after <= 2 * usual)
  }

  /// The same over HTTP, compared with reads after a write that changes no figure. The edge keeps the reply of an
  /// unchanged read.
  private static func moves(_ stack: BenchStack) throws -> [BenchRow] {
    let token = try JournalAccess.withTokens(stack.settings, .writing) { tokens in
      try await tokens.create(user: "many", name: "waymark-bench", now: .now).token
    }
    var load = try HTTPLoad(stack.address, connections: 1)
    func put(_ body: JSONValue) throws {
      let request = stack.request("PUT", "/profile", body: body.json, token: token)
      _ = try load.run(1) { _ in request }
    }
    let request = stack.request("GET", "/analytics/summary", token: token)
    func read() throws -> Double { try load.run(1) { _ in request } * 1e6 }
    func medians() throws -> (unchanged: Double, renamed: Double, moved: Double) {
      var spent: [[Double]] = [[], [], []]
      for round in 0..<moveRounds {
        _ = try read()
        spent[0].append(try read())
        try put(["displayName": .text("Ada \(round)")])
        spent[1].append(try read())
        try put(["timezone": .text(zones[round % 2]), "since": "now"])
        spent[2].append(try read())
      }
      let middle = spent.map { $0.sorted()[moveRounds / 2] }
      return (middle[0], middle[1], middle[2])
    }
    try put(["timezone": .text(zones[1]), "since": "always"])
    _ = try read()
    let few = try medians()
    let today = Day(number: Int32(Instant.now.seconds / 86_400))
    for age in 1...pastMoves {
      try put(["timezone": .text(zones[age % 2]), "since": .text((today + (age - pastMoves - 2)).description)])
    }
    _ = try read()
    let many = try medians()
    let name = "GET summary after a change of zone from now on"
    return [
      BenchRow(
        name, few.moved, "µs", baseline: "after a new name", baselineValue: few.renamed, target: "≤ 2 ×",
        met: few.moved <= 2 * few.renamed),
      BenchRow(name, few.moved, "µs", baseline: "a kept reply", baselineValue: few.unchanged),
      BenchRow(
        "the same after \(pastMoves) earlier changes", many.moved, "µs", baseline: "after a few",
        baselineValue: few.moved, target: "≤ 2 ×", met: many.moved <= 2 * few.moved),
    ]
  }

  private static func summary(of user: String, _ stats: Client<StatsAPI>) async throws -> Int {
    try await stats.call(StatsAPI.FetchSummary(), meta: CallMeta(user: user, deadline: patience)).totalPlayCount
  }

  private static func record(_ count: Int, for user: String, _ session: Client<SessionAPI>) async throws {
    let meta = CallMeta(user: user, deadline: patience)
    _ = try await session.call(SessionAPI.SaveStory(id: "moon", title: "Moon", estimatedDuration: 900), meta: meta)
    let first = Instant(seconds: 1_500_000_000)
    for start in stride(from: 0, to: count, by: perBatch) {
      let sessions = try (start..<min(start + perBatch, count)).map { number in
        let startedAt = first + Int64(number) * 120
        let report = SessionAPI.RecordListening(
          storyId: "moon", startedAt: startedAt, endedAt: startedAt + 100, completed: true)
        return RawCBOR(bytes: try CBOREncoder.encode(report))
      }
      _ = try await session.call(SessionAPI.RecordListeningBatch(sessions: sessions), meta: meta)
    }
  }

  /// Alternates a warm read between both users, so that both run under the same conditions.
  private static func compare(
    _ name: String, limit: Double, _ read: (String) async throws -> Void
  ) async throws -> BenchRow {
    var spent = (many: 0.0, few: 0.0)
    for _ in 0..<50 {
      try await read("many")
      try await read("few")
    }
    for _ in 0..<warmReads {
      spent.many += try await seconds { try await read("many") }
      spent.few += try await seconds { try await read("few") }
    }
    let (many, few) = (spent.many / Double(warmReads) * 1e6, spent.few / Double(warmReads) * 1e6)
    return BenchRow(
      name, many, "µs", baseline: "a hundred sessions", baselineValue: few, target: "≤ \(limit) ×",
      met: many <= few * limit)
  }

  private static func seconds(_ work: () async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    try await work()
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
