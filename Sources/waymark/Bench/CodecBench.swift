import API
import CLinux
import Chronology
import Domain
import Glibc
import Proto

/// The coder against Foundation's JSON coders on the same values, in turns on one core.
enum CodecBench {
  static let bench = Bench(name: "codec", summary: "seven fields through the coder, against JSONEncoder", run: run)

  private static let summary = ListeningSummary(
    totalStories: 42, totalListeningTime: 98_765.25, totalPlayCount: 312, currentStreak: 7, longestStreak: 31,
    favoriteCount: 9, lastActivityDate: Instant(seconds: 1_790_000_000))

  private static let anomaly = SessionAPI.Anomaly(
    id: "a-000042", sessionId: "L04APR5K0-1", storyId: "story-0042", kind: "durationCapped", given: 4_000.25,
    stored: 2_700, recordedAt: Instant(seconds: 1_790_000_000))

  private struct Measure {
    var name: String
    var limit: Double
    var ratio: Double
    var body: @Sendable (Int) throws -> Void
  }

  private static func run() throws -> [BenchRow] {
    let measures = try measures()
    return try onOneCore {
      let baseline = CodecBaseline()
      var best = Array(repeating: Double.infinity, count: measures.count)
      var bestBaseline = best
      // The least of many short rounds: what else runs on the machine only ever adds.
      for _ in 0..<25 {
        for (index, measure) in measures.enumerated() {
          let start = nanoseconds()
          try measure.body(4_000)
          best[index] = min(best[index], Double(nanoseconds() - start) / 4_000)
          if let value = baseline?.measure(measure.name, count: 1_000) {
            bestBaseline[index] = min(bestBaseline[index], value)
          }
        }
      }
      return measures.indices.map { row(measures[$0], best[$0], bestBaseline[$0]) }
    }
  }

  private static func row(_ measure: Measure, _ value: Double, _ baseline: Double) -> BenchRow {
    let target = "≤ \(Int(measure.limit)) ns or ≤ 1/\(measure.ratio)"
    let isFast = value <= measure.limit || value * measure.ratio <= baseline
    return baseline.isFinite
      ? BenchRow(
        "codec.\(measure.name)", value, "ns", baseline: "JSON coder", baselineValue: baseline, target: target,
        met: isFast)
      : BenchRow(
        "codec.\(measure.name)", value, "ns", baseline: "none: build BenchBaseline beside waymark", target: target,
        met: value <= measure.limit)
  }

  private static func measures() throws -> [Measure] {
    let summaryBytes = try CBOREncoder.encode(summary)
    let anomalyBytes = try CBOREncoder.encode(anomaly)
    return [
      Measure(name: "encode-summary", limit: 250, ratio: 8.8) { count in
        for _ in 0..<count { consume(try CBOREncoder.encode(summary).count) }
      },
      Measure(name: "decode-summary", limit: 350, ratio: 10) { count in
        for _ in 0..<count {
          consume(try CBORDecoder.decode(ListeningSummary.self, from: summaryBytes).totalStories)
        }
      },
      Measure(name: "encode-anomaly", limit: 250, ratio: 8.8) { count in
        for _ in 0..<count { consume(try CBOREncoder.encode(anomaly).count) }
      },
      Measure(name: "decode-anomaly", limit: 350, ratio: 10) { count in
        for _ in 0..<count {
          consume(try CBORDecoder.decode(SessionAPI.Anomaly.self, from: anomalyBytes).storyId.utf8.count)
        }
      },
    ]
  }

  /// Keeps the work from being optimised away.
  @inline(never)
  @_optimize(none)
  private static func consume(_ value: Int) {}

  private static func nanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Holds this process, and what it starts meanwhile, to the core it is on.
  private static func onOneCore<Result>(_ body: () throws -> Result) rethrows -> Result {
    hold_to_core(current_core())
    defer { hold_to_any_core() }
    return try body()
  }
}
