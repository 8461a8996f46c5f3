import Foundation
import Testing

/// Tests count days from now, in UTC. This delays a test that could run past midnight.
struct OneDay: TestTrait, SuiteTrait, TestScoping {
  private static let secondsOfDay = 86_400.0
  /// A test takes less time than this, even on a busy machine.
  private static let longest = 240.0

  /// A test begins at least this many seconds after midnight, so that it can record something short on the same day.
  private static let shortest = 5.0

  let isRecursive = true

  /// Returns the time some seconds ago, or the beginning of the current day if that is later.
  static func recent(seconds: Double) -> Date {
    Date(timeIntervalSinceNow: -min(seconds, secondsOfDay - secondsLeft))
  }

  private static var secondsLeft: Double {
    secondsOfDay - Date().timeIntervalSince1970.truncatingRemainder(dividingBy: secondsOfDay)
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try eventually(within: 2 * Self.longest, "a day that lasts long enough") {
      Self.secondsLeft > Self.longest && Self.secondsLeft < Self.secondsOfDay - Self.shortest
    }
    try await function()
  }
}

extension Trait where Self == OneDay {
  static var onOneDay: Self { Self() }
}
