/// How long to wait before a process that died is started again. Times are milliseconds of any steady clock.
struct RestartPolicy: Sendable, Equatable {
  static let first = 50
  static let longest = 1_000
  /// A process that lived this long was healthy: it starts again at once.
  static let stable = 250

  private var next = Self.first

  /// The pause after a process that was started and died at these times.
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
