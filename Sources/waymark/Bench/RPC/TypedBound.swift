import Proto

/// The parts that a typed call of ours is made of, in one process and with everything warm: the coder there and back,
/// an array for each message, a task for the handler, and a continuation that its caller waits for. No socket, no
/// frame, no table, no deadline.
struct TypedBound {
  private let loop: Loop

  init() throws {
    loop = try Loop()
  }

  /// Microseconds of processor time for a call.
  func measure(calls: Int) throws -> Double {
    try run(calls: calls / 20)
    let before = RPCBench.processorTime()
    try run(calls: calls)
    return Double(RPCBench.processorTime() - before) / Double(calls) / 1_000
  }

  private func run(calls: Int) throws {
    try LoopRunner.run(on: loop) { [loop] in
      for _ in 0..<calls {
        let asked = try CBOREncoder.encode(BenchAPI.sample)
        let answered = try await withUnsafeThrowingContinuation { continuation in
          Task.immediate(executorPreference: loop) { await Self.serve(asked, continuation) }
        }
        let reply = try CBORDecoder.decode(BenchAPI.Record.Reply.self, from: answered)
        guard reply.count == 8 else { throw CommandFailure("a wrong answer") }
      }
    }
  }

  private static func serve(_ asked: [UInt8], _ continuation: UnsafeContinuation<[UInt8], any Error>) async {
    do {
      let call = try CBORDecoder.decode(BenchAPI.Record.self, from: asked)
      continuation.resume(returning: try CBOREncoder.encode(await handle(call)))
    } catch {
      continuation.resume(throwing: error)
    }
  }

  private static func handle(_ call: BenchAPI.Record) async -> BenchAPI.Record.Reply { call.answer }
}
