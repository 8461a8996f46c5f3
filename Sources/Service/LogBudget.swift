/// Limits the lines of the log, so that requests cannot fill the disk: for each message and user, and for each message,
/// a number of lines per interval is written, and the others are counted.
struct LogBudget {
  static let intervalMilliseconds = 10_000
  static let linesPerUser = 10
  static let linesPerMessage = 100
  /// Further users share one budget, and further messages another.
  static let mostKeys = 256

  /// The lines of one message and user that were not written in an interval.
  struct Suppressed: Equatable {
    var message: String
    var user: String?
    var count: Int
  }

  private struct Key: Hashable {
    var message: String
    /// Nil for the lines of all users together.
    var user: String?
  }

  private struct Window {
    var end: Int
    var written = 0
    var suppressed = 0
  }

  private static let others = "other lines"
  private var windows: [Key: Window] = [:]
  private var nextEnd = Int.max

  /// Returns whether a line is written.
  mutating func admit(_ message: String, user: String?, now: Int) -> Bool {
    let key = Key(message: message, user: user)
    if user != nil, !hasRoom(key, Self.linesPerUser, now: now) {
      suppress(key, now: now)
      return false
    }
    let all = Key(message: message)
    guard hasRoom(all, Self.linesPerMessage, now: now) else {
      suppress(all, now: now)
      return false
    }
    if user != nil { count(key, now: now) }
    count(all, now: now)
    return true
  }

  /// Returns the suppressed lines of the intervals that have ended.
  mutating func endIntervals(now: Int) -> [Suppressed] {
    guard now >= nextEnd else { return [] }
    var found: [Suppressed] = []
    for (key, window) in windows where now >= window.end {
      windows[key] = nil
      guard window.suppressed > 0 else { continue }
      found.append(Suppressed(message: key.message, user: key.user, count: window.suppressed))
    }
    nextEnd = windows.values.map(\.end).min() ?? .max
    return found.sorted { ($0.message, $0.user ?? "") < ($1.message, $1.user ?? "") }
  }

  private func place(_ key: Key) -> Key {
    let most = key.user == nil ? 2 * Self.mostKeys : Self.mostKeys
    if windows[key] != nil || windows.count < most { return key }
    return Key(message: Self.others, user: key.user.map { _ in "others" })
  }

  private func hasRoom(_ key: Key, _ most: Int, now: Int) -> Bool {
    guard let window = windows[place(key)], now < window.end else { return true }
    return window.written < most
  }

  private mutating func count(_ key: Key, now: Int) { update(key, now: now) { $0.written += 1 } }
  private mutating func suppress(_ key: Key, now: Int) { update(key, now: now) { $0.suppressed += 1 } }

  private mutating func update(_ key: Key, now: Int, _ change: (inout Window) -> Void) {
    let end = now + Self.intervalMilliseconds
    change(&windows[place(key), default: Window(end: end)])
    nextEnd = min(nextEnd, end)
  }
}
