import Chronology
import Proto

/// Calls of a typical size.
enum BenchAPI: ServiceAPI {
  static let service = "bench"

  /// Six fields in the request, seven in the reply.
  struct Record: Method {
    typealias API = BenchAPI
    static let name = "bench.record"
    var storyId: String
    var startedAt: Instant
    var endedAt: Instant
    var completed: Bool
    var duration: Double
    var count: Int

    struct Reply: Codable, Sendable {
      var id: String
      var storyId: String
      var startedAt: Instant
      var endedAt: Instant
      var completed: Bool
      var duration: Double
      var count: Int
    }

    /// The minimal work of the handler, the same in both servers.
    var reply: Reply {
      Reply(
        id: storyId, storyId: storyId, startedAt: startedAt, endedAt: endedAt, completed: completed,
        duration: duration, count: count + 1)
    }
  }

  /// Returns the CPU time of the server process.
  struct Usage: Method {
    typealias API = BenchAPI
    static let name = "bench.usage"
    typealias Reply = Int
    init() {}
  }

  static let sample = Record(
    storyId: "story-0042", startedAt: Instant(seconds: 1_790_000_000), endedAt: Instant(seconds: 1_790_001_800),
    completed: true, duration: 1712.5, count: 7)
}
