/// How often and after what pauses a call is tried again.
public struct RetryPolicy: Sendable {
  /// All tries, the first one included.
  public var attempts: Int
  /// The longest pause before the second try; it doubles with each try after it.
  public var firstPauseSeconds: Double
  public var longestPauseSeconds: Double
  /// No try begins later than this after the first one; a server that asks for a longer pause is reported to the
  /// caller instead of being waited for.
  public var patienceSeconds: Double
  /// A number within the range: the jitter, so that many apps do not come back in the same instant.
  public var random: @Sendable (ClosedRange<Double>) -> Double

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

  public static let none = RetryPolicy(attempts: 1)

  /// The pause after so many failed tries, the first of which began `spentSeconds` ago; nil when it is time to give up.
  func pause(afterFailures failures: Int, spentSeconds: Double, serverAsksFor asked: Double?) -> Duration? {
    guard failures < attempts else { return nil }
    let doubled = firstPauseSeconds * Double(sign: .plus, exponent: min(failures - 1, 30), significand: 1)
    // Never sooner than asked, and a little apart from everybody who was asked the same.
    let pause = (asked ?? 0) + random(0...(asked == nil ? min(longestPauseSeconds, doubled) : firstPauseSeconds))
    return spentSeconds + (asked ?? pause) <= patienceSeconds ? .seconds(pause) : nil
  }
}
