import Synchronization

/// Until when the server has asked not to be called, on the steady clock, so that a wall clock that is set changes
/// nothing. Every copy of a client shares one.
final class BusyServer: Sendable {
  private let until = Mutex<Duration?>(nil)

  func note(_ seconds: Double, now: Duration) {
    let end = now + .seconds(min(seconds, Limits.longestPauseSeconds))
    until.withLock { $0 = max($0 ?? end, end) }
  }

  /// Nil when it may be called.
  func secondsLeft(_ now: Duration) -> Double? {
    until.withLock { $0 }.flatMap { $0 > now ? ($0 - now).seconds : nil }
  }
}
