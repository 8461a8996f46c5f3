import Chronology
import JSON
import Operations
import Service
import SessionSvc
import Storage

/// Sessions recorded over HTTP, each durable before the response, compared with inserts into SQLite.
enum IngestBench {
  static let bench = Bench(
    name: "ingest", summary: "POST /analytics/sessions on 64 connections, durable before the response", run: run)

  private static let rounds = 3
  private static let requests = 20_000

  private static func run() throws -> [BenchRow] {
    let stack = try BenchStack()
    defer { stack.stop() }
    var load = try HTTPLoad(stack.address)
    try makeStory(stack, &load)
    // In the data directory, so that both use the same disk.
    let sqlite = try SQLiteInserts(path: stack.settings.data + "/baseline.sqlite")
    let other = try JournalAccess.withTokens(stack.settings, .writing) { tokens in
      try await tokens.create(user: "another", name: "bench", now: .now).token
    }
    let rejected = try RejectedWrites(stack, token: other)
    var best = (ours: 0.0, duringRejections: 0.0, theirs: 0.0)
    for round in 0..<rounds {
      let first = 2 * round * requests
      best.ours = max(best.ours, Double(requests) / (try load.run(requests) { session(first + $0, stack) }))
      let seconds = try load.run(requests) { index in
        rejected.sendIfDue()
        return session(first + requests + index, stack)
      }
      best.duringRejections = max(best.duringRejections, Double(requests) / seconds)
      best.theirs = max(best.theirs, try sqlite.rate(rows: 3_000, from: round * 3_000))
    }
    guard rejected.count > 0 else { throw BenchFailure("no write was rejected") }
    let many = try manyUsers(stack, &load)
    return [
      BenchRow(
        "ingest.sessions", best.ours, "/s", baseline: "SQLite, one per commit", baselineValue: best.theirs,
        target: "≥ 1.5 ×", met: best.ours >= 1.5 * best.theirs),
      BenchRow(
        "ingest.sessions, with a rejected write each half second", best.duringRejections, "/s",
        baseline: "without", baselineValue: best.ours),
      many,
    ]
  }

  /// Each connection writes for another of these users with each request.
  private static let users = 1_000

  private static func manyUsers(_ stack: BenchStack, _ load: inout HTTPLoad) throws -> BenchRow {
    let now = Instant.now
    let names = (0..<users).map { "user\($0)" }
    let tokens = try JournalAccess.withTokens(stack.settings, .writing) { tokens in
      var made: [String] = []
      for name in names { made.append(try await tokens.create(user: name, name: "bench", now: now).token) }
      return made
    }
    for token in tokens { try makeStory(stack, &load, token: token) }
    let sqlite = try SQLiteInserts(
      path: stack.settings.data + "/baseline-64.sqlite", rowsPerCommit: HTTPLoad.connections, users: names,
      hasIndex: true)
    var best = (ours: 0.0, theirs: 0.0)
    for round in 0..<rounds {
      let first = round * requests
      let seconds = try load.run(requests) { session(first + $0, stack, token: tokens[$0 % users]) }
      best.ours = max(best.ours, Double(requests) / seconds)
      best.theirs = max(best.theirs, try sqlite.rate(rows: requests, from: first))
    }
    return BenchRow(
      "ingest.sessions, 1,000 users", best.ours, "/s", baseline: "SQLite, 64 rows a commit and an index",
      baselineValue: best.theirs)
  }

  /// Runs on an empty database of a server with one user per connection, and compares with pgbench writing the same
  /// rows on as many connections.
  static func run(over database: String) throws -> [BenchRow] {
    guard DatabaseAddress(parsing: database)?.hasSchema != true else {
      throw BenchFailure("the benchmark writes test data: give it an empty database")
    }
    let stack = try BenchStack(database: database)
    defer { stack.stop() }
    let now = Instant.now
    let tokens = try JournalAccess.withTokens(stack.settings, .writing) { tokens in
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

  /// Returns the request for a session. Each index gives a different session, starting in 2010.
  static func session(_ index: Int, _ stack: BenchStack, token: String? = nil) -> [UInt8] {
    let start = Instant(seconds: 1_262_304_000 + Int64(index) * 600)
    let body: JSONValue = [
      "storyId": "bench", "startedAt": "\(start)", "endedAt": "\(start + 300)", "completed": .bool(index % 2 == 0),
    ]
    return stack.request("POST", "/analytics/sessions", body: body.json, token: token)
  }
}
