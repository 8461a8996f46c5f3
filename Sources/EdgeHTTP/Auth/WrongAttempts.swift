/// How often an address was wrong lately. Pure; times are monotonic milliseconds.
struct WrongAttempts {
  private let most: Int
  /// The last ones, the oldest first.
  private var times: [Int64] = []

  init(most: Int) {
    self.most = most
  }

  /// How long until one more may be tried; 0: now.
  func wait(now: Int64) -> Int64 {
    guard times.count >= most else { return 0 }
    return max(0, times[times.count - most] + Limits.attemptMilliseconds - now)
  }

  mutating func add(now: Int64) {
    times.append(now)
    if times.count > most { times.removeFirst(times.count - most) }
  }

  /// How many count at this time.
  func count(now: Int64) -> Int {
    times.count { $0 + Limits.attemptMilliseconds > now }
  }
}
