import API
import Domain

/// The states of active users, bounded in bytes: the least recently used leave first.
struct HotUsers<State: ViewState> {
  private(set) var byName: [String: HotUser<State>] = [:]
  private(set) var bytes = 0
  /// Events folded over all users: those of their snapshots, and what memory has beyond them.
  private(set) var eventCount: Int64 = 0
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
    eventCount += entry.position.seq - entry.diskSeq
    measure(entry)
  }

  mutating func remove(_ entry: HotUser<State>) {
    guard byName[entry.user] === entry else { return }
    byName[entry.user] = nil
    bytes -= entry.bytes
    eventCount -= entry.position.seq - entry.diskSeq
  }

  /// Whether it is the one that counts, and has not left meanwhile.
  func holds(_ entry: HotUser<State>) -> Bool {
    byName[entry.user] === entry
  }

  mutating func move(_ entry: HotUser<State>, to position: SessionAPI.Head) {
    if holds(entry) { eventCount += position.seq - entry.position.seq }
    entry.position = position
  }

  mutating func startAgain(_ entry: HotUser<State>) {
    move(entry, to: SessionAPI.Head(seq: 0, checksum: 0))
    entry.startAgain(fold: nextFold())
  }

  /// What is on disk together, before anything is in memory.
  mutating func count(onDisk events: Int64) {
    eventCount += events
  }

  /// All users leave, and nothing is on disk any more.
  mutating func removeAll() {
    for entry in Array(byName.values) { remove(entry) }
    eventCount = 0
  }

  /// Nothing is on disk any more: each state is to be written as a whole.
  mutating func noteEmptyDisk() {
    eventCount = 0
    for entry in byName.values {
      entry.base = nil
      entry.diskSeq = 0
      entry.isDirty = entry.position.seq > 0
      eventCount += entry.position.seq
    }
  }

  mutating func touch(_ entry: HotUser<State>) {
    reads += 1
    entry.lastRead = reads
    entry.isLeaving = false
  }

  /// Notes that a state was folded or read, which may have made it greater; true for the first since the last measure.
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

  /// Those that have to leave for the others to fit, the longest unread first. One that is being folded or written
  /// stays, and the one that was read last; one that is on its way out already counts no more. What would be lost with
  /// one that cannot be written comes last.
  func leaving(limit: Int, goal: Int, canWrite: Bool = true) -> [HotUser<State>] {
    guard bytes > limit else { return [] }
    var remaining = bytes - byName.values.reduce(0) { $0 + ($1.isLeaving ? $1.bytes : 0) }
    var leaving: [HotUser<State>] = []
    func isBefore(_ left: HotUser<State>, _ right: HotUser<State>) -> Bool {
      let (isLeftLost, isRightLost) = (!canWrite && left.isDirty, !canWrite && right.isDirty)
      return isLeftLost == isRightLost ? left.lastRead < right.lastRead : isRightLost
    }
    for entry in byName.values.sorted(by: isBefore)
    where entry.lastRead != reads && !entry.isBusy && !entry.isSaving && !entry.isLeaving {
      guard remaining > goal else { break }
      remaining -= entry.bytes
      leaving.append(entry)
    }
    return leaving
  }
}
