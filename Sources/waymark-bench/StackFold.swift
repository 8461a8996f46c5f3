import API
import Domain
import Chronology
import Operations
import Proto
import Service

/// Folds the journal of a user with a million sessions in a running stack, from SQLite over sockets, and compares warm
/// reads of that user with those of one with a hundred.
enum StackFold {
  private static let many = 1_000_000
  private static let few = 100
  private static let warmReads = 2_000
  private static let perBatch = 500
  private static let patience = 600_000

  static func run() throws -> [BenchRow] {
    let stack = try BenchStack()
    defer { stack.stop() }
    let settings = stack.settings
    return try LoopRunner.run { loop in
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
      return rows
    }
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
