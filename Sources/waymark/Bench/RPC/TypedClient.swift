import Glibc
import Proto

/// The measured client: as many tasks as calls in flight, each waiting for one answer at a time.
struct TypedClient {
  private let loop: Loop
  private let client: Client<BenchAPI>

  init(path: String) throws {
    loop = try Loop()
    close(try BenchPartner.connect(path))
    client = Client(loop: loop, path: path)
  }

  /// Microseconds of processor time for a call, on both sides together.
  func measure(calls: Int, inFlight: Int) throws -> Double {
    try run(calls: calls / 20, inFlight: inFlight)
    let before = try usage()
    try run(calls: calls, inFlight: inFlight)
    return Double(try usage() - before) / Double(calls) / 1_000
  }

  private func usage() throws -> Int {
    let client = client
    let theirs = try LoopRunner.run(on: loop) { try await client.call(BenchAPI.Usage()) }
    return theirs + RPCBench.processorTime()
  }

  private func run(calls: Int, inFlight: Int) throws {
    let client = client
    try LoopRunner.run(on: loop) { [loop] in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<inFlight {
          group.addTask(executorPreference: loop) {
            for _ in 0..<calls / inFlight {
              let reply = try await client.call(BenchAPI.sample, meta: CallMeta(user: "demo"))
              guard reply.count == 8 else { throw CommandFailure("a wrong answer") }
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
