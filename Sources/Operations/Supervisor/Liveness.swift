/// Whether a process still responds. Times are in milliseconds of a monotonic clock.
struct Liveness: Sendable, Equatable {
  /// Before its first response a process is starting, which may take as long as a schema upgrade.
  private(set) var hasResponded = false
  /// When the oldest pending probe was sent, or nil if none is pending.
  private(set) var askedAt: Int?

  mutating func ask(now: Int) {
    if askedAt == nil { askedAt = now }
  }

  mutating func receive() {
    hasResponded = true
    askedAt = nil
  }

  /// Restarts the timeout after a gap in which the supervisor itself did not run.
  mutating func resume(now: Int) {
    if askedAt != nil { askedAt = now }
  }

  func isHung(now: Int, patience: Int) -> Bool {
    guard hasResponded, let askedAt else { return false }
    return now - askedAt >= patience
  }
}

/// Detects that this process was suspended, or that the machine slept.
struct Pulse: Sendable, Equatable {
  /// A running process beats more often.
  static let longestGap = 2_000

  private var last: Int?

  /// Returns true if the process was suspended since the last beat.
  mutating func beat(now: Int) -> Bool {
    defer { last = now }
    return last.map { now - $0 > Self.longestGap } ?? false
  }
}
