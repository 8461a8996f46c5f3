public import Foundation

/// The clocks that the client uses. Tests replace them.
public struct TimeSource: Sendable {
  /// Returns the wall-clock time, for values that are sent to the server or shown to a person.
  public var now: @Sendable () -> Date
  /// Returns the time since a fixed moment on a monotonic clock, for measuring durations.
  public var elapsed: @Sendable () -> Duration
  /// Waits for a duration. Throws if the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// Creates a time source from closures.
  public init(
    now: @escaping @Sendable () -> Date, elapsed: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.elapsed = elapsed
    self.sleep = sleep
  }

  /// The clocks of the system.
  public static let system = {
    let clock = ContinuousClock()
    let origin = clock.now
    return TimeSource(
      now: { Date() },
      elapsed: { origin.duration(to: clock.now) },
      sleep: { try await clock.sleep(for: $0) })
  }()
}

extension Duration {
  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
