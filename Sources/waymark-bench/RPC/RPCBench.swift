import CLinux
import Glibc
import Proto
import Service

/// Typed calls between two processes on one core, compared with raw epoll and hand-written CBOR.
enum RPCBench {
  static let bench = Bench(name: "rpc", summary: "typed calls between two processes on one core", run: run)

  /// Names the role of a partner process, which runs this executable too.
  static let variable = "WAYMARK_BENCH_RPC"

  private static let rounds = 5

  private static func run() throws -> [BenchRow] {
    // The partners inherit the core.
    try onOneCore {
      let raw = try BenchPartner(.raw)
      defer { raw.stop() }
      let typed = try BenchPartner(.typed)
      defer { typed.stop() }
      let floor = try RawClient(path: raw.path)
      let client = try TypedClient(path: typed.path)
      let bound = try TypedBound()
      var least = Double.infinity
      var best = [(typed: Double, raw: Double)](repeating: (.infinity, .infinity), count: 2)
      // Alternates and takes the minimum: other load on the machine only adds time.
      for _ in 0..<rounds {
        for (index, inFlight) in [64, 1].enumerated() {
          let calls = inFlight == 1 ? 20_000 : 200_000
          best[index].raw = min(best[index].raw, try floor.measure(calls: calls, inFlight: inFlight))
          best[index].typed = min(best[index].typed, try client.measure(calls: calls, inFlight: inFlight))
        }
        least = min(least, try bound.measure(calls: 100_000))
      }
      return [
        BenchRow(
          "rpc.call-64", best[0].typed, "µs", baseline: "raw epoll", baselineValue: best[0].raw,
          target: "≤ 2.2 µs or ≤ 9 × floor", met: best[0].typed <= 2.2 || best[0].typed <= 9 * best[0].raw),
        BenchRow(
          "rpc.call-1", best[1].typed, "µs", baseline: "raw epoll", baselineValue: best[1].raw,
          target: "≤ 1.35 × floor", met: best[1].typed <= 1.35 * best[1].raw),
        // The system calls of the floor plus the minimal work of a typed call.
        BenchRow("rpc.bound-1", best[1].raw + least, "µs", baseline: "raw epoll", baselineValue: best[1].raw),
      ]
    }
  }

  /// Runs the server if this process was started as a partner, and returns whether it was.
  static func runPartner() throws -> Bool {
    guard let value = getenv(variable).map({ String(cString: $0) }) else { return false }
    let parts = value.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2, let kind = BenchPartner.Kind(rawValue: parts[0]) else { return false }
    end_with_parent(SIGKILL)
    switch kind {
    case .raw: try RawServer.run(path: parts[1])
    case .typed: try TypedServer.run(path: parts[1])
    }
    return true
  }

  /// Pins this process and its children to the current core.
  private static func onOneCore<Result>(_ body: () throws -> Result) rethrows -> Result {
    pin_to_core(current_core())
    defer { unpin_from_core() }
    return try body()
  }

  /// The CPU time of this process in nanoseconds.
  static func processorTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
