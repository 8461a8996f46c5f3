public import API
public import Domain

/// The state of one active user, and how far into which journal it has come. It lives on the host's loop alone.
@usableFromInline
final class HotUser<State: ViewState> {
  let user: String
  /// A query changes it and calls nothing that could read it meanwhile.
  @exclusivity(unchecked) @usableFromInline var state = State()
  /// The last event folded, with its checksum: position 0 is before the first.
  @usableFromInline var position = SessionAPI.Head(seq: 0, checksum: 0)
  /// Where the journal ended when it was last asked.
  var head = SessionAPI.Head(seq: 0, checksum: 0)
  /// When this user was last asked for, in the host's count of reads.
  var lastRead: UInt64 = 0
  var bytes = 0
  /// Whether it was asked since it was last measured.
  var isNoted = false
  var eventsSinceSnapshot = 0
  /// Whether the newest snapshot on disk is not of this state.
  var isDirty = false
  /// The digest of what is on disk, where that is of this fold; else the next snapshot takes the place of all of it.
  var base: [UInt8]?
  /// How far what is on disk has come, of whatever fold it is.
  var diskSeq: Int64 = 0
  /// Whether all parts of this fold still count as changed.
  var isUntaken = true
  /// Whether a snapshot is being written. One at a time is.
  private(set) var isSaving = false
  private var waitingForSave: [CheckedContinuation<Void, Never>] = []
  /// Whether a catch-up is under way. Others wait for it instead of beginning one.
  private(set) var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// It is dropped once its snapshot is written, unless it is read before.
  var isLeaving = false

  /// Which fold this is: another number after each new beginning.
  private(set) var fold: UInt64
  /// The first of them, which no other entry has had.
  let serial: UInt64

  init(user: String, fold: UInt64) {
    self.user = user
    self.fold = fold
    serial = fold
  }

  /// Whether the caller may catch up: one at a time does.
  func begin() -> Bool {
    guard !isBusy else { return false }
    isBusy = true
    return true
  }

  func end() {
    isBusy = false
    let waiting = waiting
    self.waiting = []
    for continuation in waiting { continuation.resume() }
  }

  func wait(_ continuation: CheckedContinuation<Void, Never>) {
    guard isBusy else { return continuation.resume() }
    waiting.append(continuation)
  }

  func beginSave() {
    isSaving = true
  }

  func endSave() {
    isSaving = false
    let waiting = waitingForSave
    waitingForSave = []
    for continuation in waiting { continuation.resume() }
  }

  func waitForSave(_ continuation: CheckedContinuation<Void, Never>) {
    guard isSaving else { return continuation.resume() }
    waitingForSave.append(continuation)
  }

  /// The parts of the state for its next snapshot: those that differ from what is on disk, or all.
  func takeParts() -> [SnapshotPart] {
    let changed = state.takeChangedParts()
    defer { isUntaken = false }
    if base != nil { return changed }
    return isUntaken ? changed.filter { $0.bytes != nil } : state.allParts()
  }

  func startAgain(fold: UInt64) {
    self.fold = fold
    state = State()
    position = SessionAPI.Head(seq: 0, checksum: 0)
    eventsSinceSnapshot = 0
    isDirty = true
    base = nil
    isUntaken = true
  }
}
