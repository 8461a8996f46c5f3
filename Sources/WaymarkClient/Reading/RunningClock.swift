import Foundation

/// The time that a timer has run: the server's figure plus the time since then on a monotonic clock. A wrong wall clock
/// does not affect it.
public struct RunningClock: Sendable, Hashable {
  private let secondsAtOrigin: Double
  private let origin: Duration

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - seconds: the seconds that the timer had run.
  ///   - elapsed: the monotonic clock at that moment.
  public init(seconds: Double, elapsed: Duration) {
    secondsAtOrigin = max(0, seconds)
    origin = elapsed
  }

  /// Returns the whole seconds that the timer has run.
  ///
  /// - Parameter elapsed: the monotonic clock now.
  public func seconds(at elapsed: Duration) -> Int {
    Int(min(exactSeconds(at: elapsed), Self.longestSeconds))
  }

  /// Returns the time until the displayed second changes.
  func untilNextSecond(at elapsed: Duration) -> Duration {
    let shown = exactSeconds(at: elapsed)
    return .seconds(max(0.001, shown.rounded(.down) + 1 - shown))
  }

  /// Returns the time as "05:09", or "1:00:00" from one hour.
  public static func text(seconds: Int) -> String {
    let seconds = max(0, seconds)
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    let minutesAndSeconds = "\(padded(minutes)):\(padded(seconds % 60))"
    return hours == 0 ? minutesAndSeconds : "\(hours):\(minutesAndSeconds)"
  }

  private static let longestSeconds: Double = 1e9

  private func exactSeconds(at elapsed: Duration) -> Double {
    secondsAtOrigin + max(0, (elapsed - origin).seconds)
  }

  private static func padded(_ number: Int) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}
