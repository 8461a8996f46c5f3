import Glibc
import Operations
import Proto

/// The measured client: one task per call in flight, each waiting for one reply at a time.
struct TypedClient {
  private let loop: Loop
  private let client: Client<BenchAPI>

  init(path: String) throws {
    loop = try Loop()
    close(try BenchPartner.connect(path))
    client = Client(loop: loop, path: path)
  }

  /// Returns the CPU time per call of both processes, in microseconds.
  func measure(calls: Int, inFlight: Int) throws -> Double {
    try run(calls: calls / 20, inFlight: inFlight)
    let before = try usage()
    try run(calls: calls, inFlight: inFlight)
    return Double(try usage() - before) / Double(calls) / 1_000
  }

  private func usage() throws -> Int {
    let client = client
    let serverTime = try LoopRunner.run(on: loop) { try await client.call(BenchAPI.Usage()) }
    return serverTime + RPCBench.processorTime()
  }

  private func run(calls: Int, inFlight: Int) throws {
    let client = client
    try LoopRunner.run(on: loop) { [loop] in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<inFlight {
          group.addTask(executorPreference: loop) {
            for _ in 0..<calls / inFlight {
              let reply = try await client.call(BenchAPI.sample, meta: CallMeta(user: "demo"))
              guard reply.count == 8 else { throw BenchFailure("wrong reply") }
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
