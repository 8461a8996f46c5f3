/// Counts recent failed attempts. Pure; times are monotonic milliseconds.
struct WrongAttempts {
  private let most: Int
  /// The times of the last attempts, oldest first.
  private var times: [Int64] = []

  init(most: Int) {
    self.most = most
  }

  /// Returns how long to wait before the next attempt, or 0.
  func wait(now: Int64) -> Int64 {
    guard times.count >= most else { return 0 }
    return max(0, times[times.count - most] + Limits.attemptMilliseconds - now)
  }

  mutating func add(now: Int64) {
    times.append(now)
    if times.count > most { times.removeFirst(times.count - most) }
  }

  /// Returns the number of attempts that count now.
  func count(now: Int64) -> Int {
    times.count { $0 + Limits.attemptMilliseconds > now }
  }
}
