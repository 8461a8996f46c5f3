import CLinux
import Glibc
import Proto
import Service

/// Typed calls between two processes on one core, against raw epoll with CBOR made by hand.
enum RPCBench {
  static let bench = Bench(name: "rpc", summary: "typed calls between two processes on one core", run: run)

  /// The other process of a measurement is this executable again; this variable names its part.
  static let variable = "WAYMARK_BENCH_RPC"

  private static let rounds = 5

  private static func run() throws -> [BenchRow] {
    // The partners are started on the core too, and stay there.
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
      // In turns, and the least of them: what else runs on the machine only ever adds.
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
        // The floor's own system calls, and what the parts of a typed call alone add to them.
        BenchRow("rpc.bound-1", best[1].raw + least, "µs", baseline: "raw epoll", baselineValue: best[1].raw),
      ]
    }
  }

  /// What this process is to be instead of a bench, if it was started as a partner.
  static func partner() throws -> Bool {
    guard let value = getenv(variable).map({ String(cString: $0) }) else { return false }
    let parts = value.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2, let kind = BenchPartner.Kind(rawValue: parts[0]) else { return false }
    become_mortal_with_parent(SIGKILL)
    switch kind {
    case .raw: try RawServer.run(path: parts[1])
    case .typed: try TypedServer.run(path: parts[1])
    }
    return true
  }

  /// Holds this process, and what it starts meanwhile, to the core it is on.
  private static func onOneCore<Result>(_ body: () throws -> Result) rethrows -> Result {
    hold_to_core(current_core())
    defer { hold_to_any_core() }
    return try body()
  }

  /// Nanoseconds of processor time that this process has used, on all its threads.
  static func processorTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
