import Operations
import Proto

/// The minimal parts of a typed call in one process: encoding and decoding, an array per message, a task for the
/// handler and a continuation for the caller. No socket, frame, table or deadline.
struct TypedBound {
  private let loop: Loop

  init() throws {
    loop = try Loop()
  }

  /// Returns the CPU time per call in microseconds.
  func measure(calls: Int) throws -> Double {
    try run(calls: calls / 20)
    let before = RPCBench.processorTime()
    try run(calls: calls)
    return Double(RPCBench.processorTime() - before) / Double(calls) / 1_000
  }

  private func run(calls: Int) throws {
    try LoopRunner.run(on: loop) { [loop] in
      for _ in 0..<calls {
        let request = try CBOREncoder.encode(BenchAPI.sample)
        let response = try await withUnsafeThrowingContinuation { continuation in
          Task.immediate(executorPreference: loop) { await Self.serve(request, continuation) }
        }
        let reply = try CBORDecoder.decode(BenchAPI.Record.Reply.self, from: response)
        guard reply.count == 8 else { throw BenchFailure("wrong reply") }
      }
    }
  }

  private static func serve(_ request: [UInt8], _ continuation: UnsafeContinuation<[UInt8], any Error>) async {
    do {
      let call = try CBORDecoder.decode(BenchAPI.Record.self, from: request)
      continuation.resume(returning: try CBOREncoder.encode(await handle(call)))
    } catch {
      continuation.resume(throwing: error)
    }
  }

  private static func handle(_ call: BenchAPI.Record) async -> BenchAPI.Record.Reply { call.reply }
}
