/// Decides when files of an inbox are imported: after a time without a change. A file that could not be imported now is
/// tried again later. Knows only times that are passed to it.
public struct InboxQueue: Sendable {
  /// The time without a change, the pause before another attempt, and the longest time between scans, in milliseconds.
  public static let quiet: Int64 = 10_000
  public static let pause: Int64 = 60_000
  public static let interval: Int64 = 60_000
  /// The imports of a file that something else may end before the file has failed.
  public static let interruptions = 5

  private struct Known: Sendable {
    var stamp: InboxStamp
    /// When the file may be imported, if it does not change until then.
    var dueAt: Int64
    var interruptions = 0
  }

  private let quiet: Int64
  private var known: [InboxFile: Known] = [:]

  public init(quiet: Int64 = InboxQueue.quiet) {
    self.quiet = quiet
  }

  /// Takes the files that a scan has found. Other files are forgotten.
  public mutating func take(_ found: [InboxFile: InboxStamp], now: Int64) {
    var next: [InboxFile: Known] = [:]
    for (file, stamp) in found {
      if let known = known[file], known.stamp == stamp {
        next[file] = known
      } else {
        next[file] = Known(stamp: stamp, dueAt: now + quiet)
      }
    }
    known = next
  }

  /// Returns the file to import now, or nil. Those of the user who is named first come last, so that users take turns.
  public func next(now: Int64, after user: String? = nil) -> (file: InboxFile, stamp: InboxStamp)? {
    let due = known.filter { $0.value.dueAt <= now }
    let first = due.min { one, other in
      let (last, otherLast) = (one.key.user == user, other.key.user == user)
      if last != otherLast { return otherLast }
      return (one.value.dueAt, one.key.name) < (other.value.dueAt, other.key.name)
    }
    return first.map { ($0.key, $0.value.stamp) }
  }

  /// The file was moved.
  public mutating func remove(_ file: InboxFile) { known[file] = nil }

  /// The file could not be imported now.
  public mutating func delay(_ file: InboxFile, now: Int64) { known[file]?.dueAt = now + Self.pause }

  /// Something else ended the import of the file. Returns false if that has happened too often for another attempt: the
  /// system may have ended it because the file needs too much memory.
  public mutating func interrupt(_ file: InboxFile, now: Int64) -> Bool {
    delay(file, now: now)
    known[file]?.interruptions += 1
    return known[file].map { $0.interruptions < Self.interruptions } ?? true
  }

  /// The time until the next scan.
  public func wait(now: Int64) -> Int64 {
    let due = known.values.map { max(0, $0.dueAt - now) }.min() ?? Self.interval
    return min(due, Self.interval)
  }
}
