import API
import Domain

/// The states of active users, bounded in bytes: the least recently used leave first.
struct HotUsers<State: ViewState> {
  private(set) var byName: [String: HotUser<State>] = [:]
  private(set) var bytes = 0
  private var reads: UInt64 = 0
  /// Those that were asked since they were last measured.
  private var read: [HotUser<State>] = []
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

  /// Remembers that a state was folded or asked, which may have made it greater; says whether it is the first.
  mutating func note(_ entry: HotUser<State>) -> Bool {
    guard !entry.isNoted else { return false }
    entry.isNoted = true
    read.append(entry)
    return read.count == 1
  }

  mutating func measureRead() {
    for entry in read {
      entry.isNoted = false
      measure(entry)
    }
    read.removeAll(keepingCapacity: true)
  }

  /// Counts anew what a state takes.
  mutating func measure(_ entry: HotUser<State>) {
    let size = entry.state.approximateBytes + entry.user.utf8.count + 256
    if byName[entry.user] === entry { bytes += size - entry.bytes }
    entry.bytes = size
  }

  /// Those that have to leave for the others to fit, the longest unread first. One that is being folded stays, and the
  /// one that was read last; one that is on its way out already counts no more.
  func leaving(limit: Int, goal: Int) -> [HotUser<State>] {
    guard bytes > limit else { return [] }
    var remaining = bytes - byName.values.reduce(0) { $0 + ($1.isLeaving ? $1.bytes : 0) }
    var leaving: [HotUser<State>] = []
    for entry in byName.values.sorted(by: { $0.lastRead < $1.lastRead })
    where entry.lastRead != reads && !entry.isBusy && !entry.isLeaving {
      guard remaining > goal else { break }
      remaining -= entry.bytes
      leaving.append(entry)
    }
    return leaving
  }
}
