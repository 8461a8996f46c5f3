/// The number of attempts that may fail within a time.
struct AttemptLimit: Sendable {
  var most: Int
  var milliseconds: Int64
}

/// Counts recent failed attempts. Pure; times are monotonic milliseconds.
struct WrongAttempts {
  private let limit: AttemptLimit
  /// The times of the last attempts, oldest first.
  private var times: [Int64] = []

  init(_ limit: AttemptLimit) {
    self.limit = limit
  }

  /// Returns how long to wait before the next attempt, or 0.
  func wait(now: Int64) -> Int64 {
    guard times.count >= limit.most else { return 0 }
    return max(0, times[times.count - limit.most] + limit.milliseconds - now)
  }

  mutating func add(now: Int64) {
    times.append(now)
    if times.count > limit.most { times.removeFirst(times.count - limit.most) }
  }

  /// Returns the number of attempts that count now.
  func count(now: Int64) -> Int {
    times.count { $0 + limit.milliseconds > now }
  }
}
