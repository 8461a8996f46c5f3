import API
import Domain

/// The states of active users, bounded in bytes: the least recently used leave first.
struct HotUsers<State: ViewState> {
  private(set) var byName: [String: HotUser<State>] = [:]
  private(set) var bytes = 0
  private var reads: UInt64 = 0
  private var folds: UInt64 = 0

  var count: Int { byName.count }

  func find(_ user: String) -> HotUser<State>? {
    byName[user]
  }

  /// A number that no fold has had.
  mutating func nextFold() -> UInt64 {
    folds += 1
    return folds
  }

  mutating func add(_ entry: HotUser<State>) {
    byName[entry.user] = entry
    measure(entry)
  }

  mutating func remove(_ entry: HotUser<State>) {
    guard byName[entry.user] === entry else { return }
    byName[entry.user] = nil
    bytes -= entry.bytes
  }

  mutating func touch(_ entry: HotUser<State>) {
    reads += 1
    entry.lastRead = reads
    entry.isLeaving = false
  }

  /// Counts anew what a state takes, after it was folded or asked.
  mutating func measure(_ entry: HotUser<State>) {
    let size = entry.state.approximateBytes + entry.user.utf8.count + 256
    if byName[entry.user] === entry { bytes += size - entry.bytes }
    entry.bytes = size
  }

  /// Those that have to leave for the others to fit, the longest unread first. One that is being folded stays; one that
  /// is on its way out already counts no more.
  func leaving(limit: Int, goal: Int, except kept: HotUser<State>) -> [HotUser<State>] {
    guard bytes > limit else { return [] }
    var remaining = bytes - byName.values.reduce(0) { $0 + ($1.isLeaving ? $1.bytes : 0) }
    var leaving: [HotUser<State>] = []
    for entry in byName.values.sorted(by: { $0.lastRead < $1.lastRead })
    where entry !== kept && !entry.isBusy && !entry.isLeaving {
      guard remaining > goal else { break }
      remaining -= entry.bytes
      leaving.append(entry)
    }
    return leaving
  }
}
