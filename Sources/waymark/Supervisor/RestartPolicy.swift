/// How long to wait before a process that died is started again. Times are milliseconds of any steady clock.
struct RestartPolicy: Sendable, Equatable {
  static let first = 50
  static let longest = 1_000
  /// A process that lived this long was healthy: its next death is a first one.
  static let stable = 5_000

  private var next = Self.first

  /// The pause after a process that was started and died at these times.
  mutating func pause(startedAt: Int, diedAt: Int) -> Int {
    if diedAt - startedAt >= Self.stable { next = Self.first }
    let pause = next
    next = min(next * 2, Self.longest)
    return pause
  }
}
