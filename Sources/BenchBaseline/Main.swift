import API
import Chronology
import Domain
import FoundationEssentials
import Glibc

/// What `waymark bench codec` measures itself against: Foundation's JSON coders, reused, on the same values. A program
/// of its own, because the servers shall not carry Foundation.
///
/// It takes lines `NAME COUNT` and answers each with the nanoseconds that one round took.
@main enum Main {
  static func main() throws {
    let encoder = JSONEncoder()
    let decoder = JSONDecoder()
    let summary = try encoder.encode(Samples.summary)
    let anomaly = try encoder.encode(Samples.anomaly)
    while let line = readLine() {
      let words = line.split(separator: " ")
      guard words.count == 2, let count = Int(words[1]), count > 0 else { exit(2) }
      let start = nanoseconds()
      switch words[0] {
      case "encode-summary": for _ in 0..<count { consume(try encoder.encode(Samples.summary).count) }
      case "decode-summary":
        for _ in 0..<count { consume(try decoder.decode(ListeningSummary.self, from: summary).totalStories) }
      case "encode-anomaly": for _ in 0..<count { consume(try encoder.encode(Samples.anomaly).count) }
      case "decode-anomaly":
        for _ in 0..<count {
          consume(try decoder.decode(SessionAPI.Anomaly.self, from: anomaly).storyId.utf8.count)
        }
      default: exit(2)
      }
      print(Double(nanoseconds() - start) / Double(count))
      fflush(nil)
    }
  }

  /// Keeps the work from being optimised away.
  @inline(never)
  @_optimize(none)
  static func consume(_ value: Int) {}

  static func nanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
