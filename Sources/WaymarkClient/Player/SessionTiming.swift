/// The timing of a ``SessionReporter``.
public struct SessionTiming: Sendable, Hashable {
  /// A burst of events is reported after this many seconds without another event.
  public var debounceSeconds: Double
  /// While a story plays, progress is reported at this interval. A crash loses at most this much.
  public var progressSeconds: Double
  /// Continuing after a longer pause starts a new session.
  public var longPauseSeconds: Double
  /// A longer session is split. The server accepts at most 24 hours.
  public var longestSessionSeconds: Double
  /// A shorter session is not reported, unless the story was played to its end.
  public var shortestSessionSeconds: Double

  /// Creates a timing. ``longestSessionSeconds`` is limited to 24 hours.
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
