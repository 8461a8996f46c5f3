import Foundation

/// How long a timer has run: what the server said, and what the steady clock has counted since. A device whose wall
/// clock is wrong or is set shows the right time.
public struct RunningClock: Sendable, Hashable {
  private let secondsAtOrigin: Double
  private let origin: Duration

  /// - Parameter elapsed: the steady clock when the timer had run for so many seconds.
  public init(seconds: Double, elapsed: Duration) {
    secondsAtOrigin = max(0, seconds)
    origin = elapsed
  }

  public func seconds(at elapsed: Duration) -> Int {
    Int(min(exactSeconds(at: elapsed), Self.longestSeconds))
  }

  /// How long until another second is shown.
  func untilNextSecond(at elapsed: Duration) -> Duration {
    let shown = exactSeconds(at: elapsed)
    return .seconds(max(0.001, shown.rounded(.down) + 1 - shown))
  }

  /// "00:00", "05:09", "59:59", and from an hour on "1:00:00".
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
