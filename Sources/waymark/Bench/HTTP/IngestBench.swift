import Chronology
import Service

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

  static func makeStory(_ stack: BenchStack, _ load: inout HTTPLoad) throws {
    let story = stack.request("PUT", "/stories/bench", body: #"{"title":"Bench","estimatedDuration":600}"#)
    _ = try load.run(1) { _ in story }
  }

  /// The n-th session of a history that begins in 2010, each its own.
  static func session(_ index: Int, _ stack: BenchStack) -> [UInt8] {
    let start = Instant(seconds: 1_262_304_000 + Int64(index) * 600)
    let body =
      #"{"storyId":"bench","startedAt":"\#(start)","endedAt":"\#(start + 300)","completed":\#(index % 2 == 0)}"#
    return stack.request("POST", "/analytics/sessions", body: body)
  }
}
