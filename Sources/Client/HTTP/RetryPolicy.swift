/// How often and after what pauses a call is tried again.
public struct RetryPolicy: Sendable {
  /// All tries, the first one included.
  public var attempts: Int
  /// The longest pause before the second try; it doubles with each try after it.
  public var firstPauseSeconds: Double
  public var longestPauseSeconds: Double
  /// A server that asks for a longer pause is told to the caller instead of being waited for.
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

  /// The pause after the given number of failed tries, or nil when there should be no further one.
  func pause(afterFailures failures: Int, serverAsksFor asked: Double?) -> Duration? {
    guard failures < attempts else { return nil }
    if let asked {
      guard asked <= patienceSeconds else { return nil }
      // Never sooner than asked, and a little apart from everybody who was asked the same.
      return .seconds(asked + random(0...firstPauseSeconds))
    }
    let doublings = Double(min(failures - 1, 30))
    return .seconds(random(0...min(longestPauseSeconds, firstPauseSeconds * exp2(doublings))))
  }
}

/// Two to the power of a whole number.
private func exp2(_ power: Double) -> Double {
  Double(sign: .plus, exponent: Int(power), significand: 1)
}
