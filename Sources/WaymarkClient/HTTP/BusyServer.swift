import Synchronization

/// Until when the server asked not to be called, on the monotonic clock. All copies of a client share one instance.
final class BusyServer: Sendable {
  private let until = Mutex<Duration?>(nil)

  func note(_ seconds: Double, now: Duration) {
    let end = now + .seconds(min(seconds, Limits.longestPauseSeconds))
    until.withLock { $0 = max($0 ?? end, end) }
  }

  /// Returns nil if the server may be called.
  func secondsLeft(_ now: Duration) -> Double? {
    until.withLock { $0 }.flatMap { $0 > now ? ($0 - now).seconds : nil }
  }
}
