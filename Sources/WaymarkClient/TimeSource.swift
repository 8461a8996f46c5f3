public import Foundation

/// The clocks that the client reads, so that a test can hold them.
public struct TimeSource: Sendable {
  /// The wall clock: for what is reported to the server or shown to a person.
  public var now: @Sendable () -> Date
  /// Time since some fixed moment, which cannot be set back: for measuring how long something took.
  public var elapsed: @Sendable () -> Duration
  /// Throws when the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  public init(
    now: @escaping @Sendable () -> Date, elapsed: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.elapsed = elapsed
    self.sleep = sleep
  }

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
