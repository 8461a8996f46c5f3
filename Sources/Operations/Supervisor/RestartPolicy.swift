/// The pause before a process is restarted. Times are in milliseconds of a monotonic clock.
struct RestartPolicy: Sendable, Equatable {
  static let first = 50
  static let longest = 1_000
  /// A process that ran for at least this long is restarted without a pause.
  static let stable = 250

  private var next = Self.first

  /// Returns the pause after a process that started and died at these times.
  mutating func pause(startedAt: Int, diedAt: Int) -> Int {
    guard diedAt - startedAt < Self.stable else {
      next = Self.first
      return 0
    }
    let pause = next
    next = min(next * 2, Self.longest)
    return pause
  }
}
