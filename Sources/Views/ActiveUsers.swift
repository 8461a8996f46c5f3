import API
import Domain

/// The states of active users, limited in bytes. The least recently used are evicted first.
struct ActiveUsers<State: ViewState> {
  private(set) var byName: [String: ActiveUser<State>] = [:]
  private(set) var bytes = 0
  /// The folded events of all users, in snapshots and in memory.
  private(set) var eventCount: Int64 = 0
  private var reads: UInt64 = 0
  /// The states that were read since they were last measured.
  private var read: [ActiveUser<State>] = []
  private var folds: UInt64 = 0

  var count: Int { byName.count }

  func find(_ user: String) -> ActiveUser<State>? {
    byName[user]
  }

  /// Returns an unused number for a fold.
  mutating func nextFold() -> UInt64 {
    folds += 1
    return folds
  }

  mutating func add(_ entry: ActiveUser<State>) {
    byName[entry.user] = entry
    eventCount += entry.position.seq - entry.diskSeq
    measure(entry)
  }

  mutating func remove(_ entry: ActiveUser<State>) {
    guard byName[entry.user] === entry else { return }
    byName[entry.user] = nil
    bytes -= entry.bytes
    eventCount -= entry.position.seq - entry.diskSeq
  }

  /// Whether the state is still the current one of its user.
  func holds(_ entry: ActiveUser<State>) -> Bool {
    byName[entry.user] === entry
  }

  mutating func move(_ entry: ActiveUser<State>, to position: SessionAPI.Head) {
    if holds(entry) { eventCount += position.seq - entry.position.seq }
    entry.position = position
  }

  mutating func restart(_ entry: ActiveUser<State>) {
    move(entry, to: SessionAPI.Head(seq: 0, checksum: 0))
    entry.restart(fold: nextFold())
  }

  /// Adds the events of snapshots of users that are not in memory.
  mutating func count(onDisk events: Int64) {
    eventCount += events
  }

  /// Removes all users after the snapshots have been removed.
  mutating func removeAll() {
    for entry in Array(byName.values) { remove(entry) }
    eventCount = 0
  }

  /// Marks each state to be written completely, because the snapshot file is empty.
  mutating func markAllUnsaved() {
    eventCount = 0
    for entry in byName.values {
      entry.base = nil
      entry.diskSeq = 0
      entry.isDirty = entry.position.seq > 0
      eventCount += entry.position.seq
    }
  }

  mutating func touch(_ entry: ActiveUser<State>) {
    reads += 1
    entry.lastRead = reads
    entry.isBeingEvicted = false
  }

  /// Marks a state whose size may have changed. Returns true for the first since the last measuring.
  mutating func markRead(_ entry: ActiveUser<State>) -> Bool {
    guard !entry.isMarkedRead else { return false }
    entry.isMarkedRead = true
    read.append(entry)
    return read.count == 1
  }

  mutating func measureRead() {
    for entry in read {
      entry.isMarkedRead = false
      measure(entry)
    }
    read.removeAll(keepingCapacity: true)
  }

  /// Updates the size of a state.
  mutating func measure(_ entry: ActiveUser<State>) {
    let size = entry.state.approximateBytes + entry.user.utf8.count + 256
    if byName[entry.user] === entry { bytes += size - entry.bytes }
    entry.bytes = size
  }

  /// Returns the states to evict, the least recently read first. States that are being folded or written stay, and so
  /// does the last one read. States that are already being evicted are not counted. If snapshots cannot be written,
  /// changed states come last, because they would be lost.
  func statesToEvict(limit: Int, goal: Int, canWrite: Bool = true) -> [ActiveUser<State>] {
    guard bytes > limit else { return [] }
    var remaining = bytes - byName.values.reduce(0) { $0 + ($1.isBeingEvicted ? $1.bytes : 0) }
    var evicted: [ActiveUser<State>] = []
    func isBefore(_ left: ActiveUser<State>, _ right: ActiveUser<State>) -> Bool {
      let (isLeftLost, isRightLost) = (!canWrite && left.isDirty, !canWrite && right.isDirty)
      return isLeftLost == isRightLost ? left.lastRead < right.lastRead : isRightLost
    }
    for entry in byName.values.sorted(by: isBefore)
    where entry.lastRead != reads && !entry.isBusy && !entry.isSaving && !entry.isBeingEvicted {
      guard remaining > goal else { break }
      remaining -= entry.bytes
      evicted.append(entry)
    }
    return evicted
  }
}
