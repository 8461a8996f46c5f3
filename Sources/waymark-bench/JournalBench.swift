import API
import Chronology
import Glibc
import Operations
import Proto
import Service
import SessionSvc
import Storage

/// Sessions recorded with the journal's calls. Each is durable before the response.
enum JournalBench {
  static let bench = Bench(
    name: "journal", summary: "64 durable session.record calls in flight, compared with one insert per commit", run: run
  )

  private static let inFlight = 64
  private static let callsEach = 600
  private static let rounds = 3
  private static let users = 8
  private static let start = Instant(seconds: 1_700_000_000)

  private static func run() throws -> [BenchRow] {
    let directory = "\(getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp")/waymark-bench-\(getpid())"
    try Files.makeDirectory(directory, mode: 0o700)
    defer { remove(directory) }
    let alone = try CommitProbe.insertsPerSecond(path: "\(directory)/probe.sqlite", count: 3_000)
    let database = try Database(path: "\(directory)/journal.sqlite", migrations: SessionSchema.migrations)
    let best = try LoopRunner.run { loop in
      let router = SessionService.router(
        on: database, zones: Zones(), log: Log(service: "bench", level: .error), now: { start + 86_400 * 365 })
      let client = Client<SessionAPI>.inProcess(loop: loop, router: router)
      var best = (alone: Double.infinity, duringRejections: Double.infinity)
      for round in 0..<rounds {
        best.alone = min(best.alone, try await measure(client, round: 2 * round))
        let rejections = Task { await reject(client) }
        best.duringRejections = min(best.duringRejections, try await measure(client, round: 2 * round + 1))
        rejections.cancel()
        guard await rejections.value > 0 else { throw BenchFailure("no write was rejected") }
      }
      return best
    }
    database.close()
    let rate = Double(inFlight * callsEach) / best.alone
    return [
      BenchRow(
        "durable session.record", rate, "1/s", baseline: "one insert per commit", baselineValue: alone,
        target: "≥ 1.5 ×", met: rate >= 1.5 * alone),
      BenchRow(
        "the same, with a rejected write each half second", Double(inFlight * callsEach) / best.duringRejections, "1/s",
        baseline: "without", baselineValue: rate),
    ]
  }

  /// Sends a write that is rejected, twice a second, until the task is cancelled. Returns how many were rejected.
  private static func reject(_ client: Client<SessionAPI>) async -> Int {
    var count = 0
    while !Task.isCancelled {
      let call = SessionAPI.RecordListening(
        storyId: "missing", startedAt: start, endedAt: start + 59, completed: true)
      do {
        _ = try await client.call(call, meta: CallMeta(user: "another"))
      } catch {
        count += 1
      }
      try? await Task.sleep(for: .milliseconds(500))
    }
    return count
  }

  private static func measure(_ client: Client<SessionAPI>, round: Int) async throws -> Double {
    for user in 0..<users {
      let meta = CallMeta(user: "user\(user)")
      _ = try await client.call(SessionAPI.SaveStory(id: "moon", title: "Moon", estimatedDuration: 600), meta: meta)
    }
    let begun = Clock.milliseconds
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<inFlight {
        group.addTask {
          let meta = CallMeta(user: "user\(lane % users)")
          for n in 0..<callsEach {
            let startedAt = start + Int64(((round * callsEach + n) * inFlight + lane) * 60)
            let call = SessionAPI.RecordListening(
              storyId: "moon", startedAt: startedAt, endedAt: startedAt + 59, completed: true)
            _ = try await client.call(call, meta: meta)
          }
        }
      }
      try await group.waitForAll()
    }
    return Double(Clock.milliseconds - begun) / 1_000
  }

  private static func remove(_ directory: String) {
    for name in ["probe.sqlite", "journal.sqlite"] {
      DatabaseFile.remove(path: "\(directory)/\(name)")
    }
    rmdir(directory)
  }
}
