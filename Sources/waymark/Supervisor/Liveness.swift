/// Whether a process still answers. Times are milliseconds of any steady clock.
struct Liveness: Sendable, Equatable {
  /// A process that has not answered yet is starting, which may take as long as a migration does.
  private(set) var hasAnswered = false
  /// Since when an answer is due; nil while none is.
  private(set) var askedAt: Int?

  mutating func ask(now: Int) {
    if askedAt == nil { askedAt = now }
  }

  mutating func receive() {
    hasAnswered = true
    askedAt = nil
  }

  /// The supervisor itself was not running, so that nothing is known of the others: the count begins anew.
  mutating func resume(now: Int) {
    if askedAt != nil { askedAt = now }
  }

  func isHung(now: Int, patience: Int) -> Bool {
    guard hasAnswered, let askedAt else { return false }
    return now - askedAt >= patience
  }
}

/// Notices that this process itself was stopped, or its machine asleep.
struct Pulse: Sendable, Equatable {
  /// A process that runs comes by more often.
  static let longestGap = 2_000

  private var last: Int?

  /// True where the time since the last beat is one in which nothing ran here.
  mutating func beat(now: Int) -> Bool {
    defer { last = now }
    return last.map { now - $0 > Self.longestGap } ?? false
  }
}
