/// When and how often a failed call is retried.
public struct RetryPolicy: Sendable {
  /// The maximum number of attempts, including the first.
  public var attempts: Int
  /// The maximum pause before the second attempt. It doubles with each further attempt.
  public var firstPauseSeconds: Double
  /// The upper limit of the doubled pauses.
  public var longestPauseSeconds: Double
  /// No attempt starts later than this many seconds after the first. If the server requests a longer pause, the call
  /// throws instead of waiting.
  public var patienceSeconds: Double
  /// Returns a random number in the range. It spreads the retries of many apps over time.
  public var random: @Sendable (ClosedRange<Double>) -> Double

  /// Creates a policy. Negative values become 0, and there is at least one attempt.
  public init(
    attempts: Int = 4, firstPauseSeconds: Double = 0.5, longestPauseSeconds: Double = 20,
    patienceSeconds: Double = 30, random: @escaping @Sendable (ClosedRange<Double>) -> Double = { .random(in: $0) }
  ) {
    self.attempts = max(1, attempts)
    self.firstPauseSeconds = max(0, firstPauseSeconds)
    self.longestPauseSeconds = max(0, longestPauseSeconds)
    self.patienceSeconds = max(0, patienceSeconds)
    self.random = random
  }

  /// A policy without retries.
  public static let none = RetryPolicy(attempts: 1)

  /// Returns the pause before the next attempt, or nil if there should be none.
  func pause(afterFailures failures: Int, spentSeconds: Double, serverAsksFor asked: Double?) -> Duration? {
    guard failures < attempts else { return nil }
    let doubled = firstPauseSeconds * Double(sign: .plus, exponent: min(failures - 1, 30), significand: 1)
    // Never earlier than requested, and spread over time.
    let pause = (asked ?? 0) + random(0...(asked == nil ? min(longestPauseSeconds, doubled) : firstPauseSeconds))
    return spentSeconds + (asked ?? pause) <= patienceSeconds ? .seconds(pause) : nil
  }
}
