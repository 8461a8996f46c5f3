/// The bounds of a session reporter.
public struct SessionTiming: Sendable, Hashable {
  /// How long a burst of events must have been over before it is reported.
  public var debounceSeconds: Double
  /// While a story plays, progress is reported this often: what a crash can lose.
  public var progressSeconds: Double
  /// After a longer pause, playing on is a new session.
  public var longPauseSeconds: Double
  /// A longer session is cut in two; the server takes at most 24 hours.
  public var longestSessionSeconds: Double
  /// What was heard for less, and not to its end, is not a session.
  public var shortestSessionSeconds: Double

  public init(
    debounceSeconds: Double = 2, progressSeconds: Double = 60, longPauseSeconds: Double = 600,
    longestSessionSeconds: Double = 43_200, shortestSessionSeconds: Double = 1
  ) {
    self.debounceSeconds = debounceSeconds
    self.progressSeconds = progressSeconds
    self.longPauseSeconds = longPauseSeconds
    self.longestSessionSeconds = min(86_400, longestSessionSeconds)
    self.shortestSessionSeconds = shortestSessionSeconds
  }
}
