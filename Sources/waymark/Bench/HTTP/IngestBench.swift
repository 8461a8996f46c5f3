import Chronology
import JSON
import Service
import SessionSvc
import Storage

/// How fast sessions are taken over HTTP, each on the disk before its answer, against SQLite alone with one insert a
/// commit.
enum IngestBench {
  static let bench = Bench(
    name: "ingest", summary: "POST /analytics/sessions at 64 connections, durable before the answer", run: run)

  private static let rounds = 3
  private static let requests = 20_000

  private static func run() throws -> [BenchRow] {
    let stack = try BenchStack()
    defer { stack.stop() }
    var load = try HTTPLoad(stack.address)
    try makeStory(stack, &load)
    // In the same directory, so on the same disk.
    let sqlite = try SQLiteInserts(path: stack.settings.data + "/baseline.sqlite")
    var best = (ours: 0.0, theirs: 0.0)
    for round in 0..<rounds {
      let first = round * requests
      best.ours = max(best.ours, Double(requests) / (try load.run(requests) { session(first + $0, stack) }))
      best.theirs = max(best.theirs, try sqlite.rate(rows: 3_000, from: round * 3_000))
    }
    return [
      BenchRow(
        "ingest.sessions", best.ours, "/s", baseline: "SQLite, one a commit", baselineValue: best.theirs,
        target: "≥ 1.5 ×", met: best.ours >= 1.5 * best.theirs)
    ]
  }

  /// The same on a server's database, which has to be empty, for as many users as there are connections; beside it
  /// pgbench, with the same rows on as many.
  static func run(over database: String) throws -> [BenchRow] {
    guard DatabaseAddress(parsing: database)?.hasSchema != true else {
      throw CommandFailure("the benchmark writes made-up sessions: give it an empty database")
    }
    let stack = try BenchStack(database: database)
    defer { stack.stop() }
    let now = Instant.now
    let tokens = try TokenCommand.with(stack.settings) { tokens in
      var made: [String] = []
      for number in 0..<HTTPLoad.connections {
        made.append(try await tokens.create(user: "user\(number)", name: "bench", now: now).token)
      }
      return made
    }
    var load = try HTTPLoad(stack.address)
    for token in tokens { try makeStory(stack, &load, token: token) }
    let pgbench = try PgbenchInserts(database, in: stack.settings.data)
    let rows = requests / HTTPLoad.connections
    var best = (ours: 0.0, theirs: 0.0)
    for round in 0..<rounds {
      let first = round * requests
      let seconds = try load.run(requests) { session(first + $0, stack, token: tokens[$0 % tokens.count]) }
      best.ours = max(best.ours, Double(requests) / seconds)
      let theirs = try pgbench.rate(connections: HTTPLoad.connections, rows: rows, from: round * rows)
      best.theirs = max(best.theirs, theirs)
    }
    return [
      BenchRow(
        "ingest.sessions, a server's database", best.ours, "/s", baseline: "pgbench", baselineValue: best.theirs,
        target: "≥ 1 ×", met: best.ours >= best.theirs)
    ]
  }

  static func makeStory(_ stack: BenchStack, _ load: inout HTTPLoad, token: String? = nil) throws {
    let body: JSONValue = ["title": "Bench", "estimatedDuration": 600]
    let story = stack.request("PUT", "/stories/bench", body: body.json, token: token)
    _ = try load.run(1) { _ in story }
  }

  /// The n-th session of a history that begins in 2010, each its own.
  static func session(_ index: Int, _ stack: BenchStack, token: String? = nil) -> [UInt8] {
    let start = Instant(seconds: 1_262_304_000 + Int64(index) * 600)
    let body: JSONValue = [
      "storyId": "bench", "startedAt": "\(start)", "endedAt": "\(start + 300)", "completed": .bool(index % 2 == 0),
    ]
    return stack.request("POST", "/analytics/sessions", body: body.json, token: token)
  }
}
