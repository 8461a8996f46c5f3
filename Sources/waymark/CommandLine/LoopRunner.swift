import Proto
import Service
import Synchronization

/// Lends a command an event loop for work that waits.
enum LoopRunner {
  private final class Outcome<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
  }

  /// Runs `body` on a loop on this thread, until it is done.
  static func run<Value: Sendable>(_ body: @escaping @Sendable (Loop) async throws -> Value) throws -> Value {
    let loop = try Loop()
    return try run(on: loop) { try await body(loop) }
  }

  /// As above, on a loop that lives longer than this one piece of work.
  static func run<Value: Sendable>(on loop: Loop, _ body: @escaping @Sendable () async throws -> Value) throws -> Value
  {
    let outcome = Outcome<Value>()
    loop.execute {
      Task.immediate(executorPreference: loop) {
        let result: Result<Value, any Error>
        do {
          result = .success(try await body())
        } catch {
          result = .failure(error)
        }
        outcome.result.withLock { $0 = result }
        loop.stop()
      }
    }
    loop.run()
    guard let result = outcome.result.withLock({ $0 }) else { throw CommandFailure("stopped before it was done") }
    return try result.get()
  }
}
