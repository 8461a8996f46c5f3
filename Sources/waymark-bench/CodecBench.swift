import API
import CLinux
import Chronology
import Domain
import FoundationEssentials
import Glibc
import Proto

/// The CBOR coder compared with Foundation's JSON coders on the same values, alternating on one core.
enum CodecBench {
  static let bench = Bench(
    name: "codec", summary: "encoding and decoding seven fields, compared with JSONEncoder", run: run)

  private static let summary = ListeningSummary(
    totalStories: 42, totalListeningTime: 98_765.25, totalPlayCount: 312, currentStreak: 7, longestStreak: 31,
    favoriteCount: 9, lastActivityDate: Instant(seconds: 1_790_000_000))

  private static let anomaly = SessionAPI.Anomaly(
    id: "a-000042", sessionId: "L04APR5K0-1", storyId: "story-0042", kind: "durationCapped", given: 4_000.25,
    stored: 2_700, recordedAt: Instant(seconds: 1_790_000_000))

  /// One operation of both coders, repeated. The target is `limit` nanoseconds, or `ratio` times as fast as JSON.
  private struct Measure {
    var name: String
    var limit: Double
    var ratio: Double
    var cbor: (Int) throws -> Void
    var json: (Int) throws -> Void
  }

  private static func run() throws -> [BenchRow] {
    let measures = try measures()
    return try onOneCore {
      var best = Array(repeating: (cbor: Double.infinity, json: Double.infinity), count: measures.count)
      // The minimum of many short rounds: other load on the machine only adds time.
      for _ in 0..<25 {
        for (index, measure) in measures.enumerated() {
          best[index].cbor = min(best[index].cbor, try nanoseconds(4_000, measure.cbor))
          best[index].json = min(best[index].json, try nanoseconds(1_000, measure.json))
        }
      }
      return zip(measures, best).map(row)
    }
  }

  private static func row(_ measure: Measure, _ best: (cbor: Double, json: Double)) -> BenchRow {
    BenchRow(
      "codec.\(measure.name)", best.cbor, "ns", baseline: "JSON coder", baselineValue: best.json,
      target: "≤ \(Int(measure.limit)) ns or ≤ 1/\(measure.ratio)",
      met: best.cbor <= measure.limit || best.cbor * measure.ratio <= best.json)
  }

  private static func measures() throws -> [Measure] {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    let summaryBytes = (cbor: try CBOREncoder.encode(summary), json: try encoder.encode(summary))
    let anomalyBytes = (cbor: try CBOREncoder.encode(anomaly), json: try encoder.encode(anomaly))
    return [
      Measure(
        name: "encode-summary", limit: 250, ratio: 8.8,
        cbor: { for _ in 0..<$0 { consume(try CBOREncoder.encode(summary).count) } },
        json: { for _ in 0..<$0 { consume(try encoder.encode(summary).count) } }),
      Measure(
        name: "decode-summary", limit: 350, ratio: 10,
        cbor: {
          for _ in 0..<$0 {
            consume(try CBORDecoder.decode(ListeningSummary.self, from: summaryBytes.cbor).totalStories)
          }
        },
        json: {
          for _ in 0..<$0 { consume(try decoder.decode(ListeningSummary.self, from: summaryBytes.json).totalStories) }
        }),
      Measure(
        name: "encode-anomaly", limit: 250, ratio: 8.8,
        cbor: { for _ in 0..<$0 { consume(try CBOREncoder.encode(anomaly).count) } },
        json: { for _ in 0..<$0 { consume(try encoder.encode(anomaly).count) } }),
      Measure(
        name: "decode-anomaly", limit: 350, ratio: 10,
        cbor: {
          for _ in 0..<$0 {
            consume(try CBORDecoder.decode(SessionAPI.Anomaly.self, from: anomalyBytes.cbor).storyId.utf8.count)
          }
        },
        json: {
          for _ in 0..<$0 {
            consume(try decoder.decode(SessionAPI.Anomaly.self, from: anomalyBytes.json).storyId.utf8.count)
          }
        }),
    ]
  }

  private static func nanoseconds(_ count: Int, _ work: (Int) throws -> Void) rethrows -> Double {
    let start = processorTime()
    try work(count)
    return Double(processorTime() - start) / Double(count)
  }

  /// Keeps the compiler from removing the work.
  @inline(never)
  @_optimize(none)
  private static func consume(_ value: Int) {}

  private static func processorTime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Pins this process to the current core.
  private static func onOneCore<Result>(_ body: () throws -> Result) rethrows -> Result {
    pin_to_core(current_core())
    defer { unpin_from_core() }
    return try body()
  }
}
