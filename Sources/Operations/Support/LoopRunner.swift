public import Proto
import Synchronization

/// Runs asynchronous work on an event loop and blocks until it has finished.
public enum LoopRunner {
  private final class Outcome<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
  }

  /// Runs `body` on a new loop on this thread.
  public static func run<Value: Sendable>(_ body: @escaping @Sendable (Loop) async throws -> Value) throws -> Value {
    let loop = try Loop()
    return try run(on: loop) { try await body(loop) }
  }

  /// Runs `body` on an existing loop, which the caller keeps for more work.
  public static func run<Value: Sendable>(
    on loop: Loop, _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
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
    guard let result = outcome.result.withLock({ $0 }) else {
      throw OperationFailure("the event loop stopped before the work was finished; retry the command")
    }
    return try result.get()
  }
}
