import Chronology
import Proto

/// Calls of the size that most of ours have.
enum BenchAPI: ServiceAPI {
  static let service = "bench"

  /// Six fields there, seven back.
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

    /// What the handler does at both contestants: next to nothing.
    var answer: Reply {
      Reply(
        id: storyId, storyId: storyId, startedAt: startedAt, endedAt: endedAt, completed: completed,
        duration: duration, count: count + 1)
    }
  }

  /// The processor time that the serving process has used.
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
